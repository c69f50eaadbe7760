import { statement } from '../engine/statement.ts';

/** Where the records end, and what must fit them: the head, and the last checkpoint. */
export interface HeadCheckRow {
  /** Records there are, deleted ones included. */
  readonly size: number;
  readonly hash: Buffer | null;
  /** Hash of the record that was asked for. */
  readonly asked: Buffer | null;
  /** The last checkpoint in force. */
  readonly note_size: number | null;
  readonly note: string | null;
  readonly head_size: number | null;
  readonly head_hash: Buffer | null;
  readonly head_mac: Buffer | null;
  readonly last_ts: string | null;
}

export interface SealedRow {
  readonly seq: number;
  readonly sealed: Buffer;
  readonly currHash: Buffer;
}

/** The journal's statements by what they are for, so that their plans can be tested. */
export const journalSql = {
  lockHead: statement<[], unknown>('SELECT FROM journal_head WHERE id = 1 FOR UPDATE'),
  /** Reads one moment; after the head was locked, that is the latest. */
  look: statement<[asked: number | null], HeadCheckRow>(
    `SELECT coalesce(e.seq + 1, 0) AS size, e.curr_hash AS hash,
       journal_hash_at($1::bigint) AS asked,
       c.size AS note_size, c.note,
       h.size AS head_size, h.hash AS head_hash, h.mac AS head_mac, h.last_ts
     FROM (SELECT) AS one
     LEFT JOIN LATERAL (SELECT seq, curr_hash FROM journal_record ORDER BY seq DESC LIMIT 1) AS e
       ON true
     LEFT JOIN LATERAL (SELECT size, note FROM journal_checkpoint WHERE voided_by IS NULL
       ORDER BY size DESC LIMIT 1) AS c ON true
     LEFT JOIN journal_head AS h ON h.id = 1`,
  ),
  /** Next `session_seq` of each session given. */
  nextInSessions: statement<[ids: readonly string[]], { id: string; next: number }>(
    `SELECT id, coalesce((SELECT max(session_seq) + 1 FROM journal_record
       WHERE session_id = id), 0) AS next
     FROM unnest($1::text[]) AS id`,
  ),
  /** Writes the head and notifies all listeners of the new records. */
  setHead: statement<
    [
      size: number,
      hash: Uint8Array,
      lastTs: string,
      mac: Uint8Array,
      channel: string,
      range: string,
    ]
  >(
    `WITH head AS (
       INSERT INTO journal_head (id, size, hash, last_ts, mac) VALUES (1, $1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET
         size = excluded.size, hash = excluded.hash, last_ts = excluded.last_ts, mac = excluded.mac)
     SELECT pg_notify($5, $6)`,
  ),
  /** Makes the head of an empty journal. */
  firstHead: statement<[hash: Uint8Array, mac: Uint8Array]>(
    `INSERT INTO journal_head (id, size, hash, last_ts, mac) VALUES (1, 0, $1, '', $2)
     ON CONFLICT DO NOTHING`,
  ),
  /** The newest `journal_gap` records, newest first. */
  gaps: statement<[], SealedRow>(
    `SELECT seq, sealed, curr_hash AS "currHash" FROM journal_record
     WHERE kind = 'journal_gap' ORDER BY seq DESC LIMIT 64`,
  ),
  /** Names the notifications of the schema that the tables are in. */
  channel: statement<[], { channel: string }>(
    `SELECT 'svc_journal_' || current_schema()::regnamespace::oid AS channel`,
  ),
} as const;
