import { z } from 'zod';
import { Exposure } from './exposure.ts';
import { AgentId, SessionId, SessionPath, UserId } from './ids.ts';
import { exampleReport } from './report-example.ts';
import { TurnFailure } from './sessions.ts';

const count = z.int().min(0);
const counts = z.record(z.string(), count).readonly();
export type Counts = z.infer<typeof counts>;
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.iso.datetime();
const day = z.iso.date();

export const ReportQuery = z.object({
  format: z
    .enum(['json', 'pdf'])
    .default('json')
    .meta({ description: '`json`, or `pdf` to print.' }),
});

/** Path of one event. Any text passes; an unknown id gets 404. */
export const EventPath = SessionPath.extend({
  event_id: z.string().meta({ description: 'Id of an event: `evt_` and a ULID.' }),
});

export const CoverageLevel = z.enum(['full', 'partial', 'none', 'not_applicable']);
export type CoverageLevel = z.infer<typeof CoverageLevel>;

/** The 18 identifiers of 45 CFR 164.514(b)(2)(i), (A) to (R) (design D31). */
export const SafeHarborKey = z.enum([
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
export type SafeHarborKey = z.infer<typeof SafeHarborKey>;

export const SafeHarborRow = z.object({
  key: SafeHarborKey,
  category: z.string(),
  citation: z.string(),
  level: CoverageLevel,
  /** Entity kinds of this category that the policy looks for. */
  kinds: z.array(z.string()).readonly(),
  action: z.enum(['tokenize', 'redact', 'passthrough', 'mixed', 'none']),
  detections: count,
  rationale: z.string(),
});
export type SafeHarborRow = z.infer<typeof SafeHarborRow>;

/** Card numbers: not in the policy, none found, dropped, in the vault under tokens, or sent in clear. */
const PciScope = z.enum(['not_assessed', 'none_found', 'redacted', 'tokenized', 'forwarded']);
export type PciScope = z.infer<typeof PciScope>;

const PciRequirement = z.object({
  requirement: z.string(),
  title: z.string(),
  status: z.enum(['met', 'not_met', 'not_applicable', 'not_assessed']),
  rationale: z.string(),
});
export type PciRequirement = z.infer<typeof PciRequirement>;

const DetectionCounts = z.object({
  /** False when a policy had `log_events` off: then some detections have no event. */
  complete: z.boolean(),
  total: count,
  by_kind: counts,
  by_detector: counts,
  by_pass: counts,
  /** Detections that the policy's `never` took away, by kind; absent for none. */
  vetoes_by_kind: counts.optional(),
});
export type DetectionCounts = z.infer<typeof DetectionCounts>;

/** How many of the session's requests a pass ran in. */
const PassRuns = z.object({
  pass: z.enum(['regex', 'nermodel', 'diarize']),
  ran_in: count,
  of: count,
});
export type PassRuns = z.infer<typeof PassRuns>;

/** Texts of callers in one language that the policy does not cover, and what was done about them. */
const OtherLanguage = z.object({
  /** BCP 47 tag; `und` if it is unknown. */
  language: z.string(),
  handling: z.enum(['mask_all', 'refuse', 'detect_only']),
  texts: count,
});
export type OtherLanguage = z.infer<typeof OtherLanguage>;

/** How a text came into force. Without a person, it was the file of the first start. */
const PolicyApproval = z.object({
  number: count,
  /** Absent for a file that the service found changed. */
  author: z.object({ id: UserId, name: z.string() }).optional(),
  approved_by: z.object({ id: UserId, name: z.string() }).optional(),
  approved_at: time,
});
export type PolicyApproval = z.infer<typeof PolicyApproval>;

/** Named as the events of the call name it; `yaml` is '' when the text is not kept. */
const PolicyUse = z.object({
  name: z.string(),
  /** The number of the policy (decision 0160); absent in records of older versions. */
  version: count.optional(),
  sha256: hash,
  requests: count,
  yaml: z.string(),
  /** How many words and patterns of its own the policy has, all kinds together; absent for none. */
  words: z.object({ always: count, never: count, patterns: count }).optional(),
  /** Of a text that was the global policy; absent for an agent's own. */
  approval: PolicyApproval.optional(),
});
export type PolicyUse = z.infer<typeof PolicyUse>;

const LeakDetection = z.object({
  verdict: z.enum(['clean', 'reported', 'blocked', 'not_run']),
  /** '' when the scan did not run. */
  scanner: z.string(),
  requests_scanned: count,
  requests_blocked: count,
  bytes_scanned: count,
  exact_match_hits: count,
  pattern_hits: count,
  /** Encoded stretches that the scan could not read; absent for none. */
  unreadable: count.optional(),
});
export type LeakDetection = z.infer<typeof LeakDetection>;

const Retention = z.object({
  policy_days: count,
  retain_until: time,
  /** 45 CFR 164.316(b)(2)(i). */
  meets_six_years: z.boolean(),
  legal_hold: z.boolean(),
  /**
   * Which texts of the call are kept, encrypted: those of both sides (`log_payloads`), or what was sent to
   * the model and came from it (`keep: public`; design D28).
   */
  payloads: z.enum(['none', 'kept', 'public_side', 'erased']),
});
export type Retention = z.infer<typeof Retention>;

/** One party that handles what this session held, and whether an agreement with it is on file. */
export const BusinessAssociateRow = z.object({
  name: z.string(),
  role: z.enum(['voice_platform', 'model_provider', 'hosting', 'other']),
  agreement: z.enum(['in_force', 'expired', 'none', 'unknown', 'not_needed']),
  signed_on: day.optional(),
  expires_on: day.optional(),
  reference: z.string().optional(),
});
export type BusinessAssociateRow = z.infer<typeof BusinessAssociateRow>;

/** The provider that got the turns of a call which the first one did not answer (decision 0109). */
export const FallbackUse = z.object({
  upstream: z.string(),
  /** Origin of the provider, such as `https://api.example.com`. */
  host: z.string(),
  /** Turns that it got, and those of them that it answered. */
  turns: z.int().min(0),
  replies: z.int().min(0),
  /** Turns that it did not get because no agreement with it was in force. */
  refused: z.int().min(0),
  /** With it, on the first day of the call. */
  agreement: BusinessAssociateRow.shape.agreement,
});
export type FallbackUse = z.infer<typeof FallbackUse>;

/** The model on the clinic's own network that got the turns which were refused for any other (decision 0191). */
export const LocalModelUse = z.object({
  upstream: z.string(),
  /** Its origin, such as `http://models.clinic.example.com:11434`. */
  host: z.string(),
  /** Turns that it got, and those of them that it answered. */
  turns: z.int().min(0),
  replies: z.int().min(0),
});
export type LocalModelUse = z.infer<typeof LocalModelUse>;

/** A function that this service ran in the call (decision 0168). */
export const FunctionUse = z.object({
  /** Its name, or `unknown` for what the agent has not. */
  function: z.string(),
  /** How often the model called it, and how often it was done. */
  calls: z.int().min(0),
  done: z.int().min(0),
  /** Why it was not done, by outcome. */
  failed: z.record(z.string(), z.int().min(0)).readonly(),
  /** Microseconds of the longest. */
  longest_us: z.int().min(0),
});
export type FunctionUse = z.infer<typeof FunctionUse>;

/** A request of the call: when it came, values masked in it for the first time, and what the leak scan said. */
const ReportTurn = z.object({
  turn: count,
  at: time,
  values: count,
  /** Absent where no scan ran. */
  verdict: z.enum(['clean', 'reported', 'blocked']).optional(),
});
export type ReportTurn = z.infer<typeof ReportTurn>;

/** A rule, how it was tested for this report, and what came out. */
export const ControlRow = z.object({
  citation: z.string(),
  control: z.string(),
  test: z.string(),
  result: z.enum(['met', 'exception', 'not_assessed']),
  /** '' without one. */
  exception: z.string(),
  owner: z.string(),
});
export type ControlRow = z.infer<typeof ControlRow>;

/** One leaf of the session's tree. */
export const ReportEvent = z.object({
  seq: count,
  session_seq: count,
  id: z.string().startsWith('evt_'),
  ts: time,
  kind: z.string(),
  curr_hash: hash,
});
export type ReportEvent = z.infer<typeof ReportEvent>;

/** An event that names a person, who looked at something, downloaded or changed it. */
export const AccessEntry = z.object({
  seq: count,
  ts: time,
  kind: z.string(),
  actor: z.string(),
  /** '' if the person is not known here. */
  actor_name: z.string(),
  session_id: SessionId.optional(),
  agent_id: AgentId.optional(),
  reason: z.string().optional(),
  curr_hash: hash,
});
export type AccessEntry = z.infer<typeof AccessEntry>;

/** Whose report it is. */
export const Letterhead = z.object({
  name: z.string(),
  system: z.string(),
  location: z.string(),
  contact: z.string(),
});

export const PreparedBy = z.object({ id: UserId, name: z.string() });

const MeasuredRecall = z.object({
  kind: z.string(),
  /** Share of labelled values of the kind that the whole detection hid, in hundredths of a percent. */
  recall_bp: count,
  wanted: count,
});

export const ReportVersions = z.object({
  service: z.string(),
  database: z.string(),
  scanners: z.array(z.string()).readonly(),
  model: z.string(),
  measured_recall: z.array(MeasuredRecall).readonly(),
});

/**
 * The compliance report of one session: Audit Schema v1 (spec, Report; design D31, D32). It is hashed and
 * signed in wire form: no fractions, no null. Times are ISO 8601 UTC.
 */
export const Report = z
  .object({
    schema: z.literal('audit-schema-v1'),
    id: z.string().regex(/^rep_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
    scope: z.literal('session'),
    session_id: SessionId,
    generated_at: time,
    /** These and `local_time`, `versions` and `statement` are absent in reports of older versions. */
    letterhead: Letterhead.optional(),
    prepared_by: PreparedBy.optional(),
    agent: z.object({ id: AgentId, name: z.string() }),
    /** True of a call that is not sealed: it can go on. Absent otherwise. */
    draft: z.literal(true).optional(),
    status: z.enum(['ok', 'error', 'partial']),
    /** The first turn without a whole reply; absent without one. */
    first_failure: TurnFailure.optional(),
    started_at: time,
    ended_at: time,
    /** Start and end in the time zone of the clinic. */
    local_time: z
      .object({ time_zone: z.string(), started_at: z.string(), ended_at: z.string() })
      .optional(),
    /** Who said last that they have reviewed the call; absent if nobody did. */
    reviewed: z.object({ by: z.object({ id: UserId, name: z.string() }), at: time }).optional(),
    duration_ms: count,
    turn_count: count,
    /** As the agent names it, such as `provider:model-small`; `upstream_model` is its model. */
    upstream: z.string(),
    upstream_model: z.string(),
    /** Absent where the first provider answered every turn, and in reports of older versions. */
    fallbacks: z.array(FallbackUse).readonly().optional(),
    /** Absent where no turn was refused and went there. */
    local_model: LocalModelUse.optional(),
    /** Absent where none was called. */
    functions: z.array(FunctionUse).readonly().optional(),
    tokenization: z.string(),
    merkle_root_hex: hash,
    redaction_count: count,
    redactions_by_kind: counts,
    /** Values masked, each counted once; absent if an older version recorded some turn. */
    values_by_kind: counts.optional(),
    /** In their order; absent if an older version recorded some turn. */
    turns: z.array(ReportTurn).readonly().optional(),
    /** Kind to action to count; `passthrough` counts values sent in clear. */
    actions_by_kind: z.record(z.string(), counts).readonly(),
    detections: DetectionCounts,
    passes: z.array(PassRuns).readonly(),
    /** Callers' texts in a language that the policy does not cover; absent without any (design D49). */
    other_languages: z.array(OtherLanguage).readonly().optional(),
    /** Text and SHA-256 of the policy of the last request; '' when the text is not kept. */
    policy_snapshot: z.string(),
    policy_sha256: hash,
    /** Every policy the session ran under, in order of first use. */
    policies: z.array(PolicyUse).readonly(),
    safe_harbor_coverage: z.record(SafeHarborKey, CoverageLevel).readonly(),
    safe_harbor_detail: z.array(SafeHarborRow).length(18).readonly(),
    /** What the rows say about the text that was sent. */
    statement: z.string().optional(),
    versions: ReportVersions.optional(),
    /** Controls of 45 CFR 164; absent in reports of older versions. */
    controls: z.array(ControlRow).readonly().optional(),
    pci_dss: z.object({ scope: PciScope, requirements: z.array(PciRequirement).readonly() }),
    /** What was found in the clear; absent in reports of older versions. */
    exposure: Exposure.optional(),
    leak_detection: LeakDetection,
    rehydration: z.object({ restored: count, failed: count, by_reason: counts }),
    retention: Retention,
    business_associates: z.array(BusinessAssociateRow).readonly(),
    limitations: z.array(z.string()).readonly(),
    chain: z.object({
      /** Leaves of `merkle_root_hex`, and the journal positions of the first and the last. */
      event_count: count,
      first_seq: count,
      last_seq: count,
      sealed: z.boolean(),
      /** This session's records, re-hashed for this report. */
      verify: z.object({ ok: z.boolean(), message: z.string() }),
    }),
    /** The leaves, in order: enough to compute `merkle_root_hex` again. */
    events: z.array(ReportEvent).readonly(),
    /**
     * Events of this call that name a person, until this report. Views and reports are no leaves of its
     * root. Absent in reports of older versions.
     */
    access_log: z.array(AccessEntry).readonly().optional(),
    /** Signed note over the whole journal (C2SP tlog-checkpoint), no older than the last event here. */
    checkpoint: z.string(),
    /** Ed25519 key of checkpoint and report, 32 bytes in hex. */
    public_key: hash,
    integrity: z.object({
      /** Hex SHA-256 of the canonical JSON (RFC 8785) of the report without `integrity`. */
      report_sha256: hash,
      /** Ed25519 over the same bytes by `public_key`, in base64. */
      signature: z.base64(),
    }),
  })
  .readonly()
  .meta({ id: 'Report', description: 'Audit Schema v1.', examples: [exampleReport] });
export type Report = z.infer<typeof Report>;

/** What is hashed and signed. */
export type ReportBody = Omit<Report, 'integrity'>;

export const OneReport = z
  .object({ report: Report })
  .meta({ id: 'OneReport', examples: [{ report: exampleReport }] });
export type OneReport = z.infer<typeof OneReport>;

/** Proof that an event is a leaf of its session's tree (RFC 6962, 2.1.1). */
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
