import type {
  AccessEntry,
  PassRuns,
  PolicyApproval,
  PolicyUse,
  ReportBody,
  ReportEvent,
  Retention,
} from '../../contract/report.ts';
import type { JournalRecord } from '../../domain/event.ts';
import type { ActivePolicy, Policy } from '../../domain/policy.ts';
import { localTime } from '../../domain/reports/local-time.ts';
import type { MaskedGroup, PolicyOnRecord } from '../../domain/reports/period.ts';
import type { Review, SessionSummary } from '../../domain/session.ts';
import type { BusinessAssociate } from '../../domain/settings/business-associate.ts';
import { runToEnd } from '../../domain/time-slices.ts';
import { foldSession, type SessionFold } from '../session-summary.ts';
import { agreementWith, associatesOf } from './business-associates.ts';
import type { CoverageGroup, KindsByPass } from './coverage.ts';
import { limitations } from './limitations.ts';
import { policiesUsed } from './masked-groups.ts';
import { pciDss } from './pci-dss.ts';
import { controlTable } from './period-controls.ts';
import { periodExceptions } from './period-exceptions.ts';
import { safeHarborRows } from './safe-harbor.ts';
import { safeHarborStatement } from './safe-harbor-statement.ts';
import {
  actionsByKind,
  redactionsByKind,
  type SessionFacts,
  sessionFacts,
} from './session-facts.ts';

/** Six years with two leap days (45 CFR 164.316(b)(2)(i)). */
const sixYearsDays = 6 * 365 + 2;
const dayMs = 86_400_000;

/** Minimum time that the records of a session are kept, from its end (design D27). */
export function retentionOf(
  days: number,
  endedAt: string,
  kept: { readonly legalHold: boolean; readonly payloads: Retention['payloads'] },
): Retention {
  return {
    policy_days: days,
    retain_until: new Date(Date.parse(endedAt) + days * dayMs).toISOString(),
    meets_six_years: days >= sixYearsDays,
    legal_hold: kept.legalHold,
    payloads: kept.payloads,
  };
}

/** Input of a report, in addition to the events of its session. */
export interface ReportFacts {
  readonly id: `rep_${string}`;
  readonly generatedAt: string;
  readonly agentName: string;
  /** Of people, by id. */
  readonly userNames: ReadonlyMap<string, string>;
  /** Kept policies by SHA-256 of their text; undecodable ones have no `policy`. */
  readonly policies: ReadonlyMap<
    string,
    Pick<ActivePolicy, 'yaml'> & {
      readonly policy?: Policy;
      /** The newest first. */
      readonly approvals?: readonly PolicyApproval[];
    }
  >;
  readonly kindsByPass: KindsByPass;
  readonly associates: readonly BusinessAssociate[];
  readonly legalHold: boolean;
  readonly tree: {
    readonly rootHex: string;
    readonly leaves: readonly JournalRecord[];
    readonly sealed: boolean;
  };
  readonly verify: { readonly ok: boolean; readonly message: string };
  /** The first record that does not verify; absent while all do. */
  readonly flaw?: { readonly seq: number; readonly rule: string } | undefined;
  readonly checkpoint: string;
  readonly publicKey: string;
  /** Who made the report, and with what. */
  readonly making: ReportMaking;
}

export interface ReportMaking {
  readonly letterhead: NonNullable<ReportBody['letterhead']>;
  readonly prepared_by: NonNullable<ReportBody['prepared_by']>;
  /** IANA name, such as `America/Chicago`. */
  readonly timeZone: string;
  readonly versions: Omit<NonNullable<ReportBody['versions']>, 'scanners'>;
  readonly encryptionAtRest: string;
  /** The origin of a model's provider by upstream, such as `https://api.example.com`. */
  readonly hosts: ReadonlyMap<string, string>;
}

/**
 * The report of one session from all its records in order (spec, Report; design D31, D32). Throws
 * without records.
 */
