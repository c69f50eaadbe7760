import type { EventDraft, EventFields, EventKind } from '../../server/domain/event.ts';

const actor = 'usr_01J00000000000000000000000';
const sha256 = 'ab'.repeat(32);

/** One event of every kind, with no real person in it. */
const policyVersion = {
  actor,
  version_id: 'pol_01J00000000000000000000000',
  policy_name: 'healthcare-strict',
  policy_sha256: sha256,
  previous_sha256: 'cd'.repeat(32),
};

const fields: { readonly [K in EventKind]: EventFields[K] } = {
  call_started: {
    policy_name: 'healthcare-default',
    policy_sha256: sha256,
    tokenization: 'vault-deterministic',
    upstream: 'stub',
    retention_days: 2_555,
  },
  request_masked: {
    turn: 1,
    policy_sha256: sha256,
    passes: ['regex', 'nermodel'],
    parts: 3,
    new_parts: 2,
    spans: 2,
    spans_by_kind: { NAME: 1, PHONE: 1 },
    body_bytes: 512,
  },
  detection: {
    turn: 1,
    part: 'messages.1.content',
    entity_kind: 'PHONE',
    detector: 'regex.phone',
    score_bp: 9_500,
    placeholder: '[PHONE_01]',
    span: [11, 23],
  },
  redaction_applied: {
    turn: 1,
    part: 'messages.1.content',
    entity_kind: 'PHONE',
    action: 'tokenize',
    placeholder: '[PHONE_01]',
    span: [11, 23],
  },
  language_not_covered: {
    turn: 1,
    part: 'messages.1.content',
    language: 'de',
    handling: 'mask_all',
  },
  egress_scanned: {
    turn: 1,
    scanner: 'leak-scan/1',
    bytes: 540,
    verdict: 'clean',
    exact_match_hits: 0,
    pattern_hits: 0,
  },
  leak_blocked: {
    turn: 2,
    scanner: 'leak-scan/1',
    bytes: 540,
    rules: ['ssn'],
    exact_match_hits: 0,
    pattern_hits: 1,
  },
  upstream_failed: {
    turn: 1,
    upstream: 'provider:model-small',
    reason: 'upstream_error',
    upstream_status: 529,
    waited_us: 180_000,
    fallback: 'provider:fallback',
    handling: 'sent',
  },
  function_called: {
    turn: 1,
    run_id: 'run_01J00000000000000000000000',
    function: 'book_visit',
    values_by_kind: { NAME: 1, PHONE: 1 },
    bytes: 412,
  },
  function_ended: {
    turn: 1,
    run_id: 'run_01J00000000000000000000000',
    function: 'book_visit',
    outcome: 'done',
    status: 200,
    attempts: 1,
    bytes: 86,
    duration_us: 240_000,
  },
  response_completed: {
    turn: 1,
    status: 'ok',
    reason: 'stop',
    stream: 'yes',
    restored: 1,
    failed: 0,
    added_us: 2_300,
    first_byte_us: 41_000,
    duration_us: 310_000,
  },
  rehydration_failed: { turn: 1, entity_kind: 'PHONE', reason: 'vault_miss' },
  call_ended: { reason: 'platform', turns: 1 },
  session_sealed: { merkle_root_hex: sha256, event_count: 9 },
  report_generated: {
    actor,
    report_id: 'rep_01J00000000000000000000000',
    format: 'pdf',
    merkle_root_hex: sha256,
  },
  regulated_view_opened: { actor, view: 'live', reason: 'audit', note: 'yearly sample' },
  texts_masked: {
    actor,
    texts: 2,
    policy_name: 'healthcare-default',
    policy_version: 1,
    policy_sha256: sha256,
    passes: ['regex', 'nermodel'],
    spans_by_kind: { NAME: 1, PHONE: 1 },
    verdict: 'clean',
  },
  values_searched: { actor, store: 'calls', entity_kind: 'PHONE', calls_found: 3 },
  audit_exported: { actor, part: 'journal' },
  pruning_requested: { actor },
  call_annotated: { actor, tags: 2, note: 'written' },
  call_reviewed: { actor, reviewed: 'yes' },
  payloads_erased: { actor },
  transcript_exported: { actor },
  transcript_sent: {
    host: 'transcripts.example.com',
    status: 200,
    attempts: 1,
    turns: 4,
    bytes: 2_345,
  },
  transcript_failed: {
    host: 'transcripts.example.com',
    status: 500,
    attempts: 8,
    reason: 'refused',
  },
  sessions_exported: { actor },
  mark_added: {
    actor,
    mark_id: 'mark_01J00000000000000000000002',
    mistake: 'missed',
    entity_kind: 'NAME',
    turn: 1,
  },
  mark_decided: {
    actor,
    mark_id: 'mark_01J00000000000000000000002',
    mistake: 'missed',
    entity_kind: 'NAME',
    outcome: 'policy_word',
  },
  sample_drawn: {
    from: '2026-11-16T06:00:00.000Z',
    until: '2026-11-23T06:00:00.000Z',
    seed: 'b7'.repeat(32),
    calls: 112,
    session_ids: ['sess_01J00000000000000000000000'],
  },
  suggestions_made: {
    sample_from: '2026-11-16T06:00:00.000Z',
    calls: 87,
    texts: 612,
    mark_ids: ['mark_01J00000000000000000000003'],
    suggested_by_kind: { NAME: 1 },
  },
  call_checked: {
    actor,
    sample_from: '2026-11-16T06:00:00.000Z',
    mark_ids: ['mark_01J00000000000000000000002'],
    found_by_kind: { NAME: 2, PHONE: 1 },
    missed_by_kind: { NAME: 1 },
    needless_by_kind: {},
  },
  attention_acknowledged: { actor, about: 'disk_low', note: 'A larger disk comes on Friday.' },
  incident_opened: {
    actor,
    incident_id: 'inc_01J00000000000000000000002',
    about: 'may_have_been_sent',
    calls: 1,
    note: '',
  },
  incident_assessed: {
    actor,
    incident_id: 'inc_01J00000000000000000000002',
    nature_and_extent: 'One telephone number, no name.',
    recipient: 'The model provider, under an agreement.',
    acquired_or_viewed: 'Not known.',
    mitigation: 'The function was renamed.',
    conclusion: 'low_probability',
  },
  incident_closed: {
    actor,
    incident_id: 'inc_01J00000000000000000000002',
    note: 'Nobody has to be told.',
  },
  agent_created: { actor, upstream: 'stub', tokenization: 'vault-deterministic' },
  agent_updated: { actor, fields: ['policy_yaml'] },
  agent_deleted: { actor },
  policy_reloaded: {
    actor,
    policy_name: 'healthcare-strict',
    policy_sha256: sha256,
    previous_sha256: 'cd'.repeat(32),
  },
  policy_proposed: policyVersion,
  policy_approved: policyVersion,
  policy_rejected: policyVersion,
  login: { actor, method: 'oidc' },
  logout: { actor },
  login_failed: { reason: 'state_mismatch' },
  settings_changed: { actor, settings: 'clinic', fields: ['name', 'time_zone'] },
  alert_sent: {
    alert_id: 'alr_01J00000000000000000000000',
    rule_id: 'rule_01J00000000000000000000000',
    channel: 'email',
    counts: { leak: 3 },
    attempts: 1,
  },
  alert_failed: {
    alert_id: 'alr_01J00000000000000000000000',
    rule_id: 'rule_01J00000000000000000000000',
    channel: 'webhook',
    counts: { provider_down: 1 },
    attempts: 8,
  },
  access_changed: {
    actor,
    change: 'role_changed',
    role: 'compliance',
    user_id: 'usr_01J00000000000000000000001',
  },
  key_rotated: { actor, kid: 'K_HEALTHCARE', purpose: 'tokenization' },
  checkpoint_signed: { size: 256, root_hash: sha256, key_name: 'audit.example/inst1' },
  retention_pruned: { first_seq: 0, last_seq: 255, boundary_hash: sha256, policy_days: 2_555 },
  tile_filled: {},
  retention_clock_confirmed: { actor, ahead_ms: 2_592_000_000 },
  legal_hold_placed: {
    actor,
    scope: 'session',
    matter: '2026-14',
    reason: 'subpoena',
    reviewer: 'Counsel',
  },
  legal_hold_released: { actor, scope: 'installation', hold_seq: 7 },
  journal_gap: {
    actor,
    head_size: 12,
    head_hash: sha256,
    found_size: 10,
    found_hash: 'cd'.repeat(32),
  },
  clock_regression: { behind_ms: 3_600_000 },
  roster_imported: {
    actor,
    import_id: 'imp_01J00000000000000000000000',
    mode: 'merge',
    file_hmac: sha256,
    imported: 1_203,
    refused: 1,
  },
  roster_person_deleted: { actor },
  roster_deleted: { actor, patients: 1_190, relatives: 0, staff: 13 },
  backup_created: { actor, size: 256, head_hash: sha256 },
};

