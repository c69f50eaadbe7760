import { z } from 'zod';
import { AgentId, SessionId, Timestamp, UserId } from './ids.ts';
import { pageOf, queryInteger } from './pagination.ts';

const dayCount = z.int().meta({ description: 'In days.' });

/** Body of `POST /api/v1/admin/retention/run`; every field is optional. */
export const RetentionRunRequest = z
  .strictObject({
    dry_run: z
      .boolean()
      .default(false)
      .meta({ description: 'Prune nothing; say what a run would prune.', examples: [true] }),
    clock_confirmed: z.boolean().default(false).meta({
      description:
        'You have checked the clock of this machine. Needed once after a pause of more than seven days. The journal records it.',
    }),
  })
  .default({ dry_run: false, clock_confirmed: false })
  .meta({ id: 'RetentionRunRequest', examples: [{ dry_run: true }] });
export type RetentionRunRequest = z.infer<typeof RetentionRunRequest>;

/** The outcome of a run. */
export const RetentionRunAnswer = z
  .object({
    outcome: z
      .enum(['pruned', 'due', 'nothing_due', 'legal_hold', 'clock_behind', 'clock_ahead'])
      .meta({
        description:
          '`pruned`: nobody can read the records any more, and the service deletes them. `due`: a dry run found these records. `clock_behind` and `clock_ahead`: refused, because the clock may be wrong.',
        examples: ['pruned'],
      }),
    policy_days: dayCount,
    cutoff: Timestamp.meta({ description: 'Earlier records are past their retention.' }),
    record_count: z.int().meta({ examples: [512] }),
    session_count: z.int().meta({ examples: [52] }),
    first_seq: z
      .int()
      .optional()
      .meta({ examples: [0] }),
    last_seq: z
      .int()
      .optional()
      .meta({ examples: [511] }),
  })
  .meta({
    id: 'RetentionRun',
    examples: [
      {
        outcome: 'pruned',
        policy_days: 2555,
        cutoff: '2019-11-16T10:00:00.000Z',
        record_count: 512,
        session_count: 52,
        first_seq: 0,
        last_seq: 511,
      },
    ],
  });
export type RetentionRunAnswer = z.infer<typeof RetentionRunAnswer>;

/** The state of retention. */
export const RetentionStatusAnswer = z
  .object({
    policy_days: dayCount.meta({
      description: 'Longest `retention_days` of the policies in force.',
      examples: [2555],
    }),
    slack_days: dayCount.meta({
      description: 'Records are kept this much longer, so that a wrong clock deletes none early.',
      examples: [7],
    }),
    tile_days: dayCount.meta({
      description:
        'Records go in groups of 256; a group that takes longer than this to fill is filled. They are kept at most this much longer again, and two days for the daily runs.',
      examples: [31],
    }),
    pruned_count: z.int().meta({ description: 'Records pruned so far.', examples: [512] }),
    deleting: z.boolean().meta({ description: 'Whether the service still deletes some of them.' }),
    clock_seen_at: Timestamp.meta({ description: 'The time of the last run.' }),
  })
  .meta({
    id: 'RetentionStatus',
    examples: [
      {
        policy_days: 2555,
        slack_days: 7,
        tile_days: 31,
        pruned_count: 512,
        deleting: false,
        clock_seen_at: '2026-11-21T03:00:00.000Z',
      },
    ],
  });
export type RetentionStatusAnswer = z.infer<typeof RetentionStatusAnswer>;

const day = z.iso.datetime({ error: 'must be an ISO 8601 UTC time' });

/** What a legal hold covers: one session, an agent, a time, or by default everything. */
const HoldCover = z.strictObject({
  session_id: SessionId.optional().meta({
    description: 'Only this call and the records after its start. Everything by default.',
    examples: ['sess_01M7YRT2V0Q8J5C4W9N6B3XKDE'],
  }),
  agent_id: AgentId.optional().meta({
    description: "Only this agent's calls and the records after the start of the first one.",
  }),
  from: day
    .optional()
    .meta({ description: 'Only calls from this time on, and all later records.' }),
  until: day.optional().meta({ description: 'With `from`: only calls that began before it.' }),
});

export const LegalHoldQuery = HoldCover;
export type LegalHoldQuery = z.infer<typeof LegalHoldQuery>;

export const LegalHoldRelease = HoldCover.extend({
  hold: queryInteger(0, 999_999_999_999)
    .optional()
    .meta({ description: 'The number of the hold. Otherwise every hold that covers the same.' }),
});

const words = (most: number) => z.string().trim().min(1).max(most);

/** Why a hold is placed; the journal keeps it. */
export const LegalHoldRequest = z
  .strictObject({
    matter: words(120)
      .optional()
      .meta({ description: 'The case or the request. Name no patient.' }),
    reason: words(500).optional().meta({ description: 'Why it is needed. Name no patient.' }),
    reviewer: words(120).optional().meta({ description: 'Who decides when the hold ends.' }),
  })
  .default({})
  .meta({
    id: 'LegalHoldRequest',
    examples: [{ matter: '2026-14', reason: 'subpoena', reviewer: 'Counsel' }],
  });
export type LegalHoldRequest = z.infer<typeof LegalHoldRequest>;

const exampleHold = {
  hold: 1834,
  session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  matter: '2026-14',
  reason: 'subpoena',
  reviewer: 'Counsel',
  placed_by: 'usr_01M7YRR0C0T5V9W2X4Y6Z8A1B3',
  placed_at: '2026-11-21T10:00:00.000Z',
};

export const LegalHoldAnswer = z
  .object({
    hold: z.int().meta({ description: 'Its number: the place of its event in the audit log.' }),
    session_id: SessionId.optional().meta({
      description:
        'Of a hold of one call. A hold without this, `agent_id` and `from` is of everything.',
    }),
    agent_id: AgentId.optional(),
    from: Timestamp.optional(),
    until: Timestamp.optional(),
    matter: z.string().optional(),
    reason: z.string().optional(),
    reviewer: z.string().optional(),
    placed_by: UserId,
    placed_at: Timestamp,
  })
  .meta({ id: 'LegalHold', examples: [exampleHold] });
export type LegalHoldAnswer = z.infer<typeof LegalHoldAnswer>;

export const OneLegalHold = z
  .object({ legal_hold: LegalHoldAnswer })
  .meta({ id: 'OneLegalHold', examples: [{ legal_hold: exampleHold }] });
export const LegalHoldList = pageOf(LegalHoldAnswer).meta({
  id: 'LegalHoldList',
  examples: [{ data: [exampleHold], next_cursor: null }],
});
