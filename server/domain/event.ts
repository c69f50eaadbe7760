import type { FunctionOutcome } from './agent.ts';
import type { Span } from './detection.ts';
import type { AgentId, BearerTokenId, EventId, MarkId, RunId, SessionId } from './ids.ts';
import type { MarkOutcome, Mistake } from './mark.ts';
import type { Action, OtherLanguages } from './policy.ts';
import type { AlertChannel } from './settings/alert.ts';
import type { Assessment, IncidentThing } from './settings/handled-things.ts';
import type { Role } from './settings/role.ts';

/**
 * The fields of each event kind, in addition to the common record fields (design D20, D25). In wire
 * form, because they are hashed: snake_case; strings, safe integers, arrays and integer maps of them;
 * absent fields are omitted, never null. No PHI and no hash of PHI.
 */
export interface EventFields {
  call_started: {
    policy_name: string;
    /** The number of the policy (decision 0160); absent in records of older versions. */
    policy_version?: number;
    policy_sha256: string;
    tokenization: string;
    upstream: string;
    /** The shortest retention of this call's records, even under a later policy (design D27). */
    retention_days: number;
  };
  request_masked: {
    turn: number;
    /** Name and number of the policy; absent in records of older versions. */
    policy_name?: string;
    policy_version?: number;
    policy_sha256: string;
    passes: readonly string[];
    parts: number;
    new_parts: number;
    spans: number;
    /** Masked spans that are new in the call. */
    spans_by_kind: Readonly<Record<string, number>>;
    /** Detections that the policy's `never` took away, once per text of a call; absent for none (design D51). */
    vetoes_by_kind?: Readonly<Record<string, number>>;
    /** Values masked for the first time in the call; absent in records of older versions. */
    values_by_kind?: Readonly<Record<string, number>>;
    /** Names of staff that the roster let pass in the new messages; absent for none. */
    passed_by_roster?: Readonly<Record<string, number>>;
    body_bytes: number;
    /**
     * Who sent it (decision 0145): a signature with the shared secret, or the bearer token of this id; both
     * absent for a test call of the portal and in records of older versions.
     */
    credential_kind?: 'signature' | 'bearer_token';
    credential_id?: BearerTokenId;
    /** Hash of the stored ciphertext of the request, if the policy logs payloads (design D28). */
    payload_sha256?: string;
  };
  detection: {
    turn: number;
    part: string;
    entity_kind: string;
    detector: string;
    score_bp: number;
    placeholder: string;
    span: Span;
  };
  redaction_applied: {
    turn: number;
    part: string;
    entity_kind: string;
    action: Action;
    placeholder: string;
    span: Span;
  };
  /** A caller's turn in a language that the policy does not list; once for each text of a call (design D49). */
  language_not_covered: {
    turn: number;
    part: string;
    /** BCP 47 tag; `und` if it is unknown. */
    language: string;
    handling: OtherLanguages;
  };
  egress_scanned: {
    turn: number;
    scanner: string;
    bytes: number;
    verdict: 'clean' | 'reported';
    exact_match_hits: number;
    pattern_hits: number;
    /** Encoded stretches that the scan could not read; absent for none. */
    unreadable?: number;
    /** The model on the clinic's own network, which got the turn that was refused (decision 0191); absent where nobody did. */
    local_upstream?: string;
    /**
     * What the policy let be sent in the clear, by kind: places that are new in the call, and values sent
     * so for the first time. Empty if nothing was found; absent in records of older versions.
     */
    in_clear_by_kind?: Readonly<Record<string, number>>;
    in_clear_values_by_kind?: Readonly<Record<string, number>>;
  };
  leak_blocked: {
    turn: number;
    scanner: string;
    bytes: number;
    rules: readonly string[];
    exact_match_hits: number;
    pattern_hits: number;
    /** Encoded stretches that the scan could not read; absent for none. */
    unreadable?: number;
    /** The model on the clinic's own network, which got the turn that was refused (decision 0191); absent where nobody did. */
    local_upstream?: string;
  };
  /** A provider gave no reply, and its upstream has a fallback (decision 0109). */
  upstream_failed: {
    turn: number;
    upstream: string;
    /** Error code: `upstream_error` or `upstream_busy`. */
    reason: string;
    /** What it answered instead of a reply: its HTTP status. */
    upstream_status?: number;
    /** Microseconds from sending until it was given up. */
    waited_us: number;
    fallback: string;
    /** Whether the fallback got the turn, and if not, why. */
    handling: FallbackHandling;
  };
  /** A function's arguments are about to go to the clinic (decision 0168). A test of the portal has an actor, no turn. */
  function_called: {
    turn?: number;
    actor?: string;
    run_id: RunId;
    /** Its name in the agent's settings. */
    function: string;
    /** Values of the call in its arguments, by kind. */
    values_by_kind: Readonly<Record<string, number>>;
    /** Of the body that is sent. */
    bytes: number;
  };
  /** What became of a function that the model called. The next `request_masked` counts the values of its answer. */
  function_ended: {
    turn?: number;
    actor?: string;
    run_id: RunId;
    /** Its name in the agent's settings; `unknown` for any other. */
    function: string;
    outcome: FunctionOutcome;
    /** The HTTP status of an answer. */
    status?: number;
    /** How often it was sent; 0 for a function that was not called. */
    attempts: number;
    /** Of the answer; absent without one. */
    bytes?: number;
    duration_us: number;
  };
  response_completed: {
    turn: number;
    status: 'ok' | 'partial' | 'error';
    reason: string;
    /** The upstream that was asked last, where that is not the agent's: the fallback, or the clinic's own model. */
    upstream?: string;
    /** What the provider answered instead of a reply: its HTTP status. */
    upstream_status?: number;
    /** The caller heard the agent's sentence for failures in place of a reply, in this language (decision 0172). */
    failure_message?: string;
    /** The function that the sentence was followed by. */
    failure_function?: 'transfer_call';
    /** `unknown`, with counts of 0, where the service stopped before it could record the end of the reply. */
    stream: 'yes' | 'no' | 'unknown';
    restored: number;
    failed: number;
    /** Microseconds: added by this service before forwarding, until the first byte, in total. */
    added_us: number;
    first_byte_us: number;
    duration_us: number;
    /** Of `added_us`: what patterns and model took, and the wait until the request was on record. Absent in older records. */
    search_us?: number;
    journal_us?: number;
    /** Hash of the stored ciphertext of the reply, if the policy logs payloads (design D28). */
    payload_sha256?: string;
    /** Hash of the stored ciphertext of the turn's public side, if the policy keeps it alone (design D28). */
    public_sha256?: string;
  };
  rehydration_failed: { turn: number; entity_kind: string; reason: RehydrationFailure };
  call_ended: { reason: 'single_request' | 'idle' | 'platform' | 'shutdown'; turns: number };
  session_sealed: { merkle_root_hex: string; event_count: number };
  report_generated: {
    actor: string;
    report_id: string;
    format: 'json' | 'pdf' | 'zip';
    merkle_root_hex: string;
    /** The period of a report of many calls; its record has no session. */
    from?: string;
    until?: string;
    /** Made by the service for a schedule of `actor`. */
    schedule_id?: string;
  };
  regulated_view_opened: {
    actor: string;
    /** `live`, `transcript` (once `replay`), `mark`, `roster` or `unmask`. */
    view: string;
    /** One of a list; absent in records of older versions. */
    reason?: string;
    /** What the person added, at most 200 characters. It must name no patient, and nothing can check that. */
    note?: string;
    /** How many tokens `unmask` replaced by values. */
    values?: number;
  };
  /** Texts about a call that are no turn of it were masked for a person (decision 0185). */
  texts_masked: {
    actor: string;
    texts: number;
    policy_name: string;
    policy_version: number;
    policy_sha256: string;
    passes: readonly string[];
    spans_by_kind: Readonly<Record<string, number>>;
    /** Of the leak scan; texts that it `blocked` were not returned. */
    verdict: 'clean' | 'reported' | 'blocked';
  };
  /**
   * A person searched for values, never which: in the roster (decision 0088), in calls (decision 0108), or for words in
   * kept texts (decision 0174).
   */
  values_searched: {
    actor: string;
    store: 'roster' | 'calls' | 'texts';
    /** Of the value, if the person named it. */
    entity_kind?: string;
    calls_found?: number;
  };
  /** A person downloaded the journal, or what people did. */
  audit_exported: { actor: string; part: 'journal' | 'activity' };
  /** A person asked for pruning; `retention_pruned` says what it removed. */
  pruning_requested: { actor: string };
  /** An admin erased the stored payloads of a session (design D28). */
  payloads_erased: { actor: string };
  /** A person downloaded the masked texts of a call (decision 0192). */
  transcript_exported: { actor: string };
  /** The agent's address took the masked texts of a call (decision 0197). */
  transcript_sent: TranscriptFields & {
    turns: number;
    /** Of the body that was sent. */
    bytes: number;
  };
  /** It did not, or there was nothing to send; nothing tries again. */
  transcript_failed: TranscriptFields & { reason: TranscriptFailure };
  /** A user downloaded the list of sessions. */
  sessions_exported: { actor: string };
  /** A person marked a mistake of detection in a call, or decided about a mark (decision 0084). */
  mark_added: {
    actor: string;
    mark_id: string;
    mistake: Mistake;
    entity_kind: string;
    turn: number;
  };
  mark_decided: {
    actor: string;
    mark_id: string;
    mistake: Mistake;
    entity_kind: string;
    outcome: MarkOutcome;
  };
  /**
   * A person changed the tags of a call, or its note (decision 0175): how many tags it has since, and what became of the
   * note. What they say is kept with the call's texts, because it may name somebody.
   */
  call_annotated: { actor: string; tags?: number; note?: 'written' | 'removed' };
  /** A person said that they have reviewed a call, or took it back. */
  call_reviewed: { actor: string; reviewed: 'yes' | 'no' };
  /** The calls of a week that two people are to read (decision 0196): `calls` is how many there were to draw from. */
  sample_drawn: {
    from: string;
    until: string;
    /** The Merkle root of the week; `session_ids` are in the order of the draw. */
    seed: string;
    calls: number;
    session_ids: readonly SessionId[];
  };
  /** The service read calls of a drawn week again; `mark_ids` are what it suggests to people (decision 0190). */
  suggestions_made: {
    /** `from` of its `sample_drawn`. */
    sample_from: string;
    calls: number;
    /** Calls whose kept texts could not be read; absent for none. */
    calls_unreadable?: number;
    texts: number;
    mark_ids: readonly MarkId[];
    suggested_by_kind: Readonly<Record<string, number>>;
  };
  /** A person has read a drawn call, and made these marks. The second one's event also has what both found. */
  call_checked: {
    actor: string;
    /** `from` of its `sample_drawn`. */
    sample_from: string;
    mark_ids: readonly MarkId[];
    found_by_kind?: Readonly<Record<string, number>>;
    missed_by_kind?: Readonly<Record<string, number>>;
    needless_by_kind?: Readonly<Record<string, number>>;
  };
  /** A person saw a thing that the overview lists; `note` must name no patient, and nothing can check that. */
  attention_acknowledged: { actor: string; about: string; note: string };
  /** The record of an incident (decision 0184); its texts must name no patient. `calls` counts those that it is about. */
  incident_opened: {
    actor: string;
    incident_id: string;
    about: IncidentThing;
    calls: number;
    note: string;
  };
  incident_assessed: {
    actor: string;
    incident_id: string;
    nature_and_extent: string;
    recipient: string;
    acquired_or_viewed: string;
    mitigation: string;
    conclusion: Assessment['conclusion'];
  };
  incident_closed: { actor: string; incident_id: string; note: string };
  agent_created: { actor: string; upstream: string; tokenization: string };
  agent_updated: { actor: string; fields: readonly string[] };
  agent_deleted: { actor: string };
  policy_reloaded: {
    actor: string;
    policy_name: string;
    policy_sha256: string;
    previous_sha256: string;
  };
  /** A change of the global policy was proposed, approved or rejected; `policy_file` proposes by itself (decision 0095). */
  policy_proposed: PolicyVersionFields;
  policy_approved: PolicyVersionFields;
  policy_rejected: PolicyVersionFields;
  login: { actor: string; method: string };
  logout: { actor: string };
  login_failed: { reason: string };
  /** An admin changed a user's access. `user_id` names the user; absent for a sign-in link. */
  access_changed: {
    actor: string;
    change:
      | 'admin_granted'
      | 'admin_revoked'
      | 'role_changed'
      | 'web_session_revoked'
      | 'sign_in_link_created';
    user_id?: string;
    /** The user's new role (decision 0088); absent in records of older versions. */
    role?: Role;
  };
  /** An admin changed settings of the installation; `fields` names what changed, never a value. */
  settings_changed: { actor: string; settings: SettingsName; fields: readonly string[] };
  /** A message of a rule was taken by its receiver, or given up; a test has no counts. */
  alert_sent: AlertFields;
  alert_failed: AlertFields;
  key_rotated: { actor: string; kid: string; purpose: string };
  checkpoint_signed: { size: number; root_hash: string; key_name: string };
  retention_pruned: {
    first_seq: number;
    last_seq: number;
    boundary_hash: string;
    policy_days: number;
  };
  /** Fills a tile in a quiet time, so that its other records can go when they are due (decision 0161). */
  tile_filled: Record<never, never>;
  /** An admin confirmed a clock that is `ahead_ms` ahead of its last reading (design D27). */
  retention_clock_confirmed: { actor: string; ahead_ms: number };
  /** `from` and `until` of a hold on dates; the rest is what its actor says of it (decision 0092). */
  legal_hold_placed: {
    actor: string;
    scope: HoldScope;
    from?: string;
    until?: string;
    matter?: string;
    reason?: string;
    reviewer?: string;
  };
  /** `hold_seq`: the record that placed it; absent in records of older versions. */
  legal_hold_released: {
    actor: string;
    scope: HoldScope;
    from?: string;
    until?: string;
    hold_seq?: number;
  };
  journal_gap: {
    actor: string;
    head_size: number;
    head_hash: string;
    found_size: number;
    found_hash: string;
  };
  clock_regression: { behind_ms: number };
  /** The roster changed (decision 0081). `file_hmac` is under a key of this installation. */
  roster_imported: {
    actor: string;
    import_id: string;
    mode: 'replace' | 'merge';
    file_hmac: string;
    imported: number;
    refused: number;
  };
  roster_person_deleted: { actor: string };
  roster_deleted: { actor: string; patients: number; relatives: number; staff: number };
  backup_created: { actor: string; size: number; head_hash: string };
}

