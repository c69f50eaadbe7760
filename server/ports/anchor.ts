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
