import type { CallSessions, OpenedCall } from '../../calls/call-sessions.ts';
import { type Agent, wordsIn } from '../../domain/agent.ts';
import type { ChatMessage, ChatRequest } from '../../domain/chat.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { SpokenLanguage } from '../../domain/policy.ts';
import type { ReplyToken, RunTurn } from '../../pipeline/turn-types.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { TokenBucket } from '../../shared/token-bucket.ts';
import type { Credential } from '../callers/authenticate-caller.ts';
import type { AnswerPart } from './answers.ts';
import {
  type CallAction,
  type ClinicFunction,
  clinicFunctions,
  isAction,
  offeredFunctions,
  readCalled,
} from './call-functions.ts';
import { exchangeOf, RememberedExchanges, type Run } from './function-results.ts';
import { type CalledFunction, readReply } from './reply-reader.ts';
import { type FunctionDeps, runFunctions, runsOf } from './run-functions.ts';

export interface TurnsDeps extends FunctionDeps {
  readonly runTurn: RunTurn;
  readonly sessions: CallSessions;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Whether a caller speaks Spanish; English otherwise. */
  readonly languageOf: (said: string) => SpokenLanguage;
  /** The hosted service's rate of calls; absent on a self-hosted one. */
  readonly takeTurn?: TokenBucket | undefined;
}

/** Who speaks over a socket. */
export interface Caller {
  /**
   * The agent, as long as it exists and the credential is valid. Asked before each turn, so that a revoked
   * token ends a call as it ends any other use. Faults `unauthenticated`, `agent_not_found`.
   */
  readonly agent: () => Promise<Agent>;
  readonly credential: Credential;
}

