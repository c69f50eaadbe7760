import { type EventKind, type JournalRecord, kindsAfterTheCall } from '../../domain/event.ts';
import { Fault } from '../../domain/fault.ts';
import { runToEnd } from '../../domain/time-slices.ts';
import { canonicalJson } from '../record/canonical-json.ts';
import { chainHash, zeroHash } from '../record/record.ts';
import { emptyTree, merkleRoot, treeRoot, withLeaf } from './merkle-tree.ts';

/** True when a record of a session counts in that session's root. */
export function isSessionLeaf(kind: EventKind): boolean {
  return !kindsAfterTheCall.has(kind);
}

/**
 * A record about a session cannot begin that session. Throws Fault `session_not_found` when such a
 * record would be the first: the session is unknown, or all of its records were pruned.
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

/** The tree of one session (design D21). */
export interface SessionTree {
  readonly rootHex: string;
  readonly leaves: readonly JournalRecord[];
  readonly sealed: boolean;
}

/** From the records of a session in `session_seq` order, with a step for each leaf. */
export function* sessionTreeSteps(
  records: readonly JournalRecord[],
): Generator<undefined, SessionTree> {
  const leaves = records.filter(({ kind }) => isSessionLeaf(kind));
  let tree = emptyTree;
  for (const { curr_hash } of leaves) {
    tree = withLeaf(tree, curr_hash);
    yield;
  }
  return { rootHex: treeRoot(tree), leaves, sealed: findSeal(records) !== undefined };
}

/** Why the records of a session are not what the journal wrote (compare `ChainBreak`). */
export type SessionBreak =
  | 'curr_hash_mismatch'
  | 'prev_hash_mismatch'
  | 'session_seq_mismatch'
  | 'seal_mismatch';

export interface SessionFlaw {
  readonly seq: number;
  readonly rule: SessionBreak;
}

/**
 * The first flaw of a session's records: each one's hash, its place in the session, its link to a
 * neighbour that is here as well, and the seal; undefined when they hold.
 */
export function findSessionFlaw(records: readonly JournalRecord[]): SessionFlaw | undefined {
  return runToEnd(sessionFlawSteps(records));
}

/** `sessionFlaw`, with a step for each record and each leaf. */
export function* sessionFlawSteps(
  records: readonly JournalRecord[],
): Generator<undefined, SessionFlaw | undefined> {
  for (const [at, record] of records.entries()) {
    const rule = recordFlaw(record, records[at - 1]);
    if (rule !== undefined) return { seq: record.seq, rule };
    yield;
  }
  const tree = yield* sessionTreeSteps(records);
  const seal = findSeal(records);
  if (seal === undefined) return undefined;
  const holds = seal.rootHex === tree.rootHex && seal.eventCount === tree.leaves.length;
  return holds ? undefined : { seq: seal.seq, rule: 'seal_mismatch' };
}

function recordFlaw(
  record: JournalRecord,
  before: JournalRecord | undefined,
): SessionBreak | undefined {
  if (!isHashOf(record)) return 'curr_hash_mismatch';
  if (record.session_seq !== (before?.session_seq ?? -1) + 1) return 'session_seq_mismatch';
  const adjacent = record.seq === (before?.seq ?? -1) + 1;
  return adjacent && record.prev_hash !== (before?.curr_hash ?? zeroHash)
    ? 'prev_hash_mismatch'
    : undefined;
}

/** True when `curr_hash` is that of the record's canonical form (design D20). */
function isHashOf({ curr_hash, ...body }: JournalRecord): boolean {
  try {
    return chainHash(canonicalJson(body)) === curr_hash;
  } catch {
    // What has no canonical form is no record.
    return false;
  }
}

function findSeal(records: readonly JournalRecord[]) {
  const seal = records.find(({ kind }) => kind === 'session_sealed');
  if (seal === undefined) return undefined;
  const { merkle_root_hex, event_count } = seal;
  return { seq: seal.seq, rootHex: String(merkle_root_hex), eventCount: Number(event_count) };
}
