import type { KeepPolicy, Policies } from '../agents/policy-store.ts';
import { type Agent, type FunctionTool, tokenizationOf } from '../domain/agent.ts';
import type { SessionId } from '../domain/ids.ts';
import type { ActivePolicy, Tokenization } from '../domain/policy.ts';
import { tokenGuidance } from '../domain/token.ts';
import type { Clock } from '../ports/clock.ts';
import { callStart, type DraftMaker, draftMaker } from './call-events.ts';
import type { CallJournal } from './call-journal.ts';
import { type FunctionExchange, rememberExchange } from './function-exchanges.ts';
import type { LiveCall } from './live-call.ts';
import type { CallRequest, LiveCalls, PastCall } from './live-calls.ts';

/** How the platform should run a call (spec, the assistant-request webhook; design D39). */
export interface CallConfiguration {
  /** The agent's upstream name; the provider's own name of the model stays here. */
  readonly model: string;
  /** The agent's prompt, and how the model must treat tokens. */
  readonly systemPrompt: string;
  readonly firstMessage: string | null;
  readonly tools: readonly FunctionTool[];
  readonly policy: { readonly name: string; readonly version: number; readonly sha256: string };
  readonly tokenization: Tokenization;
}

export function callConfiguration(agent: Agent, active: ActivePolicy): CallConfiguration {
  const { name, version } = active.policy;
  return {
    model: agent.upstream,
    systemPrompt: withGuidance(agent.systemPrompt),
    firstMessage: agent.firstMessage,
    tools: agent.tools ?? [],
    policy: { name, version, sha256: active.sha256 },
    tokenization: tokenizationOf(agent, active.policy),
  };
}

function withGuidance(prompt: string | null): string {
  if (prompt === null) return tokenGuidance;
  return prompt.includes(tokenGuidance) ? prompt : `${prompt}\n\n${tokenGuidance}`;
}

/** The configuration of a call, with its session. */
export interface OpenedCall extends CallConfiguration {
  /** The session that requests of this call belong to; absent when the call has no id. */
  readonly sessionId?: SessionId;
  /** False where somebody has said something in it, maybe before this process began. */
  readonly isFresh: boolean;
}

/** Beginnings and endings of calls that the platform announces (design D29, D39). It may repeat both. */
export interface CallSessions {
  /**
   * Opens the session of a call, or finds it open or just ended, and returns how to run the call. Its
   * `call_started` is durable on return; rejects with Fault `AuditUnavailable`.
   */
  open(agent: Agent, externalCallId: string): Promise<OpenedCall>;
  /** The same for a call over a connection of its own: one that the platform has ended begins again (decision 0209). */
  connect(agent: Agent, externalCallId: string): Promise<OpenedCall>;
  /** How a turn that begins now replaces values: the policy may have changed since the call was opened. */
  tokenizationOf(agent: Agent): Tokenization;
  /**
   * Ends and seals the session of a call, now or after the last request in flight. What cannot be
   * written yet is tried again later. Does nothing for an unknown call.
   */
  close(agent: Agent, externalCallId: string): Promise<void>;
  /** Does work of a call that is in no turn, such as running a function. The call does not end meanwhile. */
  during<T>(
    agent: Agent,
    externalCallId: string,
    credential: string | undefined,
    work: (inCall: InCall) => Promise<T>,
  ): Promise<T>;
}

/** What work of a call may do with it. */
export interface InCall {
  /** Makes an event durable; rejects with Fault `AuditUnavailable`. */
  readonly journal: (...event: Parameters<DraftMaker>) => Promise<void>;
  /** Gives the model in later turns what functions were asked and answered; in place of `before` if that is given. */
  readonly remember: (exchange: FunctionExchange, before?: FunctionExchange) => void;
}

export interface CallSessionsDeps {
  readonly journal: CallJournal;
  readonly liveCalls: LiveCalls;
  readonly clock: Clock;
  readonly policies: Policies;
  readonly keepPolicy: KeepPolicy;
  /** Marks a request as over. */
  readonly onLeft: (request: CallRequest) => void;
  /** Ends a call that was taken out. */
  readonly onOver: (call: LiveCall) => Promise<void>;
}

export function createCallSessions(deps: CallSessionsDeps): CallSessions {
  const { journal, liveCalls, clock, policies, keepPolicy, onLeft, onOver } = deps;
  const open: CallSessions['open'] = async (agent, externalCallId) => {
    const active = policies.of(agent);
    const configuration = callConfiguration(agent, active);
    if (externalCallId === '') return { ...configuration, isFresh: true };
    const past = await liveCalls.past(agent, externalCallId);
    if (past !== undefined) return opened(configuration, { sessionId: past.sessionId, turns: 0 });
    const request = await liveCalls.enter(agent, externalCallId, {
      start: (fresh) => callStart(fresh, clock.now(), agent, active),
      turns: 0,
    });
    try {
      await keepPolicy(active);
      await journal.begin(request.call);
    } finally {
      onLeft(request);
    }
    return opened(configuration, request.call);
  };
  return {
    open,
    connect: async (agent, externalCallId) => {
      await liveCalls.reopen(agent, externalCallId);
      return open(agent, externalCallId);
    },
    tokenizationOf: (agent) => tokenizationOf(agent, policies.of(agent).policy),
    close: async (agent, externalCallId) => {
      const calls = await liveCalls.hangUp(agent, externalCallId);
      await Promise.all(calls.map(onOver));
    },
    during: async (agent, externalCallId, credential, work) => {
      const request = await liveCalls.enter(agent, externalCallId, {
        start: (fresh) => callStart(fresh, clock.now(), agent, policies.of(agent)),
        turns: 0,
        credential,
      });
      const { call } = request;
      try {
        return await work({
          journal: async (...event) => {
            await journal.append(call, [draftMaker(call, clock.now())(...event)]);
          },
          remember: (...exchanges) => rememberExchange(call, ...exchanges),
        });
      } finally {
        onLeft(request);
      }
    },
  };
}

function opened(
  configuration: CallConfiguration,
  { sessionId, turns }: Pick<PastCall, 'sessionId'> & Pick<LiveCall, 'turns'>,
): OpenedCall {
  const isFresh = turns === 0;
  return { ...configuration, isFresh, ...(sessionId !== undefined && { sessionId }) };
}
