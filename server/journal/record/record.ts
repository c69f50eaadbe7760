import { hash } from 'node:crypto';
import type { EventDraft, JournalRecord } from '../../domain/event.ts';
import { Fault } from '../../domain/fault.ts';
import type { EventId } from '../../domain/ids.ts';
import type { Journaled, Masked, OutboundChat } from '../../domain/masked.ts';

/** Says that the events of one outbound body are durable. */
export interface Receipt {
  /** Names the body that these events are about. */
  readonly bodySha256: string;
  /** What `Journal.append` returned for them. */
  readonly records: readonly JournalRecord[];
}

/**
 * The events without which nothing leaves: the request was masked, or the masked request that a provider did
 * not answer goes to another one (decision 0109); and its bytes were scanned. What the scan blocked may only go to the
 * model on the clinic's own network (decision 0191).
 */
const required: readonly ((record: JournalRecord) => boolean)[] = [
  ({ kind }) => kind === 'request_masked' || kind === 'upstream_failed',
  (record) =>
    record.kind === 'egress_scanned' ||
    (record.kind === 'leak_blocked' && record['local_upstream'] !== undefined),
];

/**
 * Marks an outbound body as journalled (design D22): the only way to make one. Throws when the receipt
 * is for another body; Fault `AuditUnavailable` when it lacks a required event, which is then not durable.
 */
export function journaled(
  outbound: Masked<OutboundChat>,
  { bodySha256, records }: Receipt,
): Journaled<OutboundChat> {
  if (bodySha256 !== outbound.bodySha256) throw new Error('the receipt is for another body');
  if (!required.every((isThere) => records.some(isThere)))
    throw new Fault('AuditUnavailable', 'the events of a request are not durable');
  return outbound as Journaled<OutboundChat>;
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
  /** 16 random bytes in hex: a record's hash reveals nothing about its contents. */
  readonly nonce: string;
  /** Given exactly when the draft has a session. */
  readonly sessionSeq?: number | undefined;
  readonly prevHash: string;
}

/** A record that has no `curr_hash` yet; its canonical form is what is hashed and stored. */
export type UnhashedRecord = Omit<JournalRecord, 'curr_hash'>;

/** Joins a draft and its position in one flat object (design D20). Absent ids stay absent. */
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
