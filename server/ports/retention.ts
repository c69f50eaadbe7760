import type { SessionId } from '../domain/ids.ts';

/** Protects the whole installation's records, or one session's, from pruning (design D27). */
export interface LegalHold {
  /** Absent on a hold of the whole installation. */
  readonly sessionId?: SessionId;
  /** User who placed it. */
  readonly actor: string;
  /** ISO 8601 UTC. */
  readonly placedAt: string;
}

/** Legal holds. Each change is durable together with the record that names its actor. */
export interface LegalHolds {
  /** Returns the hold in force, which may be an earlier one. Rejects with Fault `session_not_found`. */
  place(hold: LegalHold): Promise<LegalHold>;
  /** `actor` and `placedAt` describe the release. False when no hold is in force. */
  release(hold: LegalHold): Promise<boolean>;
  /** The holds in force, the installation's first. */
  list(): Promise<readonly LegalHold[]>;
}

/** How far the journal is pruned. */
export interface RetentionState {
  /** A signed `retention_pruned` covers the records before this `seq`; nothing reads them any more. */
  readonly prunedBelow: number;
  /** Records before this `seq` are deleted; less than `prunedBelow` while deletion is under way. */
  readonly deletedBelow: number;
  /** The clock at the last pruning run; ISO 8601 UTC. */
  readonly clockSeen: string;
  /** Time of the newest record; undefined for an empty journal. */
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

/** 256 records to delete, with the sessions that begin in them. */
export interface PrunedTile {
  readonly no: number;
  readonly sessionIds: readonly SessionId[];
}

/** Pruning of the journal (design D27): plan, give up, then delete tile by tile. */
export interface Pruning {
  /**
   * The oldest whole tiles that are past their retention. The plan never splits a call, and stops
   * before a call that has a record to keep or is under legal hold. Writes nothing and delays no append.
   */
  plan(query: PruneQuery): Promise<PrunePlan>;
  /**
   * Journals `retention_pruned` for the records up to `lastSeq` and signs a checkpoint over it, in
   * one commit. After it nothing reads these records; after a crash the next run deletes them. False,
   * with nothing written, when a hold or another run came after the plan.
   */
  giveUp(plan: PrunePlan, policyDays: number, ts: string): Promise<boolean>;
  /** The next tile to delete; undefined when none is left, or a hold stops the deletion. */
  nextTile(): Promise<PrunedTile | undefined>;
  /** Deletes the records of a tile and keeps their hashes. Rejects for a tile that `giveUp` did not cover. */
  dropTile(no: number): Promise<void>;
}

/** The durable state of pruning. */
export interface RetentionLedger {
  state(): Promise<RetentionState>;
  /** Stores the clock reading; `confirmed` also journals who confirmed it. */
  sawClock(
    ts: string,
    confirmed?: { readonly actor: string; readonly aheadMs: number },
  ): Promise<void>;
}

/** Data about sessions outside the journal, erased together with them. */
export interface SessionErasure {
  /** Durable on return. Skips unknown sessions. */
  erase(sessions: readonly SessionId[]): Promise<void>;
}
