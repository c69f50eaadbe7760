import type { CallSessions, InCall } from '../../calls/call-sessions.ts';
import { exchangeAfter } from '../../calls/function-exchanges.ts';
import type { Agent } from '../../domain/agent.ts';
import type { SessionId } from '../../domain/ids.ts';
import { deeperThan, isContainer, maxDepth } from '../../domain/json-limits.ts';
import { holdsRedactedMark, tokenSpans } from '../../domain/token.ts';
import type { ReplyToken, TurnInput } from '../../pipeline/turn-types.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { FunctionAnswer, FunctionCaller } from '../../ports/receivers/function-caller.ts';
import { parseJson } from '../../shared/json.ts';
import type { ClinicFunction } from './call-functions.ts';
import { functionBody } from './function-body.ts';
import {
  type EndedRun,
  exchangeOf,
  notAnswered,
  type Run,
  resultForModel,
} from './function-results.ts';
import type { CalledFunction } from './reply-reader.ts';

export interface FunctionDeps {
  readonly functions: Pick<FunctionCaller, 'call'>;
  /** Signs what goes to the functions of an agent: `whsec_` and base64. */
  readonly functionSecret: (agent: Pick<Agent, 'id'>) => string;
  readonly sessions: Pick<CallSessions, 'during'>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'next'>;
}

/** Most functions of one reply that run. */
const mostAtOnce = 8;

/** The reply that called functions, and whose call it is. */
export interface CallingTurn {
  readonly input: TurnInput;
  readonly sessionId: SessionId;
  readonly turn: number;
  /** The words of the reply, and its tokens. */
  readonly words: string;
  readonly tokens: readonly ReplyToken[];
}

/** The called functions, as they will run. */
export function runsOf(
  { ids }: Pick<FunctionDeps, 'ids'>,
  functions: readonly ClinicFunction[],
  called: readonly CalledFunction[],
): readonly Run[] {
  return called.map((one, position) => ({
    runId: ids.next('run'),
    tool: functions.find((tool) => tool.function.name === one.name),
    called: one,
    position,
  }));
}

/**
 * Runs functions in parallel; the model gets in later turns what became of them. Rejects with Fault `AuditUnavailable`; of a
 * function that fails the model gets the reason.
 */
export function runFunctions(
  deps: FunctionDeps,
  turn: CallingTurn,
  runs: readonly Run[],
): Promise<readonly EndedRun[]> {
  const { agent, externalCallId, credential, request } = turn.input;
  return deps.sessions.during(agent, externalCallId, credential, async ({ journal, remember }) => {
    const exchange = (of: readonly EndedRun[]) =>
      exchangeAfter(request.messages, exchangeOf(turn.words, of));
    // A platform may ask again meanwhile: what runs must not run a second time.
    const running = exchange(runs.map((run) => ({ ...run, isDone: false, content: notAnswered })));
    remember(running);
    const ended = await Promise.all(runs.map((run) => runOne(deps, turn, run, journal)));
    remember(exchange(ended), running);
    return ended;
  });
}

async function runOne(
  deps: FunctionDeps,
  turn: CallingTurn,
  run: Run,
  journal: InCall['journal'],
): Promise<EndedRun> {
  const beganUs = deps.clock.monotonicUs();
  const answer = await answerOf(deps, turn, run, journal);
  const { outcome, status, attempts, text } = answer;
  await journal('function_ended', {
    turn: turn.turn,
    run_id: run.runId,
    function: run.tool?.function.name ?? 'unknown',
    outcome,
    ...(status !== undefined && { status }),
    attempts,
    ...(text !== undefined && { bytes: Buffer.byteLength(text) }),
    duration_us: Math.max(0, Math.round(deps.clock.monotonicUs() - beganUs)),
  });
  return { ...run, isDone: outcome === 'done', content: resultForModel(answer) };
}

/** The clinic's answer. What is about to be sent is durable before it is sent. */
async function answerOf(
  deps: FunctionDeps,
  turn: CallingTurn,
  run: Run,
  journal: InCall['journal'],
): Promise<FunctionAnswer> {
  const { tool, runId } = run;
  const given = argumentsOf(run);
  const tokens = turn.tokens.filter(({ channel }) => channel === `tool.${run.called.index}`);
  if (tool === undefined) return notCalled('unknown_function');
  if (run.position >= mostAtOnce) return notCalled('too_many');
  if (given === undefined) return notCalled('bad_arguments');
  if (holdsCode(given) || tokens.some(({ isOwnValue }) => !isOwnValue))
    return notCalled('no_value');
  const { sessionId, input } = turn;
  const { agent, signal } = input;
  const secret = deps.functionSecret(agent);
  const nowMs = deps.clock.now();
  const { name } = tool.function;
  const json = functionBody({ agent, name, given, sessionId, secret, nowMs });
  await journal('function_called', {
    turn: turn.turn,
    run_id: runId,
    function: name,
    values_by_kind: countKinds(tokens),
    bytes: Buffer.byteLength(json),
  });
  if (signal.aborted) return { outcome: 'stopped', attempts: 0 };
  const { url, timeout_seconds: seconds, repeatable } = tool.endpoint;
  return deps.functions.call(
    { url, timeoutMs: seconds * 1_000, repeatable, id: runId, secret, json },
    signal,
  );
}

/** Whether arguments still hold a mark or a token, however the model escaped it. */
function holdsCode(given: object): boolean {
  const written = JSON.stringify(given);
  return holdsRedactedMark(written) || tokenSpans(written, () => true).length > 0;
}

function notCalled(outcome: FunctionAnswer['outcome']): FunctionAnswer {
  return { outcome, attempts: 0 };
}

/** The arguments as an object; undefined where they are none. A function without parameters may be called with ''. */
function argumentsOf({ called }: Run): object | undefined {
  if (called.arguments.trim() === '') return {};
  const given = parseJson(called.arguments);
  const isObject = isContainer(given) && !Array.isArray(given) && !deeperThan(given, maxDepth);
  return isObject ? given : undefined;
}

function countKinds(tokens: readonly ReplyToken[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { kind } of tokens) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries(counts);
}
