import type { JournalRecord } from '../../domain/event.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { JournalHead } from '../../ports/journal.ts';
import type { StoredRow } from '../record/stored-row.ts';
import type { StoredCheckpoint } from '../verify/chain-verifier.ts';
import type { HeadStatus } from '../verify/journal-head.ts';

/** Rows in order, at most about a thousand at a time. */
export type Blocks<T> = Iterable<readonly T[]> | AsyncIterable<readonly T[]>;

/** A journal as the jobs read it. A reader writes nothing and delays no append. */
export interface JournalReader {
  /**
   * True when a snapshot also holds the records: pruning cannot delete them while they are read.
   * Where it is false, records are read as they are at that moment.
   */
  readonly isStable: boolean;
  /**
   * True when head and records are committed together, so that the head must name the last record.
   * Where it is false, records may follow the head: the process died before it wrote the head.
   */
  readonly headIsExact: boolean;
  snapshot(): Promise<JournalSnapshot>;
  /** True for the error of a read that met a damaged page. */
  isDamage(error: unknown): boolean;
}

/** The journal at one moment. Every method rejects or throws when the journal cannot be read. */
export interface JournalSnapshot {
  readonly head: HeadStatus;
  /** Heads that were kept elsewhere; a missing one says nothing. */
  readonly knownHeads: readonly HeadStatus[];
  /** In the order in which they were signed. */
  readonly checkpoints: readonly StoredCheckpoint[];
  /** `retention_pruned` gave up the records before this `seq`. */
  readonly prunedBelow: number;
  /** Retention deleted the records before this `seq`. */
  readonly deletedBelow: number;
  /** Where the records end. */
  end(): JournalHead;
  /** The records that are there, from `from` on. */
  records(from: number): Blocks<StoredRow>;
  /** Hashes of the records before `before`, from `seq` 0 on; deleted records included. */
  hashes(before: number): Blocks<string>;
  /** All records of a session; none when it is unknown, or began in records that were given up. */
  session(id: SessionId): Promise<readonly JournalRecord[]>;
  /** `seq` of the last record of each session; sessions without a record are left out. */
  lastSeqOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** First `seq` that each legal hold keeps: 0 for one of the installation. */
  heldFrom(): Promise<readonly number[]>;
}
