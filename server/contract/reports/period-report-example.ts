import { exampleReport } from '../report-example.ts';

const hash = (byte: string): string => byte.repeat(32);
const agent = exampleReport.agent;

const outcomes = {
  calls: 1,
  nothing_found: 1,
  by_policy: 0,
  stopped: 0,
  may_have_been_sent: 0,
  not_recorded: 0,
  not_run: 0,
  failed: 0,
  in_progress: 0,
};

/** An example of a report over a period. The clinic, its calls and its people are invented. */
export const examplePeriodReport = {
  schema: 'audit-schema-v1' as const,
  id: 'rep_01M7YRT9D4P0Q6R2S8T4V1W7X4',
  scope: 'account' as const,
  generated_at: '2026-12-01T08:00:00.000Z',
  period: {
    from: '2026-11-01T06:00:00.000Z',
    until: '2026-12-01T06:00:00.000Z',
    time_zone: 'America/Chicago',
    from_local: '2026-11-01 01:00:00 CDT',
    until_local: '2026-12-01 00:00:00 CST',
  },
  letterhead: {
    name: 'Lakeside Family Clinic',
    system: 'Northern Health Group',
    location: 'Duluth, Minnesota',
    contact: 'Privacy officer, privacy@clinic.example.com',
  },
  prepared_by: { id: 'usr_01M7YRRT80KFHMF3DXAFZ08RHY', name: 'Sam Lee' },
  prepared_for: 'Compliance committee',
  merkle_root_hex: hash('8e'),
  population: {
    total: outcomes,
    turns: 1,
    by_agent: [{ ...outcomes, agent_id: agent.id, name: agent.name }],
    redaction_count: 1,
    redactions_by_kind: { PHONE: 1 },
    values_by_kind: { PHONE: 1 },
    in_clear_by_kind: {},
    reviewed: 1,
  },
  exceptions: [],
  controls: [
    {
      citation: '45 CFR 164.312(b)',
      control: 'Audit controls',
      test: 'Counted the calls of the period and their events, and looked for lost ones: 1 calls.',
      result: 'met' as const,
      exception: '',
      owner: 'IT administrator',
    },
  ],
  samples: { seed: hash('8e'), session_ids: [exampleReport.session_id] },
  safe_harbor: {
    listed_kinds_covered: false,
    statement:
      'The text sent to the model in this period does not meet the Safe Harbor method of 45 CFR 164.514(b)(2): A Names was not covered in full.',
    rows: exampleReport.safe_harbor_detail,
  },
  policy_gaps: [
    {
      key: 'A_names',
      category: 'Names',
      gap: 'Not covered.',
      risk: 'Values of this category reach the model in the clear.',
      recommendation: 'Look for every kind of this category and mask it.',
    },
  ],
  policies: [{ name: 'healthcare-default', version: 1, sha256: hash('4c'), requests: 1 }],
  versions: {
    service: '0.1.0',
    database: 'SQLite 3.50.0',
    scanners: ['leak-scan/1'],
    model: 'ner-0f8c1c5ddc1b2a90',
    measured_recall: [{ kind: 'PHONE', recall_bp: 9810, wanted: 157 }],
  },
  safeguards: {
    encryption_at_rest: 'SQLCipher files',
    keys: [
      {
        kid: 'K_HEALTHCARE',
        source: 'file' as const,
        made_at: '2026-11-02T08:00:00.000Z',
        age_days: 29,
      },
    ],
    providers: [{ upstream: 'stub', host: 'none: in this service' }],
  },
  rehydration: { restored: 1, failed: 0, by_reason: {} },
  business_associates: exampleReport.business_associates,
  limitations: ['The period is not over.'],
  calls: [
    {
      session_id: exampleReport.session_id,
      agent_id: agent.id,
      started_at: exampleReport.started_at,
      ended_at: exampleReport.ended_at,
      status: 'ok' as const,
      outcome: 'nothing_found' as const,
      turns: 1,
      redactions: 1,
      values: 1,
      failed_turns: 0,
      sealed: true,
      event_count: 7,
      first_seq: 41,
      last_seq: 47,
      merkle_root_hex: hash('9d'),
    },
  ],
  access_log: [
    {
      seq: 39,
      ts: '2026-11-21T10:00:00.000Z',
      kind: 'login',
      actor: 'usr_01M7YRRT80KFHMF3DXAFZ08RHY',
      actor_name: 'Sam Lee',
      curr_hash: hash('b7'),
    },
  ],
  chain: { size: 52, verify: { ok: true, message: 'chain ok' } },
  checkpoint: exampleReport.checkpoint,
  public_key: hash('5e'),
  integrity: exampleReport.integrity,
};
