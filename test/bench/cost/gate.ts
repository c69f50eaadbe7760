import { percentile } from '../load.ts';

/** Of which product a figure is. */
export type Side = 'before' | 'now';

/** One figure of one round; less is better. */
export interface Figure {
  readonly row: string;
  readonly side: Side;
  readonly value: number;
}

/** A row of the gate: what it was, what it is, and whether that is more than the gate lets through. */
export interface Judgement {
  readonly row: string;
  readonly medians: Readonly<Record<Side, number>>;
  readonly leasts: Readonly<Record<Side, number>>;
  readonly isDearer: boolean;
}

/** A row may cost this much of what it cost before. */
export const mostOfBefore = 1.05;

/**
 * Judges each row by all its rounds, in the order of the figures. A row is dearer when both its median and its least round
 * are more than `mostOfBefore` of the other product's: other work on the machine makes some rounds dearer, never cheaper, so
 * the least is what a turn costs undisturbed, and the median keeps one lucky round from deciding.
 */
export function judge(figures: readonly Figure[]): readonly Judgement[] {
  return [...Map.groupBy(figures, ({ row }) => row)].map(([row, own]) => {
    const of = (percent: number): Record<Side, number> => ({
      before: percentile(valuesOf(own, 'before'), percent),
      now: percentile(valuesOf(own, 'now'), percent),
    });
    const [medians, leasts] = [of(50), of(0)];
    return { row, medians, leasts, isDearer: [medians, leasts].every(isOver) };
  });
}

const isOver = ({ before, now }: Readonly<Record<Side, number>>): boolean =>
  now > before * mostOfBefore;

function valuesOf(figures: readonly Figure[], side: Side): readonly number[] {
  return figures.filter((one) => one.side === side).map(({ value }) => value);
}
