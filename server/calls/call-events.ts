import { type Agent, tokenizationOf } from '../domain/agent.ts';
import type { EventDraft } from '../domain/event.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import { draftMaker } from '../pipeline/request-events.ts';
import type { LiveCall } from './live-call.ts';

/** The event that a call begins with, at its first request or the platform's word of it. */
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
