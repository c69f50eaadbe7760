import { z } from 'zod';

/** Answer of `POST /audit/verify`; `message` is `chain ok` for an intact chain (spec). */
export const AuditVerification = z
  .object({
    ok: z.boolean(),
    event_count: z.int().meta({ description: 'Records that are there.' }),
    pruned_count: z.int().optional().meta({
      description: 'Records removed under the retention policy; absent when none were.',
    }),
    message: z.string().meta({ description: '`chain ok`, or where the chain first breaks.' }),
  })
  .meta({
    id: 'AuditVerification',
    examples: [{ ok: true, event_count: 128, message: 'chain ok' }],
  });
export type AuditVerification = z.infer<typeof AuditVerification>;

/** What the mapping needs of a verification: `breaks` is absent or empty for an intact chain. */
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
