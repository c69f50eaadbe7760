const thorough = process.env['PROPERTY_RUNS'] === 'all';

/** How often a property is tried: `all` times where everything is checked (`npm run check:all`), else at most 100 times. */
export function propertyRuns(all: number): number {
  return thorough ? all : Math.min(all, 100);
}
