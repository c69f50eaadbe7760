import type { EventFields } from '../../domain/event.ts';
import type { AgentId, SessionId } from '../../domain/ids.ts';
import type { StoredSetting } from '../../settings/stored-setting.ts';
import type { HttpDeps } from './deps.ts';

/** What management routes record. */
type ManagementEventKind =
  | 'agent_created'
  | 'agent_updated'
  | 'agent_deleted'
  | 'function_called'
  | 'function_ended'
  | 'policy_reloaded'
  | 'policy_proposed'
  | 'policy_approved'
  | 'policy_rejected'
  | 'login'
  | 'logout'
  | 'login_failed'
  | 'access_changed'
  | 'settings_changed'
  | 'regulated_view_opened'
  | 'texts_masked'
  | 'transcript_exported'
  | 'values_searched'
  | 'audit_exported'
  | 'pruning_requested'
  | 'payloads_erased'
  | 'sessions_exported'
  | 'mark_added'
  | 'mark_decided'
  | 'call_checked'
  | 'call_annotated'
  | 'call_reviewed'
  | 'attention_acknowledged'
  | 'incident_opened'
  | 'incident_assessed'
  | 'incident_closed'
  | 'roster_imported'
  | 'roster_person_deleted'
  | 'roster_deleted';

export type RecordDeps = Pick<HttpDeps, 'journal' | 'clock'>;

/** The agent or the session that an act concerns. */
export interface EventScope {
  readonly agentId?: AgentId;
  readonly sessionId?: SessionId;
}

/**
 * Records one act of a user. Durable on return. Fault `AuditUnavailable` when the journal cannot
 * record it; a route that records `regulated_view_opened` may then show nothing.
 */
export async function recordEvent<K extends ManagementEventKind>(
  { journal, clock }: RecordDeps,
  kind: K,
  fields: EventFields[K],
  { agentId, sessionId }: EventScope = {},
): Promise<void> {
  const draft = {
    kind,
    ts: new Date(clock.now()).toISOString(),
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(agentId !== undefined && { agent_id: agentId }),
    fields,
  };
  await journal.append([draft as Parameters<typeof journal.append>[0][0]]);
}

/** Changes a setting and records the change, as `orUndo` says; resolves with what is in force then. */
export async function changeSetting<T>(
  setting: StoredSetting<T>,
  change: (before: T) => T,
  record: (before: T, after: T) => Promise<void>,
): Promise<T> {
  const { before, after } = await setting.update(change);
  await orUndo(record(before, after), () => setting.update(() => before));
  return after;
}

/** Takes a change back when the journal cannot record it. A crash in between leaves it unrecorded. */
export async function orUndo(
  recording: Promise<void>,
  undo: () => Promise<unknown>,
): Promise<void> {
  try {
    await recording;
  } catch (error) {
    await undo();
    throw error;
  }
}
