import { z } from 'zod';
import { AgentId, SessionId } from './ids.ts';
import { PageQuery, pageOf } from './pagination.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * A journal record as it is hashed (design D20): `curr_hash` is over the canonical JSON of all its
 * other fields, so nothing is renamed, left out or added. The fields of its kind stand beside those
 * named here; kinds that a reader does not know may come.
 */
export const SessionEvent = z.looseObject({
  v: z.literal(1),
  seq: z.int(),
  id: z.string(),
  ts: z.string(),
  kind: z.string(),
  nonce: z.string(),
  session_id: SessionId,
  session_seq: z.int(),
  agent_id: AgentId.optional(),
  prev_hash: hash,
  curr_hash: hash,
});
export type SessionEvent = z.infer<typeof SessionEvent>;

/** Query of a session's events, oldest first. */
export const SessionEventsQuery = PageQuery;

export const SessionEventPage = pageOf(SessionEvent);
