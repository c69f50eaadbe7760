import type { EventDraft, JournalRecord } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Period, PeriodRecords } from '../domain/reports/period.ts';

/**
 * The texts of all policies that calls ran under, stored as long as records name them. The journal
 * names a policy by the SHA-256 of its text.
 */
export interface PolicyTexts {
  /** Durable on return. Storing a text again is no error. */
  keep(policy: { readonly sha256: string; readonly yaml: string }): Promise<void>;
  /** The texts in the order of `sha256s`, undefined for an unknown one. */
  find(sha256s: readonly string[]): Promise<readonly (string | undefined)[]>;
}

/** A stored checkpoint (design D24). */
export interface KeptCheckpoint {
  /** Number of records that it covers. */
  readonly size: number;
  /** Hex root of the tree over their hashes. */
  readonly rootHash: string;
  /** The C2SP signed note. */
  readonly note: string;
  /** ISO 8601 UTC, from its `checkpoint_signed` record; absent when that record was pruned. */
  readonly signedAt?: string;
  /** `seq` of the `journal_gap` event that voided it, because the records no longer match it. */
  readonly voidedBy?: number;
}

/** Proofs that a journal gives to people without access to it (design D24, D32). */
export interface JournalAttestation {
  /** Ed25519 key of checkpoints and reports, 32 bytes in hex. */
  readonly publicKey: string;
  /** The name of the journal and its key in every checkpoint. */
  readonly keyName: string;
  /** A signed checkpoint (C2SP note) over all records so far; '' for an empty journal. */
  checkpoint(): Promise<string>;
  /** The newest stored checkpoints, newest first; `limit` is 1 to 1,000. */
  checkpoints(limit: number): Promise<readonly KeptCheckpoint[]>;
  /** Ed25519 signature in base64 over the UTF-8 bytes of `text`. Sign no note with it. */
  sign(text: string): Promise<string>;
  /**
   * The whole journal as text that other programs can verify (docs/journal-format.md), in pieces of
   * whole lines. Reads only as fast as the consumer takes them. Rejects when it cannot be read.
   */
  export(): AsyncIterable<string>;
}

/** Reads the journal by time. */
export interface JournalPeriods {
  /**
   * The calls and the accesses of a period. A thread of its own reads and hashes them, one period at a
   * time; appends do not wait. Rejects when the journal cannot be read.
   */
  period(period: Period): Promise<PeriodRecords>;
}

export interface JournalHead {
  /** Number of records, which is the `seq` of the next one. */
  readonly size: number;
  /** `curr_hash` of the last record; 64 zeros when empty. */
  readonly hash: string;
}

/** How the journal found on opening differs from the last acknowledged head (design D23). */
export interface JournalGap {
  readonly reason:
    | 'behind_head'
    | 'rewritten'
    | 'head_missing'
    | 'head_forged'
    | 'contradicts_checkpoint'
    | 'vault_missing';
  /** The head that the head file or another database holds; empty when it is not authentic. */
  readonly head: JournalHead;
  readonly found: JournalHead;
}

/** A place where the chain breaks; `rule` is a closed list that tests assert on. */
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
      /** Records present. */
      readonly eventCount: number;
      /** Records removed under the retention policy (design D27); absent when zero. */
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
   * Appends all drafts as consecutive records, in order. When it resolves, they are on disk (or
   * committed) and the head file covers them. When it rejects with Fault `AuditUnavailable`, none of
   * them is acknowledged, and the caller must not forward what they describe. It never retries. The
   * caller may: a draft that was committed but not acknowledged is not written twice. Rejects with
   * Fault `session_not_found` for an event about a session that has no records left.
   */
  append(drafts: readonly EventDraft[]): Promise<readonly JournalRecord[]>;
  /** Records in ascending order, without those that retention pruned and calls that began in them. */
  read(query: RecordQuery): Promise<readonly JournalRecord[]>;
  /**
   * Reads and hashes the whole chain and compares it with head file and checkpoints. With `gently`, it rests
   * after each block of records for as long as the block took, so that it leaves half a core to calls.
   */
  verify(options?: { readonly gently?: boolean }): Promise<Verification>;
  head(): JournalHead;
}

/** What people did (decision 0089). */
export interface ActivityRecords {
  /**
   * Records that name a person, and failed sign-ins: newest first, before `before`, without those that
   * retention pruned; `limit` is 1 to 10,000. An index finds them among the records of calls.
   */
  activity(query: {
    readonly before?: number;
    readonly limit: number;
  }): Promise<readonly JournalRecord[]>;
}

/** Records from `from` up to, not including, `to`. */
export interface SeqRange {
  readonly from: number;
  readonly to: number;
}

/** Calls the listener with records that any replica appended, until the returned function is called. */
export type Appended = (listener: (range: SeqRange) => void) => () => void;
