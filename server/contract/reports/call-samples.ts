import { z } from 'zod';
import { AgentId, MarkId, SessionId, Timestamp, UserId } from '../ids.ts';
import { pageOf } from '../pagination.ts';

const count = z.int().min(0);
const bp = z.int().min(0).max(10_000);

const RecallRow = z.object({
  found: count,
  missed: count,
  recall_bp: bp.meta({ description: 'Found of found and missed, in hundredths of a percent.' }),
  low_bp: bp.meta({ description: 'The lower end of the 95 % interval (Wilson).' }),
  high_bp: bp,
});
export type RecallRow = z.infer<typeof RecallRow>;

/** Values found and missed in calls that two people read (decision 0196). */
export const Recall = z
  .object({
    calls: count,
    total: RecallRow,
    by_kind: z.array(RecallRow.extend({ kind: z.string() })).readonly(),
  })
  .readonly()
  .meta({ id: 'Recall' });
export type Recall = z.infer<typeof Recall>;

export const exampleRecall: Recall = {
  calls: 25,
  total: { found: 84, missed: 2, recall_bp: 9767, low_bp: 9192, high_bp: 9936 },
  by_kind: [
    { kind: 'NAME', found: 49, missed: 2, recall_bp: 9608, low_bp: 8678, high_bp: 9892 },
    { kind: 'PHONE', found: 35, missed: 0, recall_bp: 10_000, low_bp: 9011, high_bp: 10_000 },
  ],
};

const MarkedValue = z.object({
  mistake: z.enum(['missed', 'false_hit']),
  kind: z.string(),
  marks: z
    .array(z.object({ mark_id: MarkId, actor: UserId }))
    .readonly()
    .meta({ description: 'Of both reviewers where they agree, else of one.' }),
  dismissed: z.literal(true).optional().meta({
    description: 'Somebody decided that its marks are wrong: it does not count.',
  }),
});

/** A drawn call. */
export const SampledCall = z
  .object({
    session_id: SessionId,
    agent_id: AgentId,
    started_at: Timestamp,
    checks: z
      .array(z.object({ actor: UserId, at: Timestamp }))
      .readonly()
      .meta({ description: 'Who has read it, at most two people.' }),
    marked: z.array(MarkedValue).readonly().optional().meta({
      description: 'What both reviewers marked; absent until two have read the call.',
    }),
  })
  .meta({ id: 'SampledCall' });
export type SampledCall = z.infer<typeof SampledCall>;

/** The calls that were drawn from one week. */
export const CallSample = z
  .object({
    from: Timestamp,
    until: Timestamp,
    drawn_at: Timestamp,
    seed: z.string().meta({
      description:
        'The Merkle root of the week. Drawn are the calls with kept texts that have the lowest SHA-256 of seed, colon and session id.',
    }),
    population: count.meta({ description: 'Calls of the week.' }),
    calls: z.array(SampledCall).readonly(),
  })
  .meta({ id: 'CallSample' });
export type CallSample = z.infer<typeof CallSample>;

const exampleCall = {
  session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  agent_id: 'agt_01M7YRRT80KFHMF3DXAFZ08RHY',
  started_at: '2026-11-18T16:00:00.000Z',
  checks: [{ actor: 'usr_01M7YRR0C0T5V9W2X4Y6Z8A1B3', at: '2026-11-23T10:03:00.000Z' }],
} as const;

/** Answer of `GET /api/v1/samples`. */
export const CallSampleList = pageOf(CallSample)
  .extend({
    recall: Recall.optional().meta({
      description: 'Over the calls of these weeks that two people have read.',
    }),
  })
  .meta({
    id: 'CallSampleList',
    examples: [
      {
        data: [
          {
            from: '2026-11-16T06:00:00.000Z',
            until: '2026-11-23T06:00:00.000Z',
            drawn_at: '2026-11-23T09:00:00.000Z',
            seed: 'b7'.repeat(32),
            population: 112,
            calls: [exampleCall],
          },
        ],
        next_cursor: null,
        recall: exampleRecall,
      },
    ],
  });
export type CallSampleList = z.infer<typeof CallSampleList>;

/** Answer of `POST /api/v1/sessions/{session_id}/check`. */
export const OneSampledCall = z
  .object({ call: SampledCall })
  .meta({ id: 'OneSampledCall', examples: [{ call: exampleCall }] });
