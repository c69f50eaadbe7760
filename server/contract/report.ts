import { z } from 'zod';
import { AgentId, SessionId, SessionPath } from './ids.ts';
import { exampleReport } from './report-example.ts';

const count = z.int().min(0);
const counts = z.record(z.string(), count).readonly();
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.iso.datetime();
const day = z.iso.date();

export const ReportQuery = z.object({
  format: z.enum(['json', 'pdf']).default('json').meta({ description: 'As data or to print.' }),
});

/** Path of one event. Any text is let in, and answered 404 when it is no event's. */
export const EventPath = SessionPath.extend({
  event_id: z.string().meta({ description: 'Id of an event: `evt_` and a ULID.' }),
});

const level = z.enum(['full', 'partial', 'none', 'not_applicable']);

/** Letter and category of 45 CFR 164.514(b)(2)(i) (design D31). */
const safeHarborKey = z.enum([
  'A_names',
  'B_geographic',
  'C_dates',
  'D_phone',
  'E_fax',
  'F_email',
  'G_ssn',
  'H_mrn',
  'I_beneficiary',
  'J_account',
  'K_license',
  'L_vehicle',
  'M_device',
  'N_url',
  'O_ip',
  'P_biometric',
  'Q_photo',
  'R_other',
]);

const SafeHarborRow = z.object({
  key: safeHarborKey,
  category: z.string(),
  citation: z.string(),
  level,
  kinds: z.array(z.string()).readonly(),
  action: z.enum(['tokenize', 'redact', 'passthrough', 'mixed', 'none']),
  detections: count,
  rationale: z.string(),
});

const PciDss = z.object({
  scope: z.enum(['not_assessed', 'none_found', 'redacted', 'tokenized', 'forwarded']),
  requirements: z
    .array(
      z.object({
        requirement: z.string(),
        title: z.string(),
        status: z.enum(['met', 'not_met', 'not_applicable', 'not_assessed']),
        rationale: z.string(),
      }),
    )
    .readonly(),
});

const LeakDetection = z.object({
  verdict: z.enum(['clean', 'reported', 'blocked', 'not_run']),
  scanner: z.string(),
  requests_scanned: count,
  requests_blocked: count,
  bytes_scanned: count,
  exact_match_hits: count,
  pattern_hits: count,
});

const BusinessAssociate = z.object({
  name: z.string(),
  role: z.enum(['voice_platform', 'model_provider', 'hosting', 'other']),
  agreement: z.enum(['in_force', 'expired', 'none', 'unknown', 'not_needed']),
  signed_on: day.optional(),
  expires_on: day.optional(),
  reference: z.string().optional(),
});

/** One leaf of the session's tree. */
export const ReportEvent = z.object({
  seq: count,
  session_seq: count,
  id: z.string().startsWith('evt_'),
  ts: time,
  kind: z.string(),
  curr_hash: hash,
});

/** The compliance report of one session: Audit Schema v1 (spec, Report; design D31, D32). */
export const Report = z
  .object({
    schema: z.literal('audit-schema-v1'),
    id: z.string().regex(/^rep_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
    scope: z.literal('session'),
    session_id: SessionId,
    generated_at: time,
    agent: z.object({ id: AgentId, name: z.string() }),
    status: z.enum(['ok', 'error', 'partial']),
    started_at: time,
    ended_at: time,
    duration_ms: count,
    turn_count: count,
    upstream: z.string(),
    upstream_model: z.string(),
    tokenization: z.string(),
    merkle_root_hex: hash,
    redaction_count: count,
    redactions_by_kind: counts,
    actions_by_kind: z.record(z.string(), counts).readonly(),
    detections: z.object({
      complete: z.boolean(),
      total: count,
      by_kind: counts,
      by_detector: counts,
      by_pass: counts,
    }),
    passes: z
      .array(z.object({ pass: z.enum(['regex', 'nermodel', 'diarize']), ran_in: count, of: count }))
      .readonly(),
    policy_snapshot: z.string(),
    policy_sha256: hash,
    policies: z
      .array(z.object({ name: z.string(), sha256: hash, requests: count, yaml: z.string() }))
      .readonly(),
    safe_harbor_coverage: z.record(safeHarborKey, level).readonly(),
    safe_harbor_detail: z.array(SafeHarborRow).length(18).readonly(),
    pci_dss: PciDss,
    leak_detection: LeakDetection,
    rehydration: z.object({ restored: count, failed: count, by_reason: counts }),
    retention: z.object({
      policy_days: count,
      retain_until: time,
      meets_six_years: z.boolean(),
      legal_hold: z.boolean(),
      payloads: z.enum(['none', 'kept', 'erased']),
    }),
    business_associates: z.array(BusinessAssociate).readonly(),
    limitations: z.array(z.string()).readonly(),
    chain: z.object({
      event_count: count,
      first_seq: count,
      last_seq: count,
      sealed: z.boolean(),
      verify: z.object({ ok: z.boolean(), message: z.string() }),
    }),
    events: z.array(ReportEvent).readonly(),
    checkpoint: z.string(),
    public_key: hash,
    integrity: z.object({
      report_sha256: hash,
      signature: z.base64(),
    }),
  })
  .readonly()
  .meta({ id: 'Report', description: 'Audit Schema v1.', examples: [exampleReport] });

export const OneReport = z
  .object({ report: Report })
  .meta({ id: 'OneReport', examples: [{ report: exampleReport }] });
export type OneReport = z.infer<typeof OneReport>;

/** That an event is a leaf of its session's tree (RFC 6962, 2.1.1). */
export const EventProof = z
  .object({
    event: z.record(z.string(), z.unknown()).readonly(),
    leaf_index: count,
    tree_size: count,
    merkle_root_hex: hash,
    path: z.array(hash).readonly().meta({ description: 'Sibling hashes, nearest first.' }),
  })
  .meta({
    id: 'EventProof',
    description: 'An inclusion proof of RFC 6962.',
    examples: [
      {
        event: { seq: 41, kind: 'redaction_applied', curr_hash: 'b7'.repeat(32) },
        leaf_index: 3,
        tree_size: 12,
        merkle_root_hex: '9d'.repeat(32),
        path: ['4c'.repeat(32), '5e'.repeat(32)],
      },
    ],
  });
