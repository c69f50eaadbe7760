import { z } from 'zod';
import { SessionId, Timestamp, UserId } from './ids.ts';

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
        pruned_count: 512,
        deleting: false,
        clock_seen_at: '2026-11-21T03:00:00.000Z',
      },
    ],
  });
export type RetentionStatusAnswer = z.infer<typeof RetentionStatusAnswer>;

/** The scope of a legal hold: one session, or by default the whole installation. */
export const LegalHoldQuery = z.strictObject({
  session_id: SessionId.optional().meta({
    description: 'Only this session and the records after its start. Everything by default.',
    examples: ['sess_01M7YRT2V0Q8J5C4W9N6B3XKDE'],
  }),
});

const exampleHold = {
  session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  placed_by: 'usr_01M7YRR0C0T5V9W2X4Y6Z8A1B3',
  placed_at: '2026-11-21T10:00:00.000Z',
};

export const LegalHoldAnswer = z
  .object({
    session_id: SessionId.optional().meta({ description: 'Absent for a hold of everything.' }),
    placed_by: UserId,
    placed_at: Timestamp,
  })
  .meta({ id: 'LegalHold', examples: [exampleHold] });
export type LegalHoldAnswer = z.infer<typeof LegalHoldAnswer>;

export const OneLegalHold = z
  .object({ legal_hold: LegalHoldAnswer })
  .meta({ id: 'OneLegalHold', examples: [{ legal_hold: exampleHold }] });
export const LegalHoldList = z
  .object({ data: z.array(LegalHoldAnswer) })
  .meta({ id: 'LegalHoldList', examples: [{ data: [exampleHold] }] });

/** A hold as the mapping needs it. */
export interface LegalHoldView {
  readonly sessionId?: z.infer<typeof SessionId>;
  readonly actor: string;
  readonly placedAt: string;
}

export function legalHoldToWire({ sessionId, actor, placedAt }: LegalHoldView): LegalHoldAnswer {
  return {
    ...(sessionId !== undefined && { session_id: sessionId }),
    placed_by: actor as LegalHoldAnswer['placed_by'],
    placed_at: placedAt,
  };
}
