import type { EventFields } from '../../domain/event.ts';
import type { AgentId } from '../../domain/ids.ts';
import type { SessionSummary } from '../../domain/session.ts';
import type { HttpDeps } from './deps.ts';

/** What management routes put on record. */
type ManagementEventKind =
  | 'agent_created'
  | 'agent_updated'
  | 'agent_deleted'
  | 'policy_reloaded'
  | 'login'
  | 'logout'
  | 'login_failed'
  | 'access_changed';

/** Puts one act on record; durable on return, Fault `AuditUnavailable` when it cannot be. */
export async function recordEvent<K extends ManagementEventKind>(
  { journal, clock }: Pick<HttpDeps, 'journal' | 'clock'>,
  kind: K,
  fields: EventFields[K],
  agentId?: AgentId,
): Promise<void> {
  const ts = new Date(clock.now()).toISOString();
  const scope = agentId === undefined ? {} : { agent_id: agentId };
  await journal.append([{ kind, ts, ...scope, fields } as Parameters<typeof journal.append>[0][0]]);
}

/**
 * Puts on record that someone is about to see real values: of one session, or of all live calls.
 * Durable on return, Fault `AuditUnavailable` when it cannot be; then nothing may be shown.
 */
export async function recordView(
  { journal, clock }: Pick<HttpDeps, 'journal' | 'clock'>,
  actor: string,
  view: 'live' | 'replay',
  session?: Pick<SessionSummary, 'id' | 'agentId'>,
): Promise<void> {
  const ts = new Date(clock.now()).toISOString();
  const of = session === undefined ? {} : sessionScope(session);
  await journal.append([{ kind: 'regulated_view_opened', ts, ...of, fields: { actor, view } }]);
}

/** Puts on record that an admin erases what was kept of a session's texts. */
export async function recordErasure(
  { journal, clock }: Pick<HttpDeps, 'journal' | 'clock'>,
  actor: string,
  session: Pick<SessionSummary, 'id' | 'agentId'>,
): Promise<void> {
  const ts = new Date(clock.now()).toISOString();
  await journal.append([
    { kind: 'payloads_erased', ts, ...sessionScope(session), fields: { actor } },
  ]);
}

function sessionScope({ id, agentId }: Pick<SessionSummary, 'id' | 'agentId'>) {
  return { session_id: id, agent_id: agentId };
}
