import type { AgentStats as WireStats } from '../contract/agents.ts';
import type { ActivityBucket } from '../contract/figures/agent-activity.ts';
import type { ViewOf } from '../contract/wire-form.ts';
import type { CallTotals } from '../ports/session-summaries.ts';
import { percentile } from './histogram.ts';

const hourMs = 3_600_000;

/** Length of each window and of its buckets, in milliseconds. */
const windows = {
  '24h': { spanMs: 24 * hourMs, stepMs: hourMs },
  '7d': { spanMs: 7 * 24 * hourMs, stepMs: 6 * hourMs },
  '30d': { spanMs: 30 * 24 * hourMs, stepMs: 24 * hourMs },
} as const;

export type ActivityWindow = keyof typeof windows;

/** The time from `start` until before `end`; ISO 8601 UTC. */
export interface TimeBucket {
  readonly start: string;
  readonly end: string;
}

/**
 * Equal buckets of full hours or days in UTC, oldest first. The first contains the start of the window,
 * the last contains now and is not complete.
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

/** Figures of the sessions that started in a bucket; latencies in whole milliseconds. */
export function agentActivity(bucket: TimeBucket, totals: CallTotals): ViewOf<ActivityBucket> {
  return {
    ...bucket,
    sessions: totals.sessions,
    redactions: totals.redactions,
    p50LatencyMs: percentile(totals.addedMs, 50) ?? null,
    p95LatencyMs: percentile(totals.addedMs, 95) ?? null,
  };
}

export type AgentStats = ViewOf<WireStats>;

/**
 * Statistics (spec, Agent: `stats`) from the totals of the sessions that started in the last 24 hours, and the number of
 * sessions that started in the last 7 days. Redactions and latencies cover the same sessions, so the
 * figures of the agent and of its session list agree. Latencies are whole milliseconds, 0 without a reply.
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
