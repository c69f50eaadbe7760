import type { CallSessions, OpenedCall } from '../../calls/call-sessions.ts';
import type { Agent } from '../../domain/agent.ts';
import type { ChatMessage, ChatRequest } from '../../domain/chat.ts';
import { Fault } from '../../domain/fault.ts';
import type { RunTurn } from '../../pipeline/turn-types.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { TokenBucket } from '../../shared/token-bucket.ts';
import type { Credential } from '../callers/authenticate-caller.ts';
import type { AnswerPart } from './answers.ts';
import { type CallAction, type Called, callFunctions, readCalled } from './call-functions.ts';
import { readReply } from './reply-reader.ts';

export interface TurnsDeps {
  readonly runTurn: RunTurn;
  readonly sessions: CallSessions;
  readonly clock: Clock;
  readonly ids: Ids;
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
  /** Asks the model. The words arrive as they are said; an action of the call comes last. Rejects as a turn does. */
  answer(
    messages: readonly ChatMessage[],
    callerNumber: string,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPart>;
  /** The platform has hung up: the session of the call ends. */
  end(): Promise<void>;
}

/** Opens the session of a call. Its `call_started` is durable on return; Fault `AuditUnavailable`. */
export async function openCallTurns(
  deps: TurnsDeps,
  caller: Caller,
  callId: string,
): Promise<CallTurns> {
  const agent = await caller.agent();
  const opened = await deps.sessions.open(agent, callId);
  return {
    firstMessage: opened.firstMessage ?? '',
    answer: (messages, callerNumber, signal) => {
      const request = chatRequest(opened, messages, { id: callId, from_number: callerNumber });
      return answer(deps, { caller, callId, opened, request, signal });
    },
    end: () => deps.sessions.close(agent, callId),
  };
}

function chatRequest(
  { model, systemPrompt, tools }: OpenedCall,
  messages: readonly ChatMessage[],
  call: { readonly id: string; readonly from_number: string },
): ChatRequest {
  const functions = callFunctions(tools);
  return {
    model,
    messages: [{ role: 'system', content: systemPrompt }, ...messages],
    stream: true,
    ...(functions.length > 0 && { tools: functions }),
    call,
  };
}

interface Turn {
  readonly caller: Caller;
  readonly callId: string;
  readonly opened: OpenedCall;
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
}

async function* answer(
  { takeTurn, runTurn, clock, ids }: TurnsDeps,
  { caller, callId, opened, request, signal }: Turn,
): AsyncGenerator<AnswerPart> {
  const receivedUs = clock.monotonicUs();
  const agent = await caller.agent();
  if ((takeTurn?.() ?? 0) > 0) throw new Fault('rate_limited', 'too many requests');
  const reply = await runTurn({
    agent,
    request,
    receivedUs,
    signal,
    rawBody: Buffer.from(JSON.stringify(request)),
    externalCallId: callId,
    credential: caller.credential,
    requestId: ids.next('req'),
  });
  if (!reply.stream) throw new Error('a turn that asked for a stream was answered without one');
  yield* answerParts(reply.chunks, opened.tools);
}

/** What the caller hears, and last what happens to the call. */
async function* answerParts(
  chunks: AsyncIterable<Uint8Array>,
  tools: OpenedCall['tools'],
): AsyncGenerator<AnswerPart> {
  let gap = '';
  let action: CallAction | undefined;
  for await (const part of readReply(chunks)) {
    const called: Called =
      part.type === 'words' ? { words: part.words } : readCalled(tools, part, gap);
    if (called.words !== '') {
      gap = ' ';
      yield called.words;
    }
    action ??= called.action;
  }
  if (action !== undefined) yield action;
}
