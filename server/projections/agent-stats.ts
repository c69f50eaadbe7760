import type { CallTotals } from '../ports/calls.ts';
import { percentile } from './percentile.ts';

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