/** The turns of one call: the masked chat turn under the agent's own configuration (design D39). */
export interface CallTurns {
  /** What the agent says first, '' for nothing. */
  readonly firstMessage: string;
  /** False where somebody has said something in the call, over another connection. */
  readonly isFresh: boolean;
  /**
   * Asks the model, runs the functions that it calls, and asks it again with their results. The words arrive as they
   * are said; an action of the call comes last. Rejects as a turn does.
   */
  answer(
    messages: readonly ChatMessage[],
    callerNumber: string,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPart>;
  /** A socket of the call is open. */
  join(): LeaveCall;
}

/**
 * To be called when the socket is closed, `hungUp` by the platform: the session of the call ends, unless the call goes on over
 * another socket.
 */
export type LeaveCall = (hungUp: boolean) => Promise<void>;

/**
 * The sockets of each call of this process, by agent and the platform's call id: of each credential the newest one, because
 * a platform that connects again may not know yet that its connection before is broken.
 */
export type SocketsOfCalls = Map<string, Map<Credential, symbol>>;

/** How often the model may call functions before it must answer. */
const mostRounds = 5;

/**
 * Opens the session of a call. Its `call_started` is durable on return; Fault `AuditUnavailable`. `exchanges`: what its
 * functions were asked and answered before.
 */
export async function openCallTurns(
  deps: TurnsDeps,
  sockets: SocketsOfCalls,
  caller: Caller,
  callId: string,
  exchanges = new RememberedExchanges(),
): Promise<CallTurns> {
  const agent = await caller.agent();
  const opened = await deps.sessions.connect(agent, callId);
  const call: Call = {
    caller,
    callId,
    opened,
    exchanges,
  };
  return {
    firstMessage: opened.firstMessage ?? '',
    isFresh: opened.isFresh,
    answer: (said, callerNumber, signal) => answer(deps, call, { said, callerNumber, signal }),
    join: () => {
      const leave = joinCall(sockets, `${agent.id}\0${callId}`, caller.credential);
      return async (hungUp) => {
        const isOver = leave();
        if (hungUp && isOver) await deps.sessions.close(agent, callId);
      };
    },
  };
}

/** Returns what leaves the call again, and says whether the call has no socket any more. */
function joinCall(sockets: SocketsOfCalls, call: string, credential: Credential): () => boolean {
  const own = Symbol('socket');
  const open = sockets.get(call) ?? new Map<Credential, symbol>();
  sockets.set(call, open.set(credential, own));
  return () => {
    if (open.get(credential) !== own) return false;
    open.delete(credential);
    if (open.size > 0) return false;
    sockets.delete(call);
    return true;
  };
}

/** What stays the same during a call. */
interface Call {
  readonly caller: Caller;
  readonly callId: string;
  readonly opened: OpenedCall;
  readonly exchanges: RememberedExchanges;
}

/** What the caller has asked. */
interface Question {
  readonly said: readonly ChatMessage[];
  readonly callerNumber: string;
  readonly signal: AbortSignal;
}

function chatRequest(
  { opened, callId, exchanges }: Call,
  { said, callerNumber }: Question,
  mayCall: boolean,
): ChatRequest {
  const functions = offeredFunctions(opened);
  return {
    model: opened.model,
    messages: [{ role: 'system', content: opened.systemPrompt }, ...exchanges.within(said)],
    stream: true,
    ...(functions.length > 0 && { tools: functions }),
    ...(!mayCall && { tool_choice: 'none' }),
    call: { id: callId, from_number: callerNumber },
  };
}

async function* answer(
  deps: TurnsDeps,
  call: Call,
  question: Question,
): AsyncGenerator<AnswerPart> {
  if ((deps.takeTurn?.() ?? 0) > 0) throw new Fault('rate_limited', 'too many requests');
  for (let round = 0; round < mostRounds; round += 1) {
    const reply = yield* ask(deps, call, question, { mayCall: true });
    if (reply.called.length === 0) return yield* lastly(reply);
    const runs = runsOf(deps, reply.functions, reply.called);
    if (round === 0) yield* whileRunning(deps, question, { reply, runs });
    else yield* runs.flatMap((one) => [...stepOf(one, 'called')]);
    yield* run(deps, call, question, { reply, runs });
    if (question.signal.aborted) return;
  }
  yield* lastly(yield* ask(deps, call, question, { mayCall: false }));
}

/** Runs the functions that a reply has called, and remembers what became of them. */
async function* run(
  deps: TurnsDeps,
  call: Call,
  question: Question,
  { reply, runs }: { readonly reply: Reply; readonly runs: readonly Run[] },
): AsyncGenerator<AnswerPart> {
  const ended = await runFunctions(deps, { ...call, ...reply, ...question }, runs);
  call.exchanges.add(question.said.length, exchangeOf(reply.words, ended));
  for (const { isDone, ...one } of ended) yield* stepOf(one, isDone ? 'done' : 'failed');
  if (reply.words !== '') yield ' ';
}

function* lastly({ action }: Reply): Generator<AnswerPart> {
  if (action !== undefined) yield action;
}

/** What the caller hears and the platform learns before functions run. */
function* whileRunning(
  { languageOf }: Pick<TurnsDeps, 'languageOf'>,
  { said }: Question,
  { reply, runs }: { readonly reply: Reply; readonly runs: readonly Run[] },
): Generator<AnswerPart> {
  const fillers = runs.flatMap(({ tool }) => tool?.endpoint.filler ?? []);
  if (reply.words === '' && fillers.length > 0) {
    const language = languageOf(lastWords(said));
    const filling = fillers.map((one) => wordsIn(one, language)?.[1]).find(Boolean);
    // A caller who speaks on stops what runs, and of some functions nobody knows then whether they were done.
    const mayInterrupt = runs.every(({ tool }) => tool?.endpoint.repeatable !== false);
    if (filling !== undefined) yield { filling: `${filling} `, mayInterrupt };
  }
  for (const run of runs) yield* stepOf(run, 'called');
}

/** What the caller said last. */
function lastWords(said: readonly ChatMessage[]): string {
  const content = said.findLast(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content : '';
}

function* stepOf({ tool, runId }: Run, state: 'called' | 'done' | 'failed'): Generator<AnswerPart> {
  if (tool !== undefined) yield { function: tool.function.name, runId, state };
}

/** A reply of the model, once all of it was said. */
interface Reply {
  readonly agent: Agent;
  readonly credential: Credential;
  readonly sessionId: SessionId;
  readonly turn: number;
  readonly tokens: readonly ReplyToken[];
  readonly words: string;
  readonly action: CallAction | undefined;
  /** Those that this service ran when the model was asked. */
  readonly functions: readonly ClinicFunction[];
  /** Functions that are no actions of the platform; none where this service runs none. */
  readonly called: readonly CalledFunction[];
}

async function* ask(
  { runTurn, sessions, clock, ids }: TurnsDeps,
  call: Call,
  question: Question,
  { mayCall }: { readonly mayCall: boolean },
): AsyncGenerator<AnswerPart, Reply> {
  const { caller, callId } = call;
  const receivedUs = clock.monotonicUs();
  const agent = await caller.agent();
  const { credential } = caller;
  const opened = { ...call.opened, tokenization: sessions.tokenizationOf(agent) };
  const functions = clinicFunctions(opened);
  const request = chatRequest({ ...call, opened }, question, mayCall);
  const runsSome = functions.length > 0;
  const tokens: ReplyToken[] = [];
  const forwarded: Pick<Reply, 'sessionId' | 'turn'>[] = [];
  const reply = await runTurn({
    agent,
    request,
    receivedUs,
    signal: question.signal,
    rawBody: Buffer.from(JSON.stringify(request)),
    externalCallId: callId,
    isSocket: true,
    credential,
    requestId: ids.next('req'),
    onForward: (sessionId, _outbound, turn) => forwarded.push({ sessionId, turn }),
    ...(runsSome && { onToken: (token) => tokens.push(token) }),
  });
  if (!reply.stream) throw new Error('a turn that asked for a stream was answered without one');
  const [sent] = forwarded;
  if (sent === undefined) throw new Error('a turn was answered without being forwarded');
  let words = '';
  const all: CalledFunction[] = [];
  for await (const part of readReply(reply.chunks)) {
    if (part.type === 'function') all.push(part);
    else {
      words += part.words;
      yield part.words;
    }
  }
  const called = runsSome ? all.filter((one) => !isAction(one)) : [];
  // Where functions run, the model is asked again: what happens to the call may depend on their results.
  const action = called.length > 0 ? undefined : yield* sayActions(opened.tools, all, words !== '');
  return { ...sent, agent, credential, tokens, words, functions, called, action };
}

/** Says what actions of the platform say, and returns the first that it can carry out. */
function* sayActions(
  tools: OpenedCall['tools'],
  called: readonly CalledFunction[],
  hasWords: boolean,
): Generator<AnswerPart, CallAction | undefined> {
  let gap = hasWords ? ' ' : '';
  let first: CallAction | undefined;
  for (const one of called) {
    const { words, action } = readCalled(tools, one, gap);
    if (words !== '') {
      gap = ' ';
      yield words;
    }
    first ??= action;
  }
  return first;
}