export function sessionReport(records: readonly JournalRecord[], known: ReportFacts): ReportBody {
  return runToEnd(reportSteps(records, known));
}

/** `sessionReport` in steps: one for each record, and one after all. */
export function* reportSteps(
  records: readonly JournalRecord[],
  known: ReportFacts,
): Generator<undefined, ReportBody> {
  const summary = yield* summaryOf(records, known.agentName);
  const facts = sessionFacts(records);
  yield;
  const policyOf = (sha256: string) => known.policies.get(sha256)?.policy;
  const groups = facts.groups.map((group) => ({ ...group, policy: policyOf(group.policy.sha256) }));
  const last = policyOf(facts.lastPolicy.sha256);
  const logEventsOff = groups.some(({ policy }) => policy?.audit.logEvents === false);
  const retention = retentionOf(
    facts.retentionDays ?? last?.audit.retentionDays ?? 0,
    summary.endedAt,
    { legalHold: known.legalHold, payloads: facts.payloads },
  );
  const used = facts.fallbacks.filter(({ turns }) => turns > 0).map(({ upstream }) => upstream);
  const upstreams = [...new Set([facts.upstream, ...used])];
  const { startedAt } = summary;
  const associates = associatesOf(known.associates, { upstreams, startedAt });
  const masking = maskingFields(facts, known, { groups, retention, complete: !logEventsOff });
  const accesses = accessLog(records, known);
  const report = {
    ...callFields(summary, facts, known),
    ...masking,
    controls: controlTable({
      calls: 1,
      exceptions: exceptionsOf(summary, facts, known),
      accesses: accesses.length,
      encryptionAtRest: known.making.encryptionAtRest,
      providers: upstreams.map((upstream) => ({
        upstream,
        host: hostOf(upstream, known.making.hosts),
      })),
      associates,
      coverage: masking.safe_harbor_detail,
      retentionDays: retention.policy_days,
    }),
    versions: { ...known.making.versions, scanners: scannersOf(facts) },
    exposure: facts.exposure,
    leak_detection: facts.leakDetection,
    rehydration: facts.rehydration,
    retention,
    business_associates: associates,
    ...chainFields(known),
    access_log: accesses,
  };
  const limits = limitations(report, {
    logEventsOff,
    policyMissing: last === undefined || groups.some(({ policy }) => policy === undefined),
    ended: summary.ended,
    leaksReported: facts.leaksReported,
  });
  return {
    ...report,
    limitations: limits,
    checkpoint: known.checkpoint,
    public_key: known.publicKey,
  };
}

function exceptionsOf(summary: SessionSummary, facts: SessionFacts, { tree, flaw }: ReportFacts) {
  const { id } = summary;
  return periodExceptions({
    summaries: [summary],
    restoresFailed: new Map(facts.rehydration.failed > 0 ? [[id, facts.rehydration.failed]] : []),
    trees: [{ sessionId: id, sealed: tree.sealed }],
    gaps: [],
    flaw,
  });
}

/** Where an upstream's requests go. */
export function hostOf(upstream: string, hosts: ReadonlyMap<string, string>): string {
  return hosts.get(upstream) ?? (upstream === 'stub' ? 'none: in this service' : 'unknown');
}

