import type { Incident as IncidentRecord } from '../../contract/figures/incidents.ts';
import type { AccessEntry, Counts, SafeHarborRow } from '../../contract/report.ts';
import type { Recall } from '../../contract/reports/call-samples.ts';
import type {
  OutcomeCounts,
  PeriodCallRow,
  PeriodReport,
  PeriodReportBody,
  PolicyGap,
} from '../../contract/reports/period-report.ts';
import type { AgentId, SessionId } from '../../domain/ids.ts';
import type { ActivePolicy, Policy } from '../../domain/policy.ts';
import type { SampledCall } from '../../domain/reports/call-samples.ts';
import { localTime } from '../../domain/reports/local-time.ts';
import type { Period, PeriodRecords } from '../../domain/reports/period.ts';
import type { SessionSummary } from '../../domain/session.ts';
import type { BusinessAssociate } from '../../domain/settings/business-associate.ts';
import type { Incident } from '../../domain/settings/handled-things.ts';
import { addCounts, totalOf } from '../histogram.ts';
import { incidentRecord } from '../incident-record.ts';
import { associatesOf } from './business-associates.ts';
import type { KindsByPass } from './coverage.ts';
import { drawOrder } from './draw-calls.ts';
import { policiesUsed } from './masked-groups.ts';
import { controlTable } from './period-controls.ts';
import { periodExceptions } from './period-exceptions.ts';
import { type FoundAndMissed, recallOf } from './recall.ts';
import { safeHarborRows } from './safe-harbor.ts';
import { areListedKindsCovered, safeHarborStatement } from './safe-harbor-statement.ts';
import { actionsByKind } from './session-facts.ts';

/** Input of a report over a period, besides what the journal holds. */
export interface PeriodReportFacts
  extends Pick<
    PeriodReportBody,
    'letterhead' | 'prepared_by' | 'prepared_for' | 'versions' | 'safeguards' | 'checkpoint'
  > {
  readonly id: `rep_${string}`;
  readonly generatedAt: string;
  readonly period: Period;
  /** IANA name, such as `America/Chicago`. */
  readonly timeZone: string;
  /** Number of calls to draw. */
  readonly samples: number;
  /** '' for an agent whose name is not known. */
  readonly agentNames: ReadonlyMap<AgentId, string>;
  readonly userNames: ReadonlyMap<string, string>;
  /** Kept policies by SHA-256 of their text; undecodable ones have no `policy`. */
  readonly policies: ReadonlyMap<string, Pick<ActivePolicy, 'yaml'> & { readonly policy?: Policy }>;
  readonly kindsByPass: KindsByPass;
  readonly associates: readonly BusinessAssociate[];
  readonly incidents: readonly Incident[];
  /** How many calls of the period somebody has reviewed. */
  readonly reviewed: number;
  /** Drawn calls that two people have read, of any time. */
  readonly checkedCalls: readonly (FoundAndMissed & Pick<SampledCall, 'sessionId'>)[];
  readonly rootHex: string;
  readonly publicKey: string;
}

/** The report of a period from its records (decision 0091), with a step for each call and each access. */
export function* periodReportSteps(
  records: PeriodRecords,
  known: PeriodReportFacts,
): Generator<undefined, PeriodReportBody> {
  const calls = yield* callRows(records);
  const accesses = yield* accessRows(records, known);
  const population = yield* populationOf(records, known);
  const exceptions = periodExceptions(records);
  yield;
  const rows = coverageOf(records, known);
  yield;
  const associates = associatesOf(known.associates, {
    upstreams: records.upstreams,
    startedAt: known.period.from,
  });
  const listedCovered = calls.length > 0 && areListedKindsCovered(rows);
  const controls = controlTable({
    calls: calls.length,
    exceptions,
    accesses: accesses.length,
    associates,
    coverage: rows,
    encryptionAtRest: known.safeguards.encryption_at_rest,
    providers: known.safeguards.providers,
    retentionDays: records.retentionDays,
  });
  const incidents = incidentsIn(known);
  const recall = checkedRecall(records, known);
  const draft = known.period.until > known.generatedAt || calls.some(({ sealed }) => !sealed);
  return {
    ...headOf(known),
    ...(draft && { draft: true as const }),
    merkle_root_hex: known.rootHex,
    population,
    exceptions,
    ...(incidents.length > 0 && { incidents }),
    ...(recall !== undefined && { checked_calls: recall }),
    controls,
    samples: samplesOf(calls, known),
    safe_harbor: {
      listed_kinds_covered: listedCovered,
      statement:
        calls.length === 0
          ? 'No call started in this period.'
          : safeHarborStatement(rows, 'in this period'),
      rows,
    },
    policy_gaps: rows.flatMap(gapOf),
    policies: policiesOf(records, known),
    versions: known.versions,
    safeguards: known.safeguards,
    rehydration: {
      restored: records.restored,
      failed: totalOf(records.restoresFailedByReason),
      by_reason: records.restoresFailedByReason,
    },
    business_associates: associates,
    limitations: limitationsOf(records, known, recall !== undefined),
    calls,
    access_log: accesses,
    chain: { size: records.size, verify: verifyOf(records) },
    checkpoint: known.checkpoint,
    public_key: known.publicKey,
  };
}

