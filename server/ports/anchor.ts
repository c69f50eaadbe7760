/** What a journal can show to people who cannot look into it (design D24, D32). */
export interface Anchor {
  /** Ed25519 key of checkpoints and reports, 32 bytes in hex. */
  readonly publicKey: string;
  /** A signed checkpoint (C2SP note) over everything appended so far; '' while there is nothing. */
  checkpoint(): Promise<string>;
  /** Ed25519 signature in base64 over the UTF-8 bytes of `text`, which is no note. */
  sign(text: string): Promise<string>;
}
