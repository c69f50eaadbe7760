/** Where the chain first breaks, from the service's message. */
export interface ChainBreak {
  readonly seq: number;
  /** From the closed list in `server/ports/journal.ts`. */
  readonly rule: string;
}

/** Reads `chain broken at seq 12: prev_hash_mismatch`; undefined for any other message. */
export function parseChainBreak(message: string): ChainBreak | undefined {
  const [, seq, rule] = /^chain broken at seq (\d+): ([a-z_]+)$/.exec(message) ?? [];
  return seq === undefined || rule === undefined ? undefined : { seq: Number(seq), rule };
}
