import { z } from 'zod';
import { Timestamp } from './ids.ts';
import { queryInteger } from './pagination.ts';

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
