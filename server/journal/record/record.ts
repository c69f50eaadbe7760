import { hash } from 'node:crypto';
import type { EventDraft, JournalRecord } from '../../domain/event.ts';
import { Fault } from '../../domain/fault.ts';
import type { EventId } from '../../domain/ids.ts';
import type { Journaled, Masked } from '../../domain/masked.ts';

/**
 * Marks a masked thing as journalled, given the records that `Journal.append` returned for it
 * (design D22). This is the only way to make one; without records nothing is durable and it throws
 * Fault `AuditUnavailable`.
 */
export function journaled<T>(masked: Masked<T>, receipt: readonly JournalRecord[]): Journaled<T> {
  if (receipt.length === 0) throw new Fault('AuditUnavailable', 'nothing was journalled');
  return masked as Journaled<T>;
}

/** Separates this hash from every other use of SHA-256 (design D20). */
const hashDomain = 'svc-audit-event-v1\n';

/** `prev_hash` of the first record. */
export const zeroHash = '0'.repeat(64);

/** `curr_hash` in hex, from the canonical JSON of a record without its `curr_hash` (design D20). */
export function chainHash(body: string): string {
  return hash('sha256', hashDomain + body);
}

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
