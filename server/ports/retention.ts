import type { SessionId } from '../domain/ids.ts';

/** Keeps the whole installation's records, or one session's, from being pruned (design D27). */
export interface LegalHold {
  /** Absent on a hold of the whole installation. */
  readonly sessionId?: SessionId;
  /** User who placed it. */
  readonly actor: string;
  /** ISO 8601 UTC. */
  readonly placedAt: string;
}

/** Legal holds, each durable with the record that says who placed or released it. */
export interface LegalHolds {
  /** The one in force when there is one already. Rejects with Fault `session_not_found`. */
  place(hold: LegalHold): Promise<LegalHold>;
  /** `actor` and `placedAt` are of the release. False when there was none. */
  release(hold: LegalHold): Promise<boolean>;
  /** Those in force; the installation's first. */
  list(): Promise<readonly LegalHold[]>;
}

/** What the journal knows of its own pruning. */
export interface RetentionState {
  /** Records before this `seq` are given up by a signed `retention_pruned`, and are not read any more. */
  readonly prunedBelow: number;
  /** Records before this `seq` are deleted; behind `prunedBelow` while that is under way. */
  readonly deletedBelow: number;
  /** What the clock read when pruning last looked at it; ISO 8601 UTC. */
  readonly clockSeen: string;
  /** Time of the newest record; undefined while there is none. */
  readonly newest?: string;
}

export interface PruneQuery {
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** Longest retention of the policies in force, in days. */
  readonly policyDays: number;
}

export interface PrunePlan {
  readonly firstSeq: number;
  /** `firstSeq - 1` when nothing is due. */
  readonly lastSeq: number;
  /** Sessions that begin in these records. */
  readonly sessions: number;
}

/** 256 records to be deleted, with the sessions that begin in them. */
export interface PrunedTile {
  readonly no: number;
  readonly sessionIds: readonly SessionId[];
}

/** Pruning of the journal (design D27): plan, give up, then delete tile by tile. */
export interface Pruning {
  /**
   * The oldest whole tiles that are past their retention. No call is cut that still has a record to
   * keep, nor one under legal hold. Writes nothing and disturbs no append.
   */
  plan(query: PruneQuery): Promise<PrunePlan>;
  /**
   * Journals `retention_pruned` for the records up to `lastSeq` and signs a checkpoint over it, in
   * one commit. From then on they are not read; a crash leaves them to be deleted by the next run.
   * False, with nothing written, when a hold or another run came between.
   */
  giveUp(plan: PrunePlan, policyDays: number, ts: string): Promise<boolean>;
  /** The next tile that was given up and is still there; undefined when there is none, or a hold stops it. */
  nextTile(): Promise<PrunedTile | undefined>;
  /** Deletes that tile for good, keeping its hashes. Rejects for one that was not given up. */
  dropTile(no: number): Promise<void>;
}

/** What pruning has done and seen, durable. */
export interface RetentionLedger {
  state(): Promise<RetentionState>;
  /** Remembers what the clock reads; `confirmed` journals who vouched for it. */
  sawClock(
    ts: string,
    confirmed?: { readonly actor: string; readonly aheadMs: number },
  ): Promise<void>;
}

/** Something that is kept of sessions beside the journal, and goes with them. */
export interface SessionErasure {
  /** Durable on return; sessions that are not there are passed over. */
  erase(sessions: readonly SessionId[]): Promise<void>;
}
