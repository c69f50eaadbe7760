import type { CallSessions, OpenedCall } from '../../calls/call-sessions.ts';
import type { Agent } from '../../domain/agent.ts';
import type { ChatMessage, ChatRequest } from '../../domain/chat.ts';
import { Fault } from '../../domain/fault.ts';
import type { TokenBucket } from '../../shared/token-bucket.ts';
import type { Credential } from '../callers/authenticate-caller.ts';
import {
  type AnswerDeps,
  type AskedModel,
  answerWithFunctions,
  mostRounds,
} from '../functions/answer-with-functions.ts';
import {
  type CallAction,
  clinicFunctions,
  isAction,
  offeredFunctions,
  readCalled,
} from '../functions/call-functions.ts';
import type { CalledFunction } from '../functions/reply-reader.ts';
import type { AnswerPart } from './answers.ts';

export interface TurnsDeps extends AnswerDeps {
  readonly sessions: CallSessions;
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

/** Opens the session of a call. Its `call_started` is durable on return; Fault `AuditUnavailable`. */
export async function openCallTurns(
  deps: TurnsDeps,
  sockets: SocketsOfCalls,
  caller: Caller,
  callId: string,
): Promise<CallTurns> {
  const agent = await caller.agent();
  const opened = await deps.sessions.connect(agent, callId);
  const call: Call = { caller, callId, opened };
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
}

/** What the caller has asked. */
interface Question {
  readonly said: readonly ChatMessage[];
  readonly callerNumber: string;
  readonly signal: AbortSignal;
}

async function* answer(
  deps: TurnsDeps,
  call: Call,
  question: Question,
): AsyncGenerator<AnswerPart> {
  if ((deps.takeTurn?.() ?? 0) > 0) throw new Fault('rate_limited', 'too many requests');
  const given = yield* answerWithFunctions(deps, (round) => askedOver(deps, call, question, round));
  if (given === undefined) return;
  const action = yield* sayActions(call.opened.tools, given.ofPlatform, given.hasWords);
  if (action !== undefined) yield action;
}

async function askedOver(
  { sessions, clock, ids }: TurnsDeps,
  { caller, callId, opened: before }: Call,
  { said, callerNumber, signal }: Question,
  round: number,
): Promise<AskedModel> {
  const receivedUs = clock.monotonicUs();
  const agent = await caller.agent();
  const opened = { ...before, tokenization: sessions.tokenizationOf(agent) };
  const offered = offeredFunctions(opened);
  const request: ChatRequest = {
    model: opened.model,
    messages: [{ role: 'system', content: opened.systemPrompt }, ...said],
    stream: true,
    ...(offered.length > 0 && { tools: offered }),
    ...(round === mostRounds && { tool_choice: 'none' }),
    call: { id: callId, from_number: callerNumber },
  };
  return {
    input: {
      agent,
      request,
      receivedUs,
      signal,
      rawBody: Buffer.from(JSON.stringify(request)),
      externalCallId: callId,
      isSocket: true,
      credential: caller.credential,
      requestId: ids.next('req'),
    },
    functions: clinicFunctions(opened),
    isOfPlatform: isAction,
  };
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
