import type { AgentCounts, SessionSummaries, TimeRange } from '../ports/session-summaries.ts';
import type { CountedStep, OverviewSteps } from '../projections/overview.ts';

/** Counts of the sessions that started in each step of a time; steps without any are left out. */
export type ReadCountedSteps = (steps: OverviewSteps) => Promise<readonly CountedStep[]>;

/** More steps than a year of days and a week of hours. */
const maxKept = 600;

/**
 * Reads sums of sessions step by step, and keeps them in memory: only steps that changed since are added
 * up again, so that an overview of 100,000 calls adds up those of the last hour or day.
 */
export function countedSteps({
  steps,
  sums,
}: Pick<SessionSummaries, 'steps' | 'sums'>): ReadCountedSteps {
  const kept = new Map<
    string,
    { readonly stamp: string; readonly agents: readonly AgentCounts[] }
  >();

  const agentsOf = async (range: TimeRange, stamp: string) => {
    const key = `${range.fromMs} ${range.untilMs}`;
    const known = kept.get(key);
    if (known?.stamp === stamp) return known.agents;
    const agents = await sums(range);
    kept.delete(key);
    kept.set(key, { stamp, agents });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return agents;
  };

  return async ({ stepMs, ...range }) => {
    const found = await steps(range, stepMs);
    return Promise.all(
      found.map(async ({ startMs, stamp }) => ({
        startMs,
        agents: await agentsOf({ fromMs: startMs, untilMs: startMs + stepMs }, stamp),
      })),
    );
  };
}