/** Identity and figures of the call. */
function callFields(summary: SessionSummary, facts: SessionFacts, known: ReportFacts) {
  return {
    schema: 'audit-schema-v1' as const,
    id: known.id,
    scope: 'session' as const,
    session_id: summary.id,
    generated_at: known.generatedAt,
    letterhead: known.making.letterhead,
    prepared_by: known.making.prepared_by,
    agent: { id: summary.agentId, name: summary.agentName },
    status: summary.status,
    started_at: summary.startedAt,
    ended_at: summary.endedAt,
    local_time: localTimes(summary, known.making.timeZone),
    ...(summary.reviewed && { reviewed: reviewOf(summary.reviewed, known) }),
    duration_ms: summary.durationMs,
    turn_count: summary.turnCount,
    upstream: facts.upstream,
    upstream_model: summary.upstreamModel,
    ...(facts.fallbacks.length > 0 && { fallbacks: fallbackRows(summary, facts, known) }),
    ...(facts.localModel && {
      local_model: {
        ...facts.localModel,
        host: hostOf(facts.localModel.upstream, known.making.hosts),
      },
    }),
    ...(facts.functions.length > 0 && { functions: facts.functions }),
    tokenization: facts.tokenization,
    merkle_root_hex: known.tree.rootHex,
    redaction_count: summary.redactionCount,
    redactions_by_kind: sorted(redactionsByKind(facts)),
    ...(summary.valuesByKind && { values_by_kind: sorted(summary.valuesByKind) }),
    ...(facts.turns && { turns: facts.turns }),
    ...(summary.firstFailure && { first_failure: summary.firstFailure }),
    ...(!known.tree.sealed && { draft: true as const }),
  };
}

function reviewOf({ by, at }: Review, { userNames }: ReportFacts) {
  return { by: { id: by, name: userNames.get(by) ?? '' }, at };
}

function fallbackRows(
  { startedAt }: SessionSummary,
  { fallbacks }: SessionFacts,
  { associates, making }: ReportFacts,
) {
  return fallbacks.map(({ upstream, ...counted }) => ({
    upstream,
    host: hostOf(upstream, making.hosts),
    ...counted,
    agreement: agreementWith(associates, { upstream, startedAt }),
  }));
}

function scannersOf({ leakDetection: { scanner } }: SessionFacts): readonly string[] {
  return scanner === '' ? [] : scanner.split(', ');
}

function localTimes({ startedAt, endedAt }: SessionSummary, timeZone: string) {
  return {
    time_zone: timeZone,
    started_at: localTime(startedAt, timeZone),
    ended_at: localTime(endedAt, timeZone),
  };
}

interface MaskingInput {
  readonly groups: readonly CoverageGroup[];
  readonly retention: Retention;
  /** False if some detections have no event. */
  readonly complete: boolean;
}

/** What was detected and masked, under which policies, and what that covers. */
function maskingFields(
  facts: SessionFacts,
  known: ReportFacts,
  { groups, retention, complete }: MaskingInput,
) {
  const decoded = new Map<string, Policy>();
  for (const [sha256, { policy }] of known.policies) if (policy) decoded.set(sha256, policy);
  const counted = {
    detectedByKind: facts.detections.by_kind,
    inClearByKind: facts.exposure.in_clear_by_kind,
  };
  const actions = actionsByKind({ ...facts, ...counted }, decoded);
  const shared = { groups, kindsByPass: known.kindsByPass, actionsByKind: actions };
  const rows = safeHarborRows(shared);
  return {
    actions_by_kind: actions,
    detections: { complete, ...facts.detections },
    passes: passRuns(groups),
    ...(facts.otherLanguages.length > 0 && { other_languages: facts.otherLanguages }),
    policy_snapshot: known.policies.get(facts.lastPolicy.sha256)?.yaml ?? '',
    policy_sha256: facts.lastPolicy.sha256,
    policies: policyUses(facts, known),
    safe_harbor_coverage: Object.fromEntries(
      rows.map(({ key, level }) => [key, level]),
    ) as ReportBody['safe_harbor_coverage'],
    safe_harbor_detail: rows,
    statement:
      groups.length === 0
        ? 'No request of this call was masked and forwarded.'
        : safeHarborStatement(rows, 'in this call'),
    pci_dss: pciDss({
      ...shared,
      tokenization: facts.tokenization,
      retentionDays: retention.policy_days,
      verified: known.verify.ok,
    }),
  };
}

