import { generateKeyPairSync, sign } from 'node:crypto';
import type { Report, ReportBody } from '../../server/contract/report.ts';
import { kindsByPass, supportedKinds } from '../../server/detect/index.ts';
import type { EventDraft, EventFields, JournalRecord } from '../../server/domain/event.ts';
import type { SessionId } from '../../server/domain/ids.ts';
import type { ActivePolicy } from '../../server/domain/policy.ts';
import {
  checkpointText,
  findSessionFlaw,
  formatNote,
  merkleRoot,
  parseStoredRecord,
  rawPublicKey,
  reportSha256,
  reportText,
} from '../../server/journal/index.ts';
import { decodePolicy, defaultPolicyYaml } from '../../server/policy/index.ts';
import { type ReportFacts, sessionReport } from '../../server/projections/report/session-report.ts';
import { chainOf, origin } from './chain-kit.ts';
import { sessionTree } from './trees.ts';

const keys = generateKeyPairSync('ed25519');
export const sessionId = 'sess_01J00000000000000000000000';
const agentId = 'agt_01J00000000000000000000000';
const defaultStartMs = Date.parse('2026-11-21T09:00:00.000Z');

/** Who made the reports here, and with what. */
export const making = {
  timeZone: 'America/Chicago',
  letterhead: {
    name: 'Lakeside Family Clinic',
    system: '',
    location: 'Duluth, Minnesota',
    contact: 'privacy@clinic.example.com',
  },
  prepared_by: { id: 'usr_01J00000000000000000000000', name: 'Sam Lee' },
  versions: {
    service: '0.1.0',
    database: 'SQLite 3.50.0',
    model: 'ner-0f8c1c5ddc1b2a90',
    measured_recall: [{ kind: 'NAME', recall_bp: 9_270, wanted: 2_681 }],
  },
  encryptionAtRest: 'all database files are encrypted',
  hosts: new Map([['provider:model-small', 'https://api.example.com']]),
} as const;

export const defaultPolicy = policyFrom(defaultPolicyYaml);

export function policyFrom(yaml: string): ActivePolicy {
  const decoded = decodePolicy(yaml, { kids: { has: () => true }, supportedKinds });
  if (!decoded.ok) throw new Error(`bad policy: ${decoded.problems.map(({ path }) => path)}`);
  return decoded.value;
}

/** Drafts of one session, one second apart. */
export function draftMaker(id: SessionId = sessionId, startMs = defaultStartMs) {
  let at = 0;
  return <K extends keyof EventFields>(kind: K, fields: EventFields[K]): EventDraft => {
    const ts = new Date(startMs + at * 1000).toISOString();
    at += 1;
    return { kind, ts, session_id: id, agent_id: agentId, fields } as EventDraft;
  };
}

export interface CallOptions {
  readonly id?: SessionId;
  readonly startMs?: number;
  readonly policy?: ActivePolicy;
  readonly upstream?: string;
  readonly passes?: readonly string[];
  /** New spans of each turn by kind. */
  readonly turns?: readonly Readonly<Record<string, number>>[];
  readonly ended?: boolean;
  /** Values that each turn sends in the clear by kind. */
  readonly inClear?: Readonly<Record<string, number>>;
}

/** The records of a call as the pipeline writes them. */
export function callRecords(options: CallOptions = {}): JournalRecord[] {
  const drafts = callDrafts(options);
  const records = recordsOf(drafts);
  if (options.ended === false) return records;
  const { rootHex, leaves } = sessionTree(records);
  const seal = { merkle_root_hex: rootHex, event_count: leaves.length };
  const at = drafts.at(-1)?.ts ?? '';
  return recordsOf([
    ...drafts,
    { kind: 'session_sealed', ts: at, session_id: sessionId, agent_id: agentId, fields: seal },
  ]);
}

export function recordsOf(drafts: readonly EventDraft[]): JournalRecord[] {
  return chainOf(drafts).map(({ body, currHash }) => parseStoredRecord(body, currHash));
}

