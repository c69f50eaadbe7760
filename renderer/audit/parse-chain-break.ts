/** Where a chain first breaks, as the service's message says. */
export interface ChainBreak {
  readonly seq: number;
  /** One of the closed list of `server/ports/journal.ts`. */
  readonly rule: string;
}

/** Reads `chain broken at seq 12: prev_hash_mismatch`; undefined when it says something else. */
export function parseChainBreak(message: string): ChainBreak | undefined {
  const [, seq, rule] = /^chain broken at seq (\d+): ([a-z_]+)$/.exec(message) ?? [];
  return seq === undefined || rule === undefined ? undefined : { seq: Number(seq), rule };
}
