import { SessionId } from '../contract/ids.ts';
import { Fault } from '../domain/fault.ts';
import type { SessionRow } from '../ports/calls.ts';
import type { HttpDeps } from './deps.ts';

/** The session with this id; Fault `session_not_found` for unknown and malformed ids. */
export async function findSession(
  { calls }: Pick<HttpDeps, 'calls'>,
  id: string,
): Promise<SessionRow> {
  const parsed = SessionId.safeParse(id);
  const row = parsed.success ? await calls.get(parsed.data) : undefined;
  if (row === undefined) throw new Fault('session_not_found', 'there is no session with this id');
  return row;
}
