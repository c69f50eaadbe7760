import type { EventDraft, JournalRecord } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';

/**
 * Texts of all policies that calls ran under, for as long as there are records that name them. The
 * journal names a policy by the SHA-256 of its text.
 */
export interface PolicyTexts {
  /** Durable on return; a text already kept is no error. */
  keep(policy: { readonly sha256: string; readonly yaml: string }): Promise<void>;
  /** Texts in the order asked for, undefined where none is kept. */
  find(sha256s: readonly string[]): Promise<readonly (string | undefined)[]>;
}

/** A checkpoint as it was signed and kept (design D24). */
export interface KeptCheckpoint {
  /** Number of records it stands for. */
  readonly size: number;
  /** Hex root of the tree over their hashes. */
  readonly rootHash: string;
  /** The C2SP signed note. */
  readonly note: string;
  /** ISO 8601 UTC, by the record that tells of it; absent when that record was pruned. */
  readonly signedAt?: string;
  /** `seq` of the `journal_gap` event that gave it up, because the records no longer bear it out. */
  readonly voidedBy?: number;
}

/** What a journal can show to people who cannot look into it (design D24, D32). */
export interface JournalAttestation {
  /** Ed25519 key of checkpoints and reports, 32 bytes in hex. */
  readonly publicKey: string;
  /** Names the journal and its key in every checkpoint. */
  readonly keyName: string;
  /** A signed checkpoint (C2SP note) over everything appended so far; '' while there is nothing. */
  checkpoint(): Promise<string>;
  /** The newest of those that were kept, newest first; `limit` is 1 to 1,000. */
  checkpoints(limit: number): Promise<readonly KeptCheckpoint[]>;
  /** Ed25519 signature in base64 over the UTF-8 bytes of `text`, which is no note. */
  sign(text: string): Promise<string>;
  /**
   * The whole journal as text that verifies without this program (docs/journal-format.md), in pieces
   * of whole lines, made only as fast as they are taken. Rejects when it cannot be read.
   */
  export(): AsyncIterable<string>;
}

export interface JournalHead {
  /** Number of records; the next one gets this `seq`. */
  readonly size: number;
  /** `curr_hash` of the last record; 64 zeros when empty. */
  readonly hash: string;
}

/** How a journal that was opened differs from what was last acknowledged (design D23). */
export interface JournalGap {
  readonly reason:
    | 'behind_head'
    | 'rewritten'
    | 'head_missing'
    | 'head_forged'
    | 'contradicts_checkpoint'
    | 'vault_missing';
  /** What was vouched for outside of the journal; empty where it could not be believed. */
  readonly head: JournalHead;
  readonly found: JournalHead;
}

/** Where a chain first breaks; `rule` is a closed list, tests assert on it. */
export interface ChainBreak {
  readonly seq: number;
  readonly rule:
    | 'malformed_record'
    | 'seq_gap'
    | 'prev_hash_mismatch'
    | 'curr_hash_mismatch'
    | 'session_seq_mismatch'
    | 'truncated'
    | 'head_mismatch'
    | 'head_signature'
    | 'checkpoint_mismatch'
    | 'checkpoint_signature'
    | 'anchor_not_covered'
    | 'retention_mismatch';
}

export type Verification =
  | {
      readonly ok: true;
      /** Records that are there. */
      readonly eventCount: number;
      /** Records removed under the retention policy (design D27); absent when none were. */
      readonly prunedCount?: number;
      readonly head: JournalHead;
    }
  | { readonly ok: false; readonly eventCount: number; readonly breaks: readonly ChainBreak[] };

export interface RecordQuery {
  readonly sessionId?: SessionId;
  /** First `seq` wanted (or `session_seq`, when `sessionId` is given); default 0. */
  readonly from?: number;
  /** At most this many records, 1 to 10,000. */
  readonly limit: number;
}

/** The append-only, hash-chained record (spec, Events; design D20–D23). */
export interface Journal {
  /**
   * Appends all drafts as consecutive records, in order. When it resolves they are on disk (or
   * committed) and the head file covers them; when it rejects with Fault `AuditUnavailable` none of
   * them is acknowledged, and the caller must not forward what they describe. Never retried inside;
   * a draft that is known to stand on record all the same is not written again when it is appended again.
   * Rejects with Fault `session_not_found` for what is said of a session of which nothing is there.
   */
  append(drafts: readonly EventDraft[]): Promise<readonly JournalRecord[]>;
  /** Records in ascending order; those that retention gave up, and calls that began in them, are gone. */
  read(query: RecordQuery): Promise<readonly JournalRecord[]>;
  /** Re-reads and re-hashes the whole chain and holds it against head file and checkpoints. */
  verify(): Promise<Verification>;
  head(): JournalHead;
}