/** The events of the call and their verification. */
function chainFields({ tree: { leaves, sealed }, verify }: ReportFacts) {
  return {
    chain: {
      event_count: leaves.length,
      first_seq: leaves[0]?.seq ?? 0,
      last_seq: leaves.at(-1)?.seq ?? 0,
      sealed,
      verify,
    },
    events: leaves.map(eventRow),
  };
}

function* summaryOf(
  records: readonly JournalRecord[],
  agentName: string,
): Generator<undefined, SessionSummary> {
  let fold: SessionFold | undefined;
  for (const record of records) {
    fold = foldSession(fold, record, agentName);
    yield;
  }
  if (fold === undefined) throw new Error('a report needs the records of its session');
  return fold.summary;
}

/** All passes of the policies and all that ran, over the masked requests. */
function passRuns(groups: readonly CoverageGroup[]): readonly PassRuns[] {
  const listed = groups.flatMap(({ policy, passes }) => [...(policy?.passes ?? []), ...passes]);
  return [...new Set(listed)].map((pass) => ({
    pass,
    ran_in: requestsOf(groups.filter(({ passes }) => passes.includes(pass))),
    of: requestsOf(groups),
  }));
}

function policyUses(facts: SessionFacts, known: ReportFacts): readonly PolicyUse[] {
  const used = policiesUsed(facts.groups);
  return (used.length === 0 ? [{ ...facts.lastPolicy, requests: 0 }] : used).map((policy) => {
    const { sha256, requests } = policy;
    const kept = known.policies.get(sha256);
    const words = kept?.policy && wordCounts(kept.policy);
    const approval = kept?.approvals?.find((one) => isOf(one, policy, kept.policy?.name));
    const version = policy.version ?? approval?.number;
    return {
      name: policy.name ?? kept?.policy?.name ?? '',
      ...(version !== undefined && { version }),
      sha256,
      requests,
      yaml: kept?.yaml ?? '',
      ...(words && { words }),
      ...(approval && { approval }),
    };
  });
}

/** Whether it is the approval under which the policy was in force; of records of older versions, the newest one. */
function isOf(
  { number }: PolicyApproval,
  { name, version }: PolicyOnRecord,
  nameInText: string | undefined,
): boolean {
  return version === undefined || (version === number && name === nameInText);
}

/** How many words and patterns of its own a policy has; undefined for none. */
function wordCounts({ entities }: Policy): PolicyUse['words'] {
  const total = (field: 'always' | 'never' | 'patterns') =>
    [...entities.values()].reduce((sum, rule) => sum + rule[field].length, 0);
  const words = { always: total('always'), never: total('never'), patterns: total('patterns') };
  return words.always + words.never + words.patterns === 0 ? undefined : words;
}

function requestsOf(groups: readonly Pick<MaskedGroup, 'requests'>[]): number {
  return groups.reduce((sum, { requests }) => sum + requests, 0);
}

/** What people did with the call's record. */
function accessLog(
  records: readonly JournalRecord[],
  { userNames }: ReportFacts,
): readonly AccessEntry[] {
  return records.flatMap(({ seq, ts, kind, session_id, agent_id, curr_hash, ...fields }) => {
    const { actor, reason } = fields;
    if (typeof actor !== 'string') return [];
    const entry = { seq, ts, kind, actor, actor_name: userNames.get(actor) ?? '' };
    return [
      {
        ...entry,
        ...(session_id !== undefined && { session_id }),
        ...(agent_id !== undefined && { agent_id }),
        // That of a legal hold is in somebody's own words, and everybody who is signed in reads this report.
        ...(kind === 'regulated_view_opened' && typeof reason === 'string' && { reason }),
        curr_hash,
      },
    ];
  });
}

function eventRow(record: JournalRecord): ReportEvent {
  const { seq, session_seq = 0, id, ts, kind, curr_hash } = record;
  return { seq, session_seq, id, ts, kind, curr_hash };
}

function sorted(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
