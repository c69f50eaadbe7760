import { type Agent, tokenizationOf } from '../domain/agent.ts';
import type { EventDraft, EventFields } from '../domain/event.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import type { LiveCall } from './live-call.ts';

/** The first event of a call: at its first request, or when the platform announces it. */
export function callStart(
  call: LiveCall,
  nowMs: number,
  agent: Agent,
  active: ActivePolicy,
): EventDraft {
  return draftMaker(call, nowMs)('call_started', {
    policy_name: active.policy.name,
    policy_sha256: active.sha256,
    tokenization: tokenizationOf(agent, active.policy),
    upstream: agent.upstream,
    retention_days: active.policy.audit.retentionDays,
  });
}

/** Makes drafts of one call at one moment. */
export type DraftMaker = <K extends keyof EventFields>(
  kind: K,
  fields: EventFields[K],
) => EventDraft;

export function draftMaker(call: LiveCall, nowMs: number): DraftMaker {
  const ts = new Date(nowMs).toISOString();
  return (kind, fields) =>
    ({ kind, ts, session_id: call.sessionId, agent_id: call.agentId, fields }) as EventDraft;
}
