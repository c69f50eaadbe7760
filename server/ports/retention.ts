import type { SessionId } from '../domain/ids.ts';
import type { HoldCover, HoldPurpose } from '../domain/legal-hold.ts';

/** A legal hold that a person asks for: it protects records from pruning (design D27). */
export interface LegalHold extends HoldCover, HoldPurpose {
  /** User who placed it. */
  readonly actor: string;
  /** ISO 8601 UTC. */
  readonly placedAt: string;
}

/** A hold in force; its purpose stands in the record that placed it. */
export interface PlacedHold extends HoldCover, Pick<LegalHold, 'actor' | 'placedAt'> {
  /** `seq` of the record that placed it. */
  readonly no: number;
}

/** Legal holds. Each change is durable together with the record that names its actor. */
export interface LegalHolds {
  /**
   * Places a hold; several may have the same cover. `fromSeq`: the first record that a hold of an agent or of
   * dates keeps. Rejects with Fault `session_not_found`.
   */
  place(hold: LegalHold, fromSeq?: number): Promise<PlacedHold>;
  /** Releases a hold, at a time and by an actor. False when it is not in force. */
  release(no: number, by: Pick<LegalHold, 'actor' | 'placedAt'>): Promise<boolean>;
  /** The holds in force, oldest first. */
  list(): Promise<readonly PlacedHold[]>;
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
  /**
   * Fills tile `no` with `tile_filled` records, if the next record goes into it and it is not empty; in one
   * commit. Pruning deletes whole tiles: one that is not full keeps its first record too long.
   */
  fillTile(no: number, ts: string): Promise<void>;
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
