import { type ChatUsage, usageOf } from '../../dialects/chat-reply.ts';
import { wordsIn } from '../../domain/agent.ts';
import { textOf } from '../../domain/chat.ts';
import type { SpokenLanguage } from '../../domain/policy.ts';
import type { ReplyToken, RunTurn, TurnInput } from '../../pipeline/turn-types.ts';
import type { ClinicFunction } from './call-functions.ts';
import type { Run } from './function-results.ts';
import { type CalledFunction, type ReplyEnd, readReply } from './reply-reader.ts';
import { type CallingTurn, type FunctionDeps, runFunctions, runsOf } from './run-functions.ts';

export interface AnswerDeps extends FunctionDeps {
  readonly runTurn: RunTurn;
  /** Whether a caller speaks Spanish; English otherwise. */
  readonly languageOf: (said: string) => SpokenLanguage;
}

/** Words that fill the time while functions run. */
export interface FillingWords {
  readonly filling: string;
  /** Whether the caller may speak over them. */
  readonly mayInterrupt: boolean;
}

/** A function that is about to run, or has run. */
export interface FunctionStep {
  readonly function: string;
  readonly runId: string;
  readonly state: 'called' | 'done' | 'failed';
}

/** How the model is asked. */
export interface AskedModel {
  readonly input: TurnInput;
  /** Those that this service runs. */
  readonly functions: readonly ClinicFunction[];
  /** Whether a called function is one that the platform carries out. */
  readonly isOfPlatform: (called: CalledFunction) => boolean;
}

/** The reply that answers: the last one, once all of it was said. */
export interface Answer extends Pick<ReplyEnd, 'finish'> {
  /** Whether the last reply has words. */
  readonly hasWords: boolean;
  /** What the platform carries out. */
  readonly ofPlatform: readonly CalledFunction[];
  /** Of all replies, where the provider counts. */
  readonly usage: ChatUsage | undefined;
}

/** How often the model may call functions before it must answer. */
export const mostRounds = 5;

/**
 * Asks the model, runs the functions that it calls, and asks it again with their results: the one loop of all ways in
 * (decisions 0168, 0212). `askedIn` says how it is asked in a round, from 0 on. The words arrive as they are said. Rejects as a
 * turn does. Undefined where the caller has left.
 */
export async function* answerWithFunctions(
  deps: AnswerDeps,
  askedIn: (round: number) => Promise<AskedModel>,
): AsyncGenerator<string | FillingWords | FunctionStep, Answer | undefined> {
  let usage: ChatUsage | undefined;
  for (let round = 0; ; round += 1) {
    const reply = yield* ask(deps, await askedIn(round), round);
    usage = sumOf(usage, reply.usage);
    // Where functions run, the model is asked again: what the platform does may depend on their results.
    if (reply.called.length === 0) return answerOf(reply, usage);
    yield* run(deps, reply, round);
    if (reply.input.signal.aborted) return undefined;
  }
}

/** Runs what a reply has called. */
async function* run(
  deps: AnswerDeps,
  reply: Reply,
  round: number,
): AsyncGenerator<string | FillingWords | FunctionStep> {
  const runs = runsOf(deps, reply.functions, reply.called);
  if (round === 0) yield* whileRunning(deps, reply, runs);
  yield* runs.flatMap((one) => [...stepOf(one, 'called')]);
  const ended = await runFunctions(deps, reply, runs);
  for (const { isDone, ...one } of ended) yield* stepOf(one, isDone ? 'done' : 'failed');
  if (reply.words !== '') yield ' ';
}

/** A reply of the model, once all of it was said. */
interface Reply extends Omit<ReplyEnd, 'called'>, CallingTurn {
  /** Those that this service ran when the model was asked. */
  readonly functions: readonly ClinicFunction[];
  /** What this service is to run; none where it runs none, or the model must answer. */
  readonly called: readonly CalledFunction[];
  readonly ofPlatform: readonly CalledFunction[];
}

async function* ask(
  { runTurn }: AnswerDeps,
  { input, functions, isOfPlatform }: AskedModel,
  round: number,
): AsyncGenerator<string, Reply> {
  const runsSome = functions.length > 0;
  const tokens: ReplyToken[] = [];
  const forwarded: Pick<Reply, 'sessionId' | 'turn'>[] = [];
  const reply = await runTurn({
    ...input,
    onForward: (sessionId, _outbound, turn) => forwarded.push({ sessionId, turn }),
    ...(runsSome && { onToken: (token) => tokens.push(token) }),
  });
  const [sent] = forwarded;
  if (sent === undefined) throw new Error('a turn was answered without being forwarded');
  let words = '';
  let end: ReplyEnd = { called: [], finish: 'stop' };
  for await (const part of readReply(reply)) {
    if (part.type === 'end') end = part;
    else {
      words += part.words;
      yield part.words;
    }
  }
  const ofPlatform = end.called.filter(isOfPlatform);
  const others = end.called.filter((one) => !isOfPlatform(one));
  const called = runsSome && round < mostRounds ? others : [];
  return { ...end, ...sent, input, tokens, words, functions, called, ofPlatform };
}

function answerOf({ finish: given, words, ofPlatform }: Reply, usage: Answer['usage']): Answer {
  const finish = given === 'tool_calls' && ofPlatform.length === 0 ? 'stop' : given;
  return { finish, hasWords: words !== '', ofPlatform, usage };
}

function sumOf(one: ChatUsage | undefined, other: ChatUsage | undefined): ChatUsage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const cached = (usage: ChatUsage) => usage.prompt_tokens_details?.cached_tokens ?? 0;
  return usageOf(
    one.prompt_tokens + other.prompt_tokens,
    one.completion_tokens + other.completion_tokens,
    cached(one) + cached(other),
  );
}

/** What the caller hears before functions run. */
function* whileRunning(
  { languageOf }: Pick<AnswerDeps, 'languageOf'>,
  { input, words }: Reply,
  runs: readonly Run[],
): Generator<FillingWords> {
  const fillers = runs.flatMap(({ tool }) => tool?.endpoint.filler ?? []);
  if (words !== '' || fillers.length === 0) return;
  const last = input.request.messages.findLast(({ role }) => role === 'user');
  const language = languageOf(last === undefined ? '' : textOf(last));
  const filling = fillers.map((one) => wordsIn(one, language)?.[1]).find(Boolean);
  // A caller who speaks on stops what runs, and of some functions nobody knows then whether they were done.
  const mayInterrupt = runs.every(({ tool }) => tool?.endpoint.repeatable !== false);
  if (filling !== undefined) yield { filling: `${filling} `, mayInterrupt };
}

function* stepOf({ tool, runId }: Run, state: FunctionStep['state']): Generator<FunctionStep> {
  if (tool !== undefined) yield { function: tool.function.name, runId, state };
}