/** `previous_sha256` names the text in force when it was proposed; of an approved one, the text it replaced. */
interface PolicyVersionFields {
  actor: string;
  version_id: string;
  policy_name: string;
  policy_sha256: string;
  previous_sha256: string;
}

export type EventKind = keyof EventFields;

/**
 * Records about a session that are not part of its call. They move neither its root (design D21) nor its end
 * in the summary.
 */
export const kindsAfterTheCall: ReadonlySet<EventKind> = new Set([
  'session_sealed',
  'report_generated',
  'regulated_view_opened',
  'texts_masked',
  'transcript_exported',
  'transcript_sent',
  'transcript_failed',
  'payloads_erased',
  'mark_added',
  'mark_decided',
  'call_checked',
  'call_annotated',
  'call_reviewed',
  'legal_hold_placed',
  'legal_hold_released',
]);

interface TranscriptFields {
  /** Where it went; absent where the agent names no address any more. */
  host?: string;
  /** The HTTP status of the last answer. */
  status?: number;
  /** How often it was sent. */
  attempts: number;
}

/** What became of the last attempt; or why nothing was sent: no texts, no address any more, too many before it. */
export type TranscriptFailure =
  | Exclude<FunctionOutcome, 'done' | 'too_large' | 'unreadable'>
  | 'not_kept'
  | 'erased'
  | 'key_missing'
  | 'no_address'
  | 'too_many_waiting';

