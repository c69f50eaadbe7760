import type { KeepPolicy, Policies } from '../agents/policy-store.ts';
import { type Agent, type FunctionTool, tokenizationOf } from '../domain/agent.ts';
import type { SessionId } from '../domain/ids.ts';
import type { ActivePolicy, Tokenization } from '../domain/policy.ts';
import { tokenGuidance } from '../domain/token.ts';
import type { Clock } from '../ports/clock.ts';
import { callStart } from './call-events.ts';
import type { CallJournal } from './call-journal.ts';
import type { LiveCall } from './live-call.ts';
import type { CallRequest, LiveCalls } from './live-calls.ts';

/** What a call is to run with (spec, the assistant-request webhook; design D39). */
export interface CallConfiguration {
  /** The agent's name for its model; where it really goes is the upstream's business. */
  readonly model: string;
  /** The agent's own prompt, and how the model is to treat tokens. */
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

/** A call as the platform is told to run it. */
export interface OpenedCall extends CallConfiguration {
  /** The session that requests of this call belong to; absent when the call has no id. */
  readonly sessionId?: SessionId;
}

/** Calls as the platform tells of them, outside their turns (design D29, D39). Both may repeat. */
export interface CallSessions {
  /**
   * Opens the session of a call, or finds it open or just ended, and says what the call is to run
   * with. Its `call_started` is durable on return; rejects with Fault `AuditUnavailable`.
   */
  open(agent: Agent, externalCallId: string): Promise<OpenedCall>;
  /**
   * The call is over: its session is ended and sealed, now or when the last request in flight is
   * answered. What cannot be written yet is owed and tried again. Unknown calls are none.
   */
  close(agent: Agent, externalCallId: string): Promise<void>;
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
  return {
    open: async (agent, externalCallId) => {
      const active = policies.of(agent);
      const configuration = callConfiguration(agent, active);
      if (externalCallId === '') return configuration;
      const past = await liveCalls.past(agent, externalCallId);
      if (past !== undefined) return opened(configuration, past.sessionId);
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
      return opened(configuration, request.call.sessionId);
    },
    close: async (agent, externalCallId) => {
      const call = await liveCalls.hangUp(agent, externalCallId);
      if (call !== undefined) await onOver(call);
    },
  };
}

function opened(configuration: CallConfiguration, sessionId: SessionId | undefined): OpenedCall {
  return sessionId === undefined ? configuration : { ...configuration, sessionId };
}
