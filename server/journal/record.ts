import type { EventDraft, JournalRecord } from '../domain/event.ts';
import type { EventId } from '../domain/ids.ts';

/** Where the journal puts a draft. */
export interface RecordPosition {
  readonly seq: number;
  readonly id: EventId;
  /** 16 random bytes in hex: a record's hash tells nothing of what it might say. */
  readonly nonce: string;
  /** Given exactly when the draft has a session. */
  readonly sessionSeq?: number;
  readonly prevHash: string;
}

/** A record that has no `curr_hash` yet; its canonical form is what is hashed and stored. */
export type UnhashedRecord = Omit<JournalRecord, 'curr_hash'>;

/** Lays a draft flat beside its place (design D20). Absent ids stay absent. */
export function buildRecord(draft: EventDraft, position: RecordPosition): UnhashedRecord {
  return {
    ...draft.fields,
    v: 1,
    seq: position.seq,
    id: position.id,
    ts: draft.ts,
    kind: draft.kind,
    nonce: position.nonce,
    ...(draft.session_id !== undefined && { session_id: draft.session_id }),
    ...(position.sessionSeq !== undefined && { session_seq: position.sessionSeq }),
    ...(draft.agent_id !== undefined && { agent_id: draft.agent_id }),
    prev_hash: position.prevHash,
  };
}

/** A record from its stored parts; the body is trusted to be what the journal wrote. */
export function parseStoredRecord(body: string, currHash: string): JournalRecord {
  const record = JSON.parse(body) as Record<string, unknown>;
  record['curr_hash'] = currHash;
  return record as unknown as JournalRecord;
}
