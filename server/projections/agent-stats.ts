import type { CallTotals } from '../ports/session-summaries.ts';
import { percentile } from './histogram.ts';

const hourMs = 3_600_000;

/** How far back activity is told of, and in steps of which length; milliseconds. */
const windows = {
  '24h': { spanMs: 24 * hourMs, stepMs: hourMs },
  '7d': { spanMs: 7 * 24 * hourMs, stepMs: 6 * hourMs },
  '30d': { spanMs: 30 * 24 * hourMs, stepMs: 24 * hourMs },
} as const;

export type ActivityWindow = keyof typeof windows;

/** A stretch of time: from `start` on and before `end`; ISO 8601 UTC. */
export interface TimeBucket {
  readonly start: string;
  readonly end: string;
}

/** What an agent did in one stretch of time; latencies in whole milliseconds. */
export interface AgentActivity extends TimeBucket {
  readonly sessions: number;
  readonly redactions: number;
  /** Undefined when no reply was delivered. */
  readonly p50LatencyMs: number | undefined;
  readonly p95LatencyMs: number | undefined;
}

/**
 * Equal stretches of full hours or days in UTC, oldest first: the first holds the beginning of the
 * window, the last holds now and is still filling.
 */
export function timeBuckets(window: ActivityWindow, nowMs: number): readonly TimeBucket[] {
  const { spanMs, stepMs } = windows[window];
  const first = Math.floor((nowMs - spanMs) / stepMs);
  const last = Math.floor(nowMs / stepMs);
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    start: new Date((first + index) * stepMs).toISOString(),
    end: new Date((first + index + 1) * stepMs).toISOString(),
  }));
}

/** Figures of the sessions that started in a bucket. */
export function agentActivity(bucket: TimeBucket, totals: CallTotals): AgentActivity {
  return {
    ...bucket,
    sessions: totals.sessions,
    redactions: totals.redactions,
    p50LatencyMs: percentile(totals.addedMs, 50),
    p95LatencyMs: percentile(totals.addedMs, 95),
  };
}

/** Figures of one agent (spec, Agent: `stats`); latencies in whole milliseconds. */
export interface AgentStats {
  readonly sessionCount24h: number;
  readonly sessionCount7d: number;
  readonly redactionCount24h: number;
  readonly p50LatencyMs: number;
  readonly p95LatencyMs: number;
}

/**
 * Statistics from the totals of the sessions that started in the last 24 hours and the number of
 * those that started in the last 7 days. Redactions and latencies are those of the sessions counted,
 * so the figures of the agent and of its session list agree. Latencies are 0 while there is no reply.
 */
export function agentStats(day: CallTotals, sessionCount7d: number): AgentStats {
  return {
    sessionCount24h: day.sessions,
    sessionCount7d,
    redactionCount24h: day.redactions,
    p50LatencyMs: percentile(day.addedMs, 50) ?? 0,
    p95LatencyMs: percentile(day.addedMs, 95) ?? 0,
  };
}
