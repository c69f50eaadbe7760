/** A span with the kind it is scored under. */
export interface KindSpan {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** A half-open range, whatever its kind. */
export type Range = Pick<KindSpan, 'start' | 'end'>;

/** Indexes of a wanted span and of the found span that answers it. */
export type Pair = readonly [wanted: number, found: number];

/** Least intersection over union, in characters, at which two spans count as overlapping. */
const overlapThreshold = 0.5;

/** Length of the common part of two ranges. */
function commonLength(a: Range, b: Range): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}

/** Characters in both over characters in either, 0 to 1; 0 for two empty ranges. */
export function intersectionOverUnion(a: Range, b: Range): number {
  const common = commonLength(a, b);
  const union = a.end - a.start + (b.end - b.start) - common;
  return union === 0 ? 0 : common / union;
}

/**
 * Pairs wanted with found spans of the same kind whose intersection over union reaches `least`. Each
 * span is used once; the closest pair goes first, then the earlier one, so the result does not
 * depend on the order of the input.
 */
export function matchSpans(
  wanted: readonly KindSpan[],
  found: readonly KindSpan[],
  least: number = overlapThreshold,
): Pair[] {
  const candidates = wanted.flatMap((want, at) =>
    found.flatMap((hit, by) => {
      const closeness = want.kind === hit.kind ? intersectionOverUnion(want, hit) : 0;
      return closeness >= least && closeness > 0
        ? [{ at, by, closeness, start: want.start, hitStart: hit.start }]
        : [];
    }),
  );
  candidates.sort(
    (a, b) => b.closeness - a.closeness || a.start - b.start || a.hitStart - b.hitStart,
  );
  const usedWanted = new Set<number>();
  const usedFound = new Set<number>();
  const pairs: Pair[] = [];
  for (const { at, by } of candidates) {
    if (usedWanted.has(at) || usedFound.has(by)) continue;
    usedWanted.add(at);
    usedFound.add(by);
    pairs.push([at, by]);
  }
  return pairs;
}

/** Share of `range` that lies in the union of `others`, 0 to 1. */
export function coveredShare(range: Range, others: readonly Range[]): number {
  const length = range.end - range.start;
  if (length <= 0) return 0;
  const parts = others
    .map((other) => ({
      start: Math.max(range.start, other.start),
      end: Math.min(range.end, other.end),
    }))
    .filter((part) => part.end > part.start)
    .sort((a, b) => a.start - b.start);
  let covered = 0;
  let reached = range.start;
  for (const part of parts) {
    covered += Math.max(0, part.end - Math.max(part.start, reached));
    reached = Math.max(reached, part.end);
  }
  return covered / length;
}
