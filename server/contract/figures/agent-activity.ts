import { z } from 'zod';
import { Timestamp } from '../ids.ts';

/** Query of `GET /api/v1/agents/{agent_id}/activity`. */
export const ActivityQuery = z.object({
  since: z.enum(['24h', '7d', '30d']).default('24h').meta({
    description: 'How far back: 24 hours in hours, 7 days in steps of 6 hours, or 30 days in days.',
  }),
});

const latency = z.int().nullable().meta({ description: 'Null when no reply was delivered.' });

export const ActivityBucket = z
  .object({
    start: Timestamp,
    end: Timestamp,
    sessions: z.int(),
    redactions: z.int(),
    p50_latency_ms: latency,
    p95_latency_ms: latency,
  })
  .meta({
    id: 'ActivityBucket',
    description:
      'Sessions that started in this time. Latencies are milliseconds that the service added.',
  });
export type ActivityBucket = z.infer<typeof ActivityBucket>;

/** Answer of `GET /api/v1/agents/{agent_id}/activity`. */
export const AgentActivity = z.object({ data: z.array(ActivityBucket) }).meta({
  id: 'AgentActivity',
  examples: [
    {
      data: [
        {
          start: '2026-11-21T09:00:00.000Z',
          end: '2026-11-21T10:00:00.000Z',
          sessions: 4,
          redactions: 17,
          p50_latency_ms: 3,
          p95_latency_ms: 7,
        },
        {
          start: '2026-11-21T10:00:00.000Z',
          end: '2026-11-21T11:00:00.000Z',
          sessions: 0,
          redactions: 0,
          p50_latency_ms: null,
          p95_latency_ms: null,
        },
      ],
    },
  ],
});
export type AgentActivity = z.infer<typeof AgentActivity>;
