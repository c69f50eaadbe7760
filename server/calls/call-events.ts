import { type Agent, tokenizationOf } from '../domain/agent.ts';
import type { EventDraft, EventFields, JournalRecord } from '../domain/event.ts';
import type { BearerTokenId } from '../domain/ids.ts';
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
    policy_version: active.policy.version,
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

type CredentialFields = Pick<EventFields['request_masked'], 'credential_kind' | 'credential_id'>;

/** How `request_masked` names the credential of a turn. */
export function credentialFields(credential: string | undefined): CredentialFields {
  if (credential === undefined) return {};
  if (credential === 'signature') return { credential_kind: 'signature' };
  return { credential_kind: 'bearer_token', credential_id: credential as BearerTokenId };
}

/** The credential that a record names; undefined where it names none. */
export function credentialOf({
  credential_kind: kind,
  credential_id: id,
}: JournalRecord): string | undefined {
  if (kind === 'signature') return kind;
  return typeof id === 'string' ? id : undefined;
}