const ofSession: ReadonlySet<EventKind> = new Set([
  'call_started',
  'request_masked',
  'detection',
  'redaction_applied',
  'language_not_covered',
  'egress_scanned',
  'leak_blocked',
  'upstream_failed',
  'function_called',
  'function_ended',
  'response_completed',
  'rehydration_failed',
  'call_ended',
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
  'legal_hold_placed',
]);

export const sessionId = 'sess_01J00000000000000000000000';
export const agentId = 'agt_01J00000000000000000000000';

export const sampleDrafts: readonly EventDraft[] = (Object.keys(fields) as EventKind[]).map(
  (kind) =>
    ({
      kind,
      ts: '2026-01-01T00:00:00.000Z',
      ...(ofSession.has(kind) && { session_id: sessionId, agent_id: agentId }),
      fields: fields[kind],
    }) as EventDraft,
);

/** Events that a policy with `log_payloads` gives a further field. */
export const payloadDrafts: readonly EventDraft[] = sampleDrafts
  .filter(({ kind }) => kind === 'request_masked' || kind === 'response_completed')
  .map(
    (draft) => ({ ...draft, fields: { ...draft.fields, payload_sha256: sha256 } }) as EventDraft,
  );

/** What a policy with `keep: public` adds, where it logs no payloads. */
export const publicSideDrafts: readonly EventDraft[] = sampleDrafts
  .filter(({ kind }) => kind === 'response_completed')
  .map((draft) => ({ ...draft, fields: { ...draft.fields, public_sha256: sha256 } }) as EventDraft);