/** Incidents that were open at some time of the period. An agent's report has none: they are the installation's. */
function incidentsIn({ incidents, period }: PeriodReportFacts): readonly IncidentRecord[] {
  if (period.agentId !== undefined) return [];
  return incidents
    .filter(
      ({ opened, closed }) =>
        opened.at < period.until && (closed?.at ?? period.from) >= period.from,
    )
    .map(incidentRecord)
    .toReversed();
}

/** Recall over the calls of the period that were drawn and read. */
function checkedRecall(
  { summaries }: PeriodRecords,
  { checkedCalls }: PeriodReportFacts,
): Recall | undefined {
  const ids = new Set(summaries.map(({ id }) => id));
  return recallOf(checkedCalls.filter(({ sessionId }) => ids.has(sessionId)));
}

function headOf(known: PeriodReportFacts) {
  const { from, until, agentId } = known.period;
  return {
    schema: 'audit-schema-v1' as const,
    id: known.id,
    scope: agentId === undefined ? ('account' as const) : ('agent' as const),
    ...(agentId !== undefined && {
      agent: { id: agentId, name: known.agentNames.get(agentId) ?? '' },
    }),
    generated_at: known.generatedAt,
    period: {
      from,
      until,
      time_zone: known.timeZone,
      from_local: localTime(from, known.timeZone),
      until_local: localTime(until, known.timeZone),
    },
    letterhead: known.letterhead,
    prepared_by: known.prepared_by,
    prepared_for: known.prepared_for,
  };
}

function* callRows({ summaries, trees }: PeriodRecords): Generator<undefined, PeriodCallRow[]> {
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  const rows: PeriodCallRow[] = [];
  for (const tree of trees) {
    const summary = byId.get(tree.sessionId);
    if (summary === undefined) throw new Error('a call of the period has no events');
    rows.push({
      session_id: tree.sessionId,
      agent_id: summary.agentId,
      started_at: summary.startedAt,
      ended_at: summary.endedAt,
      status: summary.status,
      outcome: summary.exposure.outcome,
      turns: summary.turnCount,
      redactions: summary.redactionCount,
      ...(summary.valuesByKind && { values: totalOf(summary.valuesByKind) }),
      failed_turns: summary.failedTurns ?? 0,
      sealed: tree.sealed,
      event_count: tree.eventCount,
      first_seq: tree.firstSeq,
      last_seq: tree.lastSeq,
      merkle_root_hex: tree.merkleRootHex,
    });
    yield;
  }
  return rows;
}

function* accessRows(
  { accesses }: PeriodRecords,
  { userNames }: PeriodReportFacts,
): Generator<undefined, AccessEntry[]> {
  const rows: AccessEntry[] = [];
  for (const { seq, ts, kind, actor, sessionId, agentId, reason, currHash } of accesses) {
    rows.push({
      seq,
      ts,
      kind,
      actor,
      actor_name: userNames.get(actor) ?? '',
      ...(sessionId !== undefined && { session_id: sessionId }),
      ...(agentId !== undefined && { agent_id: agentId }),
      ...(reason !== undefined && { reason }),
      curr_hash: currHash,
    });
    yield;
  }
  return rows;
}

const noCalls: OutcomeCounts = {
  calls: 0,
  nothing_found: 0,
  by_policy: 0,
  stopped: 0,
  may_have_been_sent: 0,
  not_recorded: 0,
  not_run: 0,
  failed: 0,
  in_progress: 0,
};

function* populationOf(
  { summaries }: PeriodRecords,
  { agentNames, reviewed }: PeriodReportFacts,
): Generator<undefined, PeriodReport['population']> {
  const byAgent = new Map<AgentId, OutcomeCounts>();
  let total = noCalls;
  let redactions: Counts = {};
  let values: Counts | undefined = {};
  let inClear: Counts = {};
  for (const summary of summaries) {
    const { agentId, redactionsByKind, valuesByKind, exposure } = summary;
    total = withCall(total, summary);
    byAgent.set(agentId, withCall(byAgent.get(agentId) ?? noCalls, summary));
    redactions = addCounts(redactions, redactionsByKind);
    values = values && valuesByKind && addCounts(values, valuesByKind);
    inClear = addCounts(inClear, exposure.in_clear_by_kind);
    yield;
  }
  return {
    total,
    turns: summaries.reduce((sum, { turnCount }) => sum + turnCount, 0),
    by_agent: [...byAgent].map(([id, counts]) => ({
      agent_id: id,
      name: agentNames.get(id) ?? '',
      ...counts,
    })),
    redaction_count: summaries.reduce((sum, { redactionCount }) => sum + redactionCount, 0),
    redactions_by_kind: redactions,
    ...(values && { values_by_kind: values }),
    in_clear_by_kind: inClear,
    reviewed,
  };
}

