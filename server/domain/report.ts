import type { EventKind } from './event.ts';
import type { AgentId, EventId, SessionId } from './ids.ts';
import type { Action, PassName } from './policy.ts';
import type { SessionStatus } from './session.ts';

/** A party that handles protected health information for the clinic (45 CFR 160.103), as configured. */
export interface BusinessAssociate {
  readonly name: string;
  readonly role: 'voice_platform' | 'model_provider' | 'hosting' | 'other';
  /** Upstream names it serves, such as `provider:model-small`; empty: all. */
  readonly upstreams: readonly string[];
  /** Whether a business associate agreement was signed; `unknown` when nobody has said. */
  readonly agreement: 'signed' | 'none' | 'unknown';
  /** Days such as `2026-01-31`. */
  readonly signedOn?: string;
  readonly expiresOn?: string;
  /** Where the agreement is filed. */
  readonly reference?: string;
}

/** The 18 identifiers of 45 CFR 164.514(b)(2)(i), (A) to (R) (design D31). */
export const safeHarborKeys = [
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
] as const;

export type SafeHarborKey = (typeof safeHarborKeys)[number];

export type Counts = Readonly<Record<string, number>>;

/**
 * The compliance report of one session (spec, Report; design D31, D32): Audit Schema v1. In wire
 * form, because it is hashed and signed: snake_case, no fractions, no null. Times are ISO 8601 UTC.
 */
export interface SessionReport extends ReportBody {
  readonly integrity: {
    /** Hex SHA-256 of the canonical JSON (RFC 8785) of the report without `integrity`. */
    readonly report_sha256: string;
    /** Ed25519 over the same bytes by `public_key`, in base64. */
    readonly signature: string;
  };
}

/** What is hashed and signed. */
export interface ReportBody {
  readonly schema: 'audit-schema-v1';
  readonly id: `rep_${string}`;
  readonly scope: 'session';
  readonly session_id: SessionId;
  readonly generated_at: string;
  readonly agent: { readonly id: AgentId; readonly name: string };
  readonly status: SessionStatus;
  readonly started_at: string;
  readonly ended_at: string;
  readonly duration_ms: number;
  readonly turn_count: number;
  /** As the agent names it, such as `provider:model-small`; `upstream_model` is its model. */
  readonly upstream: string;
  readonly upstream_model: string;
  readonly tokenization: string;
  readonly merkle_root_hex: string;
  readonly redaction_count: number;
  readonly redactions_by_kind: Counts;
  /** Kind to action to count; `passthrough` counts what was found and left as it was. */
  readonly actions_by_kind: Readonly<Record<string, Counts>>;
  readonly detections: DetectionCounts;
  readonly passes: readonly PassRuns[];
  /** Text and SHA-256 of the policy of the last request; '' when the text is not kept. */
  readonly policy_snapshot: string;
  readonly policy_sha256: string;
  /** Every policy the session ran under, in order of first use. */
  readonly policies: readonly PolicyUse[];
  readonly safe_harbor_coverage: Readonly<Record<SafeHarborKey, CoverageLevel>>;
  readonly safe_harbor_detail: readonly SafeHarborRow[];
  readonly pci_dss: {
    readonly scope: PciScope;
    readonly requirements: readonly PciRequirement[];
  };
  readonly leak_detection: LeakDetection;
  readonly rehydration: {
    readonly restored: number;
    readonly failed: number;
    readonly by_reason: Counts;
  };
  readonly retention: Retention;
  readonly business_associates: readonly BusinessAssociateRow[];
  readonly limitations: readonly string[];
  readonly chain: {
    /** Leaves of `merkle_root_hex`, and the journal positions of the first and the last. */
    readonly event_count: number;
    readonly first_seq: number;
    readonly last_seq: number;
    readonly sealed: boolean;
    /** This session's records, re-hashed for this report. */
    readonly verify: { readonly ok: boolean; readonly message: string };
  };
  /** The leaves, in order: enough to compute `merkle_root_hex` again. */
  readonly events: readonly ReportEvent[];
  /** Signed note over the whole journal (C2SP tlog-checkpoint), no older than the last event here. */
  readonly checkpoint: string;
  /** Ed25519 key of checkpoint and report, 32 bytes in hex. */
  readonly public_key: string;
}

export interface ReportEvent {
  readonly seq: number;
  readonly session_seq: number;
  readonly id: EventId;
  readonly ts: string;
  readonly kind: EventKind;
  readonly curr_hash: string;
}

export interface DetectionCounts {
  /** False when a policy had `log_events` off, so that there is no event for each detection. */
  readonly complete: boolean;
  readonly total: number;
  readonly by_kind: Counts;
  readonly by_detector: Counts;
  readonly by_pass: Counts;
}

/** How many of the session's requests a pass ran in. */
export interface PassRuns {
  readonly pass: PassName;
  readonly ran_in: number;
  readonly of: number;
}

export interface PolicyUse {
  /** '' when the text is not kept. */
  readonly name: string;
  readonly sha256: string;
  readonly requests: number;
  readonly yaml: string;
}

export type CoverageLevel = 'full' | 'partial' | 'none' | 'not_applicable';

export interface SafeHarborRow {
  readonly key: SafeHarborKey;
  readonly category: string;
  readonly citation: string;
  readonly level: CoverageLevel;
  /** Entity kinds of this category that the policy looks for. */
  readonly kinds: readonly string[];
  readonly action: Action | 'mixed' | 'none';
  readonly detections: number;
  readonly rationale: string;
}

/**
 * Where card numbers stood: not looked for by the policy; looked for and none found; found and
 * dropped; found and kept in the vault under tokens; found and forwarded.
 */
export type PciScope = 'not_assessed' | 'none_found' | 'redacted' | 'tokenized' | 'forwarded';

export interface PciRequirement {
  readonly requirement: string;
  readonly title: string;
  readonly status: 'met' | 'not_met' | 'not_applicable' | 'not_assessed';
  readonly rationale: string;
}

export interface LeakDetection {
  readonly verdict: 'clean' | 'reported' | 'blocked' | 'not_run';
  /** '' when the scan did not run. */
  readonly scanner: string;
  readonly requests_scanned: number;
  readonly requests_blocked: number;
  readonly bytes_scanned: number;
  readonly exact_match_hits: number;
  readonly pattern_hits: number;
}

export type PayloadsKept = 'none' | 'kept' | 'erased';

export interface Retention {
  readonly policy_days: number;
  readonly retain_until: string;
  /** 45 CFR 164.316(b)(2)(i). */
  readonly meets_six_years: boolean;
  readonly legal_hold: boolean;
  /** Whether the texts of the call are kept, encrypted, by the policy's `log_payloads` (design D28). */
  readonly payloads: PayloadsKept;
}

/** One party that handles what this session held, and whether an agreement with it is on file. */
export interface BusinessAssociateRow {
  readonly name: string;
  readonly role: 'voice_platform' | 'model_provider' | 'hosting' | 'other';
  readonly agreement: 'in_force' | 'expired' | 'none' | 'unknown' | 'not_needed';
  readonly signed_on?: string;
  readonly expires_on?: string;
  readonly reference?: string;
}
