import type { EventFields } from '../domain/event.ts';
import type { AgentId } from '../domain/ids.ts';
import type { HttpDeps } from './deps.ts';

/** What management routes put on record. */
type ManagementKind =
  | 'agent_created'
  | 'agent_updated'
  | 'agent_deleted'
  | 'policy_reloaded'
  | 'login'
  | 'logout'
  | 'login_failed';

/** Puts one act on record; durable on return, Fault `AuditUnavailable` when it cannot be. */
export async function record<K extends ManagementKind>(
  { journal, clock }: Pick<HttpDeps, 'journal' | 'clock'>,
  kind: K,
  fields: EventFields[K],
  agentId?: AgentId,
): Promise<void> {
  const ts = new Date(clock.now()).toISOString();
  const scope = agentId === undefined ? {} : { agent_id: agentId };
  await journal.append([{ kind, ts, ...scope, fields } as Parameters<typeof journal.append>[0][0]]);
}