function withCall(counts: OutcomeCounts, call: SessionSummary): OutcomeCounts {
  const { outcome } = call.exposure;
  return {
    ...counts,
    calls: counts.calls + 1,
    [outcome]: (counts[outcome] ?? 0) + 1,
    failed: counts.failed + ((call.failedTurns ?? 0) > 0 || call.status === 'error' ? 1 : 0),
    in_progress: counts.in_progress + (call.ended ? 0 : 1),
  };
}

/** The 18 rows over all requests of the period. */
function coverageOf(records: PeriodRecords, known: PeriodReportFacts): readonly SafeHarborRow[] {
  const decoded = new Map<string, Policy>();
  for (const [sha256, { policy }] of known.policies) if (policy) decoded.set(sha256, policy);
  const groups = records.groups.map(({ policy, passes, requests }) => ({
    policy: decoded.get(policy.sha256),
    passes,
    requests,
  }));
  const inClear = records.summaries.reduce(
    (sum, { exposure }) => addCounts(sum, exposure.in_clear_by_kind),
    {},
  );
  const actions = actionsByKind(
    { spans: records.spans, applied: new Map(), detectedByKind: {}, inClearByKind: inClear },
    decoded,
  );
  return safeHarborRows({ groups, kindsByPass: known.kindsByPass, actionsByKind: actions });
}

/** The calls with the lowest hashes: who has the report can draw them again. */
function samplesOf(
  calls: readonly PeriodCallRow[],
  { rootHex: seed, samples }: PeriodReportFacts,
): PeriodReport['samples'] {
  const ids = calls.map(({ session_id }) => session_id as SessionId);
  return { seed, session_ids: drawOrder(seed, ids).slice(0, samples) };
}

function gapOf({ key, category, level, rationale }: SafeHarborRow): PolicyGap[] {
  if (key === 'R_other' || level === 'full' || level === 'not_applicable') return [];
  return [
    {
      key,
      category,
      gap: rationale,
      risk:
        level === 'none'
          ? 'Values of this category reach the model in the clear.'
          : 'Some values of this category can reach the model in the clear.',
      recommendation:
        'Mask every kind of this category, or record why the clinic accepts the risk.',
    },
  ];
}

function policiesOf({ groups }: PeriodRecords, { policies }: PeriodReportFacts) {
  return policiesUsed(groups).map(({ name, version, sha256, requests }) => ({
    name: name ?? policies.get(sha256)?.policy?.name ?? '',
    ...(version !== undefined && { version }),
    sha256,
    requests,
  }));
}

function verifyOf({ flaw }: PeriodRecords) {
  return flaw === undefined
    ? { ok: true, message: 'chain ok' }
    : { ok: false, message: `chain broken at seq ${flaw.seq}: ${flaw.rule}` };
}

function limitationsOf(
  { trees, summaries }: PeriodRecords,
  { period, generatedAt }: PeriodReportFacts,
  hasChecked: boolean,
): readonly string[] {
  const open = trees.filter(({ sealed }) => !sealed).length;
  const unchecked = summaries.filter(({ exposure }) => exposure.requests_without_names > 0).length;
  return [
    'Coverage shows what the service looked for and masked. It does not show that every identifier was recognized.',
    'The service sees only the text of calls. Recordings and the audio before transcription are outside this report.',
    'A call belongs to the period in which it started. Calls whose events were deleted by retention are not in this report.',
    'The access log lists events that name a person. What happened outside this service is not in it.',
    ...(period.agentId === undefined
      ? []
      : [
          'The access log has only events that name this agent: sign-ins and exports are in the report of the installation.',
        ]),
    ...(period.until > generatedAt ? ['The period is not over.'] : []),
    ...(open === 0 ? [] : [`Calls that are not sealed: ${open}. Their roots can change.`]),
    ...(unchecked === 0
      ? []
      : [`Calls with requests in which no model looked for names: ${unchecked}.`]),
    hasChecked
      ? 'Measured recall of the versions is over labelled test texts. The checked calls are calls of this clinic.'
      : 'Measured recall is over labelled test texts, not over the calls of this clinic.',
    'The encryption of the disk, backups and the identity provider are outside this report.',
  ];
}
