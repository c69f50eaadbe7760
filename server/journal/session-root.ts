import type { EventKind, JournalRecord } from '../domain/event.ts';
import { Fault } from '../domain/fault.ts';
import { merkleRoot } from './merkle.ts';

/** What may follow a call without moving its root (design D21). */
const notLeaves: ReadonlySet<EventKind> = new Set([
  'session_sealed',
  'report_generated',
  'regulated_view_opened',
  'payloads_erased',
  'legal_hold_placed',
  'legal_hold_released',
]);

/** True when a record of a session counts in that session's root. */
export function isSessionLeaf(kind: EventKind): boolean {
  return !notLeaves.has(kind);
}

/**
 * What is said of a session begins none: Fault `session_not_found` for such a record in the first
 * place of a session, of which nothing is there any more.
 */
export function assertSessionExists(kind: EventKind, sessionSeq: number | undefined): void {
  if (sessionSeq === 0 && !isSessionLeaf(kind)) {
    throw new Fault('session_not_found', 'there are no records of this session');
  }
}

/** `merkle_root_hex` of one session, from its records in `session_seq` order (design D21). */
export function sessionRoot(records: readonly JournalRecord[]): string {
  return merkleRoot(records.filter((r) => isSessionLeaf(r.kind)).map((r) => r.curr_hash));
}
