import { z } from 'zod';
import { AgentId, SessionId, Timestamp } from './ids.ts';
import { PageQuery, pageOf } from './pagination.ts';

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

const exampleEvent = {
  v: 1,
  seq: 41,
  id: 'evt_01M7YRT2VFQ1Z3N8E6K0A4HJ7P',
  ts: '2026-11-21T10:02:11.000Z',
  kind: 'redaction_applied',
  nonce: '5e'.repeat(16),
  session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  session_seq: 3,
  agent_id: 'agt_01M7YRRT80KFHMF3DXAFZ08RHY',
  placeholder: '[PHONE_01]',
  span: [11, 23],
  prev_hash: '4c'.repeat(32),
  curr_hash: 'b7'.repeat(32),
};

/**
 * A journal record as it is hashed (design D20): `curr_hash` is over the canonical JSON of all its
 * other fields, so nothing is renamed, left out or added. The fields of its kind stand beside those
 * named here; kinds that a reader does not know may come.
 */
export const SessionEvent = z
  .looseObject({
    v: z.literal(1),
    seq: z.int(),
    id: z.string(),
    ts: Timestamp,
    kind: z.string(),
    nonce: z.string(),
    session_id: SessionId,
    session_seq: z.int(),
    agent_id: AgentId.optional(),
    prev_hash: sha256Hex,
    curr_hash: sha256Hex,
  })
  .meta({
    id: 'SessionEvent',
    description:
      'A journal record as it is hashed; the fields of its kind stand beside those named here.',
    examples: [exampleEvent],
  });
export type SessionEvent = z.infer<typeof SessionEvent>;

/** Query of a session's events, oldest first. */
export const SessionEventsQuery = PageQuery;

export const SessionEventPage = pageOf(SessionEvent).meta({
  id: 'SessionEventPage',
  examples: [{ data: [exampleEvent], next_cursor: null }],
});
