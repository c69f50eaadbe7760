import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentStats } from '../../../server/projections/agent-stats.ts';

const none = { sessions: 0, redactions: 0, addedMs: {} };
const latencies = (addedMs: Record<string, number>) => agentStats({ ...none, addedMs }, 1);

describe('spec, Agent: stats', () => {
  it('counts sessions of both windows, and redactions and latencies of the last 24 hours', () => {
    const day = { sessions: 3, redactions: 14, addedMs: { 2: 9, 40: 1 } };
    expect(agentStats(day, 20)).toEqual({
      sessionCount24h: 3,
      sessionCount7d: 20,
      redactionCount24h: 14,
      p50LatencyMs: 2,
      p95LatencyMs: 40,
    });
  });

  it('are zero for an agent without calls', () => {
    expect(Object.values(agentStats(none, 0))).toEqual([0, 0, 0, 0, 0]);
  });

  it('sort latencies as numbers, not as text', () => {
    expect(latencies({ 9: 3, 10: 1, 100: 1 })).toMatchObject({
      p50LatencyMs: 9,
      p95LatencyMs: 100,
    });
  });

  it('have the nearest-rank percentiles of the latencies', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { minLength: 1, maxLength: 200 }), (values) => {
        const counts: Record<string, number> = {};
        for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
        const sorted = values.toSorted((a, b) => a - b);
        const rank = (percent: number) => sorted[Math.ceil((values.length * percent) / 100) - 1];
        expect(latencies(counts)).toMatchObject({
          p50LatencyMs: rank(50),
          p95LatencyMs: rank(95),
        });
      }),
    );
  });
});