interface AlertFields {
  alert_id: string;
  rule_id: string;
  channel: AlertChannel['kind'];
  counts: Readonly<Record<string, number>>;
  attempts: number;
}

/** Settings that are made in the portal. */
export type SettingsName =
  | 'clinic'
  | 'alerts'
  | 'business_associates'
  | 'keys'
  | 'report_schedules';

/** A hold on one session or agent names it in the record's `session_id` or `agent_id`. */
export type HoldScope = 'installation' | 'session' | 'agent' | 'dates';

/**
 * What became of a turn that a provider did not answer: the fallback got it; or it did not, because no
 * business-associate agreement with it is in force, its protocol cannot say the request, or the leak scan
 * blocked it.
 */
export type FallbackHandling = 'sent' | 'no_agreement' | 'no_time' | 'not_expressible' | 'blocked';

/** Why a token was not restored (design D16). */
export type RehydrationFailure = 'out_of_scope' | 'key_missing' | 'vault_miss' | 'malformed';

/** An event before the journal appends it. System events have no session and no agent. */
export type EventDraft = {
  [K in EventKind]: {
    readonly kind: K;
    /** ISO 8601 UTC, milliseconds. */
    readonly ts: string;
    readonly session_id?: SessionId;
    readonly agent_id?: AgentId;
    readonly fields: EventFields[K];
  };
}[EventKind];

/**
 * A journal record (design D20; spec, Journal structure): the draft's fields and its position in the
 * chain, in one flat object. `session_seq` is present exactly when `session_id` is.
 */
export interface JournalRecord {
  readonly v: 1;
  readonly seq: number;
  readonly id: EventId;
  readonly ts: string;
  readonly kind: EventKind;
  /** 16 random bytes in hex. */
  readonly nonce: string;
  readonly session_id?: SessionId;
  readonly session_seq?: number;
  readonly agent_id?: AgentId;
  /** Hex SHA-256; all zeros for the first record. */
  readonly prev_hash: string;
  readonly curr_hash: string;
  readonly [field: string]: unknown;
}
