import type { Agent } from '../domain/agent.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Clock } from '../ports/clock.ts';
import { type CallConfiguration, callConfiguration } from './call-configuration.ts';
import type { CallJournal } from './call-journal.ts';
import { callStart } from './call-start.ts';
import type { LiveCall } from './live-call.ts';
import type { CallRequest, LiveCalls } from './live-calls.ts';
import type { Policies } from './policies.ts';
import type { KeepPolicy } from './policy-keeper.ts';

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
