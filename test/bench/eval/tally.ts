/** Counts for one kind; adding two tallies field by field gives the tally of both sets of texts. */
export interface Tally {
  /** Wanted spans. */
  readonly support: number;
  /** Found spans that count: answers, and false hits outside neutral spans. */
  readonly found: number;
  /** Found spans that lie in neutral spans, and so are left out of `found`. */
  readonly neutral: number;
  /** Wanted spans answered by a found span with the same ends. */
  readonly exact: number;
  /** Wanted spans answered by an overlapping found span. */
  readonly overlap: number;
  /** Wanted spans whose every letter and digit was found, under any kind. */
  readonly hidden: number;
}

export const emptyTally: Tally = {
  support: 0,
  found: 0,
  neutral: 0,
  exact: 0,
  overlap: 0,
  hidden: 0,
};

/** Tallies by kind. */
export type Tallies = Readonly<Record<string, Tally>>;

/** The sum of any number of tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = { ...emptyTally };
  for (const tally of tallies) {
    for (const field of Object.keys(sum) as (keyof Tally)[]) sum[field] += tally[field];
  }
  return sum;
}

/** Kind by kind, the sum over several sets. */
export function poolTallies(sets: readonly Tallies[]): Tallies {
  const kinds = [...new Set(sets.flatMap((set) => Object.keys(set)))];
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      addTallies(
        sets.flatMap((set) => {
          const tally = set[kind];
          return tally === undefined ? [] : [tally];
        }),
      ),
    ]),
  );
}

/** Precision, recall and F, each 0 to 1; undefined where nothing was found or wanted. */
export interface Rates {
  readonly precision: number | undefined;
  readonly recall: number | undefined;
  readonly f1: number | undefined;
  readonly f2: number | undefined;
}

/** Rates from `hits` answered of `support` wanted, with `found` found. */
export function ratesOf(hits: number, support: number, found: number): Rates {
  return {
    precision: found === 0 ? undefined : hits / found,
    recall: support === 0 ? undefined : hits / support,
    f1: fMeasure(1, hits, support, found),
    f2: fMeasure(2, hits, support, found),
  };
}

/** F with recall weighted `beta` times precision; undefined where nothing was wanted. */
function fMeasure(beta: number, hits: number, support: number, found: number): number | undefined {
  if (support === 0) return undefined;
  return ((1 + beta ** 2) * hits) / (beta ** 2 * support + found);
}

/** The plain mean of the rates that are defined, undefined where none is. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const defined = values.filter((value) => value !== undefined);
  if (defined.length === 0) return undefined;
  return defined.reduce((sum, value) => sum + value, 0) / defined.length;
}