const exposure: Partial<Record<EventKind, object>> = {
  request_masked: { values_by_kind: { NAME: 1, PHONE: 1 } },
  egress_scanned: { in_clear_by_kind: { DATE: 2 }, in_clear_values_by_kind: { DATE: 1 } },
  response_completed: { status: 'error', reason: 'upstream_error', upstream_status: 503 },
};

/** What older versions did not record. */
export const exposureDrafts: readonly EventDraft[] = sampleDrafts
  .filter(({ kind }) => exposure[kind] !== undefined)
  .map(
    (draft) => ({ ...draft, fields: { ...draft.fields, ...exposure[draft.kind] } }) as EventDraft,
  );

/** What a turn that a second provider answered adds. */
export const fallbackDrafts: readonly EventDraft[] = sampleDrafts
  .filter(({ kind }) => kind === 'response_completed')
  .map(
    (draft) =>
      ({ ...draft, fields: { ...draft.fields, upstream: 'provider:fallback' } }) as EventDraft,
  );

/** What a turn adds that was forwarded. */
export const stageDrafts: readonly EventDraft[] = sampleDrafts
  .filter(({ kind }) => kind === 'response_completed')
  .map(
    (draft) =>
      ({ ...draft, fields: { ...draft.fields, search_us: 1_200, journal_us: 800 } }) as EventDraft,
  );

/** What a turn adds that was refused for any model but the clinic's own. */
export const localModelDrafts: readonly EventDraft[] = sampleDrafts
  .filter(({ kind }) => kind === 'egress_scanned' || kind === 'leak_blocked')
  .map(
    (draft) =>
      ({ ...draft, fields: { ...draft.fields, local_upstream: 'provider:local' } }) as EventDraft,
  );

/** What a turn of a platform adds. */
export const credentialDrafts: readonly EventDraft[] = sampleDrafts
  .filter(({ kind }) => kind === 'request_masked')
  .map((draft) => {
    const credential = {
      credential_kind: 'bearer_token',
      credential_id: 'btk_01J00000000000000000000000',
    };
    return { ...draft, fields: { ...draft.fields, ...credential } } as EventDraft;
  });

/** The name and number of a policy, which older versions did not record. */
export const policyDrafts: readonly EventDraft[] = sampleDrafts
  .filter(({ kind }) => kind === 'call_started' || kind === 'request_masked')
  .map((draft) => {
    const policy = { policy_name: 'healthcare-default@abababab', policy_version: 4 };
    return { ...draft, fields: { ...draft.fields, ...policy } } as EventDraft;
  });

/** A masked span of a call, the commonest event. */
export function redaction(turn: number, session: `sess_${string}` = sessionId): EventDraft {
  return {
    kind: 'redaction_applied',
    ts: '2026-01-01T00:00:00.000Z',
    session_id: session,
    agent_id: agentId,
    fields: { ...fields.redaction_applied, turn },
  };
}
