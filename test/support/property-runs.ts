const asked = process.env['PROPERTY_RUNS'];

/**
 * How often a property is tried: `all` times where everything is checked (`npm run check:all`), as often as
 * `PROPERTY_RUNS` says where that is a number, else at most 100 times.
 */
export function propertyRuns(all: number): number {
  if (asked === 'all') return all;
  return asked === undefined ? Math.min(all, 100) : Number(asked);
}
