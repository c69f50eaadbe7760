import { z } from 'zod';
import { AgentId, IncidentId, Timestamp } from '../ids.ts';
import { Deed } from './incidents.ts';

const moment = z.iso.datetime({ error: 'must be an ISO 8601 UTC time' });
const count = z.int().min(0);
const latency = z.int().nullable().meta({
  description: 'Milliseconds that the service added; null when no reply was delivered.',
});

/** Query of `GET /api/v1/overview`. */
export const OverviewQuery = z.object({
  from: moment.optional().meta({
    description: 'Calls that started at this time or later; default: a day before `until`.',
  }),
  until: moment
    .optional()
    .meta({ description: 'Calls that started before this time; default: now.' }),
  agent_id: AgentId.optional().meta({ description: 'Only calls of this agent.' }),
});
export type OverviewQuery = z.infer<typeof OverviewQuery>;

const figures = {
  calls: count,
  calls_by_status: z.record(z.string(), count).meta({ description: 'As in a session summary.' }),
  calls_by_exposure: z
    .record(z.string(), count)
    .meta({ description: 'By outcome of what was sent in the clear: each call once.' }),
  calls_with: z.record(z.string(), count).meta({
    description: 'Calls in which an outcome occurred, whatever else did: a call can be in several.',
  }),
  redactions_by_kind: z.record(z.string(), count).meta({ description: 'Places that were masked.' }),
  values_by_kind: z.record(z.string(), count).meta({
    description: 'Values that were masked, each once in a call.',
  }),
  replies: count.meta({ description: 'Delivered replies, which latencies are about.' }),
  p50_latency_ms: latency,
  p95_latency_ms: latency,
};

/** Figures of the calls that started in a time. */
export const OverviewFigures = z.object(figures);
export type OverviewFigures = z.infer<typeof OverviewFigures>;

export const OverviewStep = z
  .object({ start: Timestamp, end: Timestamp, ...figures })
  .meta({ id: 'OverviewStep' });
export type OverviewStep = z.infer<typeof OverviewStep>;

export const OverviewAgent = z
  .object({
    agent_id: AgentId,
    agent_name: z.string().nullable().meta({ description: 'Null for a deleted agent.' }),
    ...figures,
  })
  .meta({ id: 'OverviewAgent' });
export type OverviewAgent = z.infer<typeof OverviewAgent>;

/** Something that somebody should look at. The first five are about the calls of the range. */
export const AttentionItem = z
  .object({
    about: z
      .enum([
        'may_have_been_sent',
        'by_policy',
        'unreadable',
        'names_not_checked',
        'language_not_covered',
        'no_reply',
        'journal_gap',
        'chain_broken',
        'unavailable',
        'unsealed_calls',
        'disk_low',
        'keys_not_stored',
        'agreement_missing',
        'policy_gaps',
      ])
      .meta({
        description:
          '`may_have_been_sent`, `by_policy`, `unreadable`: calls with this outcome, whatever other they have; `no_reply`: calls of the last hour without any reply; `unsealed_calls`: calls that began over six hours ago and have no seal; `unavailable`: why the service takes no calls; `agreement_missing`: parties without a business associate agreement in force; `policy_gaps`: agents whose policy lets identifiers pass that detection can find.',
      }),
    count: count.optional().meta({ description: 'Calls, or free bytes of `disk_low`.' }),
    names: z.array(z.string()).optional().meta({
      description: 'Languages as BCP 47 tags, names of parties or agents, or fixed phrases.',
    }),
    acknowledged: Deed.optional().meta({
      description:
        'A person said that they saw it, or closed its incident; with their note for people who may review. Absent once there is more of it, or a while after: an hour to 30 days.',
    }),
    incident: z
      .object({ id: IncidentId, is_assessed: z.boolean() })
      .optional()
      .meta({ description: 'The open incident about it.' }),
  })
  .readonly()
  .meta({ id: 'AttentionItem' });
export type AttentionItem = z.infer<typeof AttentionItem>;

const exampleFigures = {
  calls: 4,
  calls_by_status: { ok: 3, error: 1 },
  calls_by_exposure: { nothing_found: 3, by_policy: 1 },
  calls_with: { nothing_found: 3, by_policy: 1 },
  redactions_by_kind: { NAME: 9, PHONE: 4 },
  values_by_kind: { NAME: 4, PHONE: 3 },
  replies: 31,
  p50_latency_ms: 3,
  p95_latency_ms: 7,
};

/** Answer of `GET /api/v1/overview`. */
export const Overview = z
  .object({
    from: Timestamp,
    until: Timestamp,
    total: OverviewFigures,
    steps: z.array(OverviewStep).meta({
      description: 'Whole hours of up to two days, else whole days, in UTC; oldest first.',
    }),
    agents: z.array(OverviewAgent).meta({ description: 'Agents with calls, busiest first.' }),
    attention: z.array(AttentionItem),
    before: OverviewFigures.meta({
      description: 'Figures of the time of the same length that ends where this one begins.',
    }),
    chain: z.enum(['verified', 'broken', 'not_verified']).meta({
      description:
        'How the last verification of the journal ended since this service started. The service verifies it soon after its start, then daily.',
    }),
    chain_verified_at: Timestamp.nullable().meta({
      description: 'When that verification began; null before the first.',
    }),
  })
  .meta({
    id: 'Overview',
    examples: [
      {
        from: '2026-11-20T10:00:00.000Z',
        until: '2026-11-21T10:00:00.000Z',
        total: exampleFigures,
        steps: [
          {
            start: '2026-11-21T09:00:00.000Z',
            end: '2026-11-21T10:00:00.000Z',
            ...exampleFigures,
          },
        ],
        agents: [
          {
            agent_id: 'agt_01M7YRRT80KFHMF3DXAFZ08RHY',
            agent_name: 'Front desk',
            ...exampleFigures,
          },
        ],
        attention: [{ about: 'language_not_covered', count: 1, names: ['pl'] }],
        before: exampleFigures,
        chain: 'verified',
        chain_verified_at: '2026-11-21T09:31:04.000Z',
      },
    ],
  });
export type Overview = z.infer<typeof Overview>;
