import type { ChainBreak } from '../../ports/journal.ts';

/** Records in a tile; pruning deletes whole tiles (design D27). */
export const tileSize = 256;

/** What a `retention_pruned` record says; unproven until it was compared to the leaves. */
export interface PrunedFacts {
  readonly firstSeq: unknown;
  readonly lastSeq: unknown;
  readonly boundaryHash: unknown;
}

interface PrunedEvent extends PrunedFacts {
  readonly seq: number;
}

/** Compares what is missing at the start of a journal to the records that gave it up. */
export interface PrunedCheck {
  /** Every leaf in order, those of pruned records included. */
  leaf(seq: number, hash: string): void;
  event(seq: number, facts: PrunedFacts): void;
  /**
   * The first `pruned` records are gone; `signedSize` is the largest checkpoint that holds. Each
   * event must name the hash its last record had, and the last missing record must be covered by
   * an event that a checkpoint covers in turn (design D27).
   */
  breaks(pruned: number, signedSize: number): ChainBreak[];
}

export function prunedCheck(): PrunedCheck {
  const tileEnds = new Map<number, string>();
  const events: PrunedEvent[] = [];
  const isTrue = ({ seq, firstSeq, lastSeq, boundaryHash }: PrunedEvent): boolean => {
    const [first, last] = [Number(firstSeq), Number(lastSeq)];
    return first <= last && last < seq && tileEnds.get(last) === boundaryHash;
  };
  return {
    leaf(seq, hash) {
      if ((seq + 1) % tileSize === 0) tileEnds.set(seq, hash);
    },
    event: (seq, facts) => void events.push({ seq, ...facts }),
    breaks(pruned, signedSize) {
      const wrong = events.filter((event) => !isTrue(event));
      const found = wrong.map(({ seq }): ChainBreak => ({ seq, rule: 'retention_mismatch' }));
      if (pruned === 0) return found;
      const covers = (event: PrunedEvent) =>
        isTrue(event) &&
        Number(event.firstSeq) < pruned &&
        Number(event.lastSeq) >= pruned - 1 &&
        event.seq < signedSize;
      return events.some(covers) ? found : [{ seq: 0, rule: 'seq_gap' }, ...found];
    },
  };
}
