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
