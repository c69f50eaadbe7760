import { z } from 'zod';
import { Timestamp } from './ids.ts';
import { PageQuery, pageOf, queryInteger } from './pagination.ts';

/** Answer of `POST /audit/verify`; `message` is `chain ok` for an intact chain (spec). */
export const AuditVerification = z
  .object({
    ok: z.boolean(),
    event_count: z.int().meta({ description: 'Number of records in the journal.' }),
    pruned_count: z.int().optional().meta({
      description: 'Records that retention removed; absent without any.',
    }),
    message: z.string().meta({ description: '`chain ok`, or the place of the first break.' }),
  })
  .meta({
    id: 'AuditVerification',
    examples: [{ ok: true, event_count: 128, message: 'chain ok' }],
  });
export type AuditVerification = z.infer<typeof AuditVerification>;

/** A verification as the mapping needs it: `breaks` is absent or empty for an intact chain. */
export interface VerificationView {
  readonly ok: boolean;
  readonly eventCount: number;
  readonly prunedCount?: number;
  readonly breaks?: readonly { readonly seq: number; readonly rule: string }[];
}

export function verificationToWire(verification: VerificationView): AuditVerification {
  const [first] = verification.breaks ?? [];
  return {
    ok: verification.ok,
    event_count: verification.eventCount,
    ...(verification.prunedCount !== undefined && { pruned_count: verification.prunedCount }),
    message: verification.ok
      ? 'chain ok'
      : `chain broken at seq ${first?.seq ?? 0}: ${first?.rule ?? 'unknown'}`,
  };
}

const exampleHash = '9f'.repeat(32);

const HeadItem = z.object({
  size: z.int().meta({ description: 'Number of records.' }),
  hash: z
    .string()
    .meta({ description: '`curr_hash` of the last record; 64 zeros for an empty journal.' }),
});

export const CheckpointItem = z.object({
  size: z.int().meta({ description: 'Number of records that it covers.' }),
  root_hash: z.string(),
  note: z.string().meta({ description: 'The signed note (C2SP tlog-checkpoint).' }),
  signed_at: Timestamp.optional().meta({ description: 'Absent when its record was pruned.' }),
  voided_by: z.int().optional().meta({
    description: '`seq` of the `journal_gap` event that made it void.',
  }),
});

const GapItem = z.object({
  reason: z.enum([
    'behind_head',
    'rewritten',
    'head_missing',
    'head_forged',
    'contradicts_checkpoint',
    'vault_missing',
  ]),
  acknowledged: HeadItem.meta({
    description:
      'The head that is kept outside the journal; empty when its signature is not valid.',
  }),
  found: HeadItem.meta({ description: 'The head in the journal.' }),
});

/** Answer of `GET /api/v1/audit`. */
export const AuditState = z
  .object({
    head: HeadItem,
    gap: GapItem.nullable().meta({
      description: 'Set while lost events are not acknowledged. Until then no call is served.',
    }),
    pruned_count: z.int().optional().meta({
      description: 'Records that retention removed; absent without any.',
    }),
    checkpoints: z
      .array(CheckpointItem)
      .meta({ description: 'The newest checkpoints, newest first.' }),
    public_key: z
      .string()
      .meta({ description: 'The Ed25519 key that verifies all checkpoints, in hex.' }),
    key_name: z.string().meta({ description: 'The name of that key in each checkpoint.' }),
  })
  .meta({
    id: 'AuditState',
    examples: [
      {
        head: { size: 513, hash: exampleHash },
        gap: null,
        checkpoints: [
          {
            size: 512,
            root_hash: exampleHash,
            note: 'an-invented-journal\n512\n…\n\n— an-invented-journal …\n',
            signed_at: '2026-11-21T10:00:00.000Z',
          },
        ],
        public_key: exampleHash,
        key_name: 'an-invented-journal',
      },
    ],
  });
export type AuditState = z.infer<typeof AuditState>;

/** Query of `GET /api/v1/audit`. */
export const AuditStateQuery = z.object({
  checkpoints: queryInteger(1, 200)
    .default(20)
    .meta({
      description: 'Maximum number of checkpoints.',
      examples: [20],
    }),
});

const exampleActivity = {
  seq: 4711,
  at: '2026-11-21T10:02:00.000Z',
  person: { id: 'usr_01M7YRR0C0T5V9W2X4Y6Z8A1B3', login: 'sam.lee@example.com', name: 'Sam Lee' },
  action: 'regulated_view_opened',
  session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  agent_id: 'agt_01M7YRRT80KFHMF3DXAFZ08RHY',
  details: { view: 'live', reason: 'call_review' },
};

/** Something that a person did (decision 0089). */
export const ActivityItem = z
  .object({
    seq: z.int().meta({ description: 'The place of its event in the journal.' }),
    at: Timestamp,
    person: z
      .object({
        id: z.string().meta({
          description: 'Of a user, or what stands for a command or the service, such as `svc`.',
        }),
        login: z.string().optional(),
        name: z.string().optional(),
      })
      .nullable()
      .meta({ description: 'Null for a failed sign-in, because nobody knows who tried.' }),
    action: z.string().meta({ description: 'The kind of the event.' }),
    user: z
      .object({ id: z.string(), login: z.string(), name: z.string() })
      .optional()
      .meta({ description: 'The user whose access was changed, if a user has that id.' }),
    session_id: z.string().optional(),
    agent_id: z.string().optional(),
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The other fields of the event, such as `reason` and `note`.' }),
  })
  .meta({ id: 'Activity', examples: [exampleActivity] });
export type ActivityItem = z.infer<typeof ActivityItem>;

const activityFilter = {
  person: z
    .string()
    .max(128)
    .optional()
    .meta({
      description: 'Id or login of a user.',
      examples: [exampleActivity.person.id],
    }),
  action: z
    .string()
    .max(512)
    .optional()
    .meta({
      description: 'Kinds of events, separated by commas.',
      examples: [exampleActivity.action],
    }),
  object: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: 'Id of the call, agent, mark or user to which it was done.',
      examples: [exampleActivity.session_id],
    }),
  from: z.iso
    .datetime()
    .optional()
    .meta({
      description: 'Only what was done at this time or later.',
      examples: ['2026-11-01T00:00:00Z'],
    }),
  until: z.iso
    .datetime()
    .optional()
    .meta({
      description: 'Only what was done before this time.',
      examples: ['2026-12-01T00:00:00Z'],
    }),
};

/** Query of `GET /api/v1/activity.csv`. */
export const ActivityFilter = z.object(activityFilter);
export type ActivityFilter = z.infer<typeof ActivityFilter>;

/** Query of `GET /api/v1/activity`. */
export const ActivityQuery = PageQuery.extend(activityFilter);

/** Answer of `GET /api/v1/activity`, newest first. */
export const ActivityPage = pageOf(ActivityItem).meta({
  id: 'ActivityPage',
  examples: [{ data: [exampleActivity], next_cursor: null }],
});