export function callDrafts({
  id,
  startMs,
  policy = defaultPolicy,
  upstream = 'provider:model-small',
  passes = ['regex', 'nermodel'],
  turns = [{ NAME: 1, PHONE: 1 }, { DOB: 1 }, {}],
  ended = true,
  inClear = {},
}: CallOptions = {}): EventDraft[] {
  const draft = draftMaker(id, startMs);
  const drafts = [
    draft('call_started', {
      policy_name: policy.policy.name,
      policy_version: 3,
      policy_sha256: policy.sha256,
      tokenization: policy.policy.tokenization,
      upstream,
      retention_days: policy.policy.audit.retentionDays,
    }),
  ];
  for (const [turn, spans] of turns.entries()) {
    drafts.push(
      draft('request_masked', {
        turn,
        policy_name: policy.policy.name,
        policy_version: 3,
        policy_sha256: policy.sha256,
        passes,
        parts: turn + 1,
        new_parts: 1,
        spans: Object.values(spans).reduce((sum, count) => sum + count, 0),
        spans_by_kind: spans,
        values_by_kind: spans,
        body_bytes: 512,
      }),
    );
    if (policy.policy.audit.logEvents) drafts.push(...spanDrafts(draft, turn, spans, policy));
    drafts.push(
      draft('egress_scanned', {
        turn,
        scanner: 'leak-scan/1',
        bytes: 512,
        verdict: 'clean',
        exact_match_hits: 0,
        pattern_hits: 0,
        in_clear_by_kind: inClear,
        in_clear_values_by_kind: inClear,
      }),
      draft('response_completed', {
        turn,
        status: 'ok',
        reason: 'completed',
        stream: 'yes',
        restored: 1,
        failed: 0,
        added_us: 2300,
        first_byte_us: 41_000,
        duration_us: 310_000,
      }),
    );
  }
  if (ended) drafts.push(draft('call_ended', { reason: 'platform', turns: turns.length }));
  return drafts;
}

function spanDrafts(
  draft: ReturnType<typeof draftMaker>,
  turn: number,
  spans: Readonly<Record<string, number>>,
  { policy }: ActivePolicy,
): EventDraft[] {
  return Object.entries(spans).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, at) => {
      const placeholder = `[${kind}_${String(at + 1).padStart(2, '0')}]`;
      const span = [at * 20, at * 20 + 12] as const;
      const common = {
        turn,
        part: `messages.${turn}.content`,
        entity_kind: kind,
        placeholder,
        span,
      };
      const detector = kind === 'NAME' ? 'ner' : `regex.${kind.toLowerCase()}`;
      const action = policy.entities.get(kind)?.action ?? 'tokenize';
      return [
        draft('detection', { ...common, detector, score_bp: 9_500 }),
        draft('redaction_applied', { ...common, action }),
      ];
    }).flat(),
  );
}

/** Facts for these records, as from a service whose whole journal they are. */
export function factsOf(
  records: readonly JournalRecord[],
  policies: readonly ActivePolicy[] = [defaultPolicy],
): ReportFacts {
  const flaw = findSessionFlaw(records);
  const rootHash = merkleRoot(records.map(({ curr_hash }) => curr_hash));
  const text = checkpointText({ origin, size: records.length, rootHash });
  const signer = { name: origin, publicKey: keys.publicKey };
  return {
    id: 'rep_01J00000000000000000000000',
    generatedAt: '2026-11-21T10:00:00.000Z',
    agentName: 'Front desk',
    userNames: new Map([['usr_01J00000000000000000000000', 'Sam Lee']]),
    policies: new Map(policies.map((active) => [active.sha256, active])),
    kindsByPass,
    associates: [],
    making,
    legalHold: false,
    tree: sessionTree(records),
    verify: { ok: flaw === undefined, message: flaw === undefined ? 'chain ok' : flaw.rule },
    checkpoint: formatNote(text, signer, sign(null, Buffer.from(text), keys.privateKey)),
    publicKey: rawPublicKey(keys.publicKey).toString('hex'),
  };
}

export function reportOf(
  records: readonly JournalRecord[] = callRecords(),
  change: Partial<ReportFacts> = {},
): Report {
  return signed(sessionReport(records, { ...factsOf(records), ...change }));
}

/** Signs what was altered as the service would, for tests of what a signature does not tell. */
export function signed(body: ReportBody): Report {
  const text = reportText(body);
  const signature = sign(null, Buffer.from(text), keys.privateKey).toString('base64');
  return { ...body, integrity: { report_sha256: reportSha256(text), signature } };
}

/** A call of about `events` events. */
export function longCall(events: number): JournalRecord[] {
  const perTurn = 3 + 2 * 4;
  const turns = Array.from({ length: Math.round((events - 2) / perTurn) }, () => ({
    NAME: 1,
    PHONE: 1,
    DOB: 1,
    EMAIL: 1,
  }));
  return callRecords({ turns });
}
