import { webcrypto } from 'node:crypto';
import type { PeriodReport, PeriodReportBody } from '../contract/reports/period-report.ts';
import { Fault } from '../domain/fault.ts';
import type { AgentId } from '../domain/ids.ts';
import type { Period, PeriodRecords } from '../domain/reports/period.ts';
import type { BusinessAssociate } from '../domain/settings/business-associate.ts';
import type { Clinic } from '../domain/settings/clinic.ts';
import type { Incident } from '../domain/settings/handled-things.ts';
import { runInSlices, yieldToOthers } from '../domain/time-slices.ts';
import {
  parseCheckpoint,
  periodRoot,
  reportSha256InThread,
  reportTextSteps,
} from '../journal/index.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal, JournalAttestation, JournalPeriods } from '../ports/journal.ts';
import type { ReportPrinter } from '../ports/report-printer.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import type { KindsByPass } from '../projections/report/coverage.ts';
import { periodReportSteps } from '../projections/report/period-report.ts';
import { hostOf } from '../projections/report/session-report.ts';
import type { CheckedCall } from './checked-calls.ts';
import { type KeptPolicies, keptPolicies } from './kept-policies.ts';
import type { PreparedBy, SessionReports } from './session-reports.ts';
import { namesOfUsers } from './user-names.ts';

/** Who asks for a report of which calls. */
export interface PeriodReportRequest {
  readonly period: Period;
  /** Number of calls to draw. */
  readonly samples: number;
  readonly preparedFor: string;
  readonly preparedBy: PreparedBy;
  /** The root of an earlier report, which the new one must have. */
  readonly rootHex?: string;
  /** The schedule that it is made for. */
  readonly scheduleId?: string;
}

/** Compliance reports of periods, made from the journal on each call (decision 0091). */
export interface PeriodReports {
  /**
   * Resolves when the journal says who generated it. Faults: `AuditUnavailable`; `validation_failed` when
   * it has another root than `rootHex`.
   */
  json(asked: PeriodReportRequest): Promise<PeriodReport>;
  /** The same as a PDF; also Fault `report_generation_failed`, which journals nothing. */
  pdf(asked: PeriodReportRequest): Promise<{ report: PeriodReport; pdf: Uint8Array }>;
  /**
   * Both forms, and those of each sampled call, which are made and journalled as they are read. The last
   * file is `manifest.json`: name, size and SHA-256 of the others. Faults as `pdf`.
   */
  archive(asked: PeriodReportRequest): Promise<ReportArchive>;
}

export interface ReportArchive {
  readonly report: PeriodReport;
  readonly files: AsyncGenerator<ArchivedFile>;
}

interface ArchivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of files that are compressed already. */
  readonly stored?: true;
}

export interface PeriodReportsDeps extends KeptPolicies {
  readonly journal: Pick<Journal, 'append'>;
  readonly callReports: Pick<SessionReports, 'pdf'>;
  readonly periods: JournalPeriods;
  readonly attestation: JournalAttestation;
  readonly agents: Pick<Agents, 'get'>;
  readonly summaries: Pick<SessionSummaries, 'count' | 'get'>;
  readonly clinic: { read(): Promise<Clinic> };
  readonly clock: Clock;
  readonly ids: Ids;
  readonly kindsByPass: KindsByPass;
  readonly associates: () => Promise<readonly BusinessAssociate[]>;
  /** Newest first. */
  readonly incidents: () => Promise<readonly Incident[]>;
  /** Drawn calls that two people have read. */
  readonly checkedCalls: () => Promise<readonly CheckedCall[]>;
  /** Versions, keys and providers of this installation. */
  readonly installation: () => Promise<InstallationFacts>;
  readonly printer: ReportPrinter;
}

export interface InstallationFacts {
  readonly versions: Omit<PeriodReportBody['versions'], 'scanners'>;
  readonly encryptionAtRest: string;
  readonly keys: readonly {
    readonly kid: string;
    readonly source: 'file' | 'environment';
    readonly madeAt?: string | undefined;
  }[];
  /** The origin of a model's provider by upstream, such as `https://api.example.com`. */
  readonly hosts: ReadonlyMap<string, string>;
}

const dayMs = 86_400_000;

export function createPeriodReports(deps: PeriodReportsDeps): PeriodReports {
  const generate = async (asked: PeriodReportRequest): Promise<PeriodReport> => {
    const records = await deps.periods.period(asked.period);
    const merkleRootHex = rootOf(records);
    if ((asked.rootHex ?? merkleRootHex) !== merkleRootHex)
      throw new Fault('validation_failed', otherRoot);
    const facts = await factsOf(deps, asked, records);
    const covered = { ...records, size: Math.min(records.size, sizeOf(facts.checkpoint)) };
    const body = await runInSlices(periodReportSteps(covered, facts));
    const text = await runInSlices(reportTextSteps(body));
    await yieldToOthers();
    const report_sha256 = await reportSha256InThread(text);
    const signature = await deps.attestation.sign(text);
    return { ...body, integrity: { report_sha256, signature } };
  };
  /** Called before the report is returned: a report that is not journalled does not leave the service. */
  const record = async (
    report: PeriodReport,
    { preparedBy, scheduleId }: PeriodReportRequest,
    format: 'json' | 'pdf' | 'zip',
  ) => {
    const { id: report_id, merkle_root_hex, period, agent } = report;
    const { from, until } = period;
    const ts = new Date(deps.clock.now()).toISOString();
    const made = { actor: preparedBy.id, report_id, format, merkle_root_hex, from, until };
    const fields = { ...made, ...(scheduleId !== undefined && { schedule_id: scheduleId }) };
    const agent_id = agent === undefined ? {} : { agent_id: agent.id };
    await deps.journal.append([{ kind: 'report_generated', ts, ...agent_id, fields }]);
  };
  return {
    json: async (asked) => {
      const report = await generate(asked);
      await record(report, asked, 'json');
      return report;
    },
    pdf: async (asked) => {
      const report = await generate(asked);
      const pdf = await deps.printer.print(report);
      await record(report, asked, 'pdf');
      return { report, pdf };
    },
    archive: async (asked) => {
      const report = await generate(asked);
      const pdf = await deps.printer.print(report);
      await record(report, asked, 'zip');
      return { report, files: archivedFiles(deps, { report, pdf }, asked.preparedBy) };
    },
  };
}

type Printed<R> = { readonly report: R; readonly pdf: Uint8Array };

async function* archivedFiles(
  { callReports }: PeriodReportsDeps,
  { report, pdf }: Printed<PeriodReport>,
  by: PreparedBy,
): AsyncGenerator<ArchivedFile> {
  const manifest: { name: string; bytes: number; sha256: string }[] = [];
  const listed = async (file: ArchivedFile): Promise<ArchivedFile> => {
    const sha256 = Buffer.from(await webcrypto.subtle.digest('SHA-256', file.bytes));
    const { name, bytes } = file;
    manifest.push({ name, bytes: bytes.byteLength, sha256: sha256.toString('hex') });
    return file;
  };
  const bothForms = async (name: string, printed: Printed<object>) => [
    await listed({ name: `${name}.json`, bytes: jsonBytes({ report: printed.report }) }),
    await listed({ name: `${name}.pdf`, bytes: printed.pdf, stored: true }),
  ];
  yield* await bothForms('report', { report, pdf });
  for (const id of report.samples.session_ids) {
    yield* await bothForms(`calls/${id}`, await callReports.pdf(id, by));
  }
  const { id: report_id, merkle_root_hex } = report;
  yield {
    name: 'manifest.json',
    bytes: jsonBytes({ report_id, merkle_root_hex, files: manifest }),
  };
}

function jsonBytes(value: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(value)}\n`);
}

async function factsOf(
  deps: PeriodReportsDeps,
  { period, samples, preparedFor, preparedBy }: PeriodReportRequest,
  records: PeriodRecords,
) {
  const shas = [...new Set(records.groups.map(({ policy }) => policy.sha256))];
  const [policies, clinic, agentNames, userNames, installation, checkpoint] = await Promise.all([
    keptPolicies(deps, shas),
    deps.clinic.read(),
    namesOfAgents(deps, period, records),
    namesOfUsers(deps.users),
    deps.installation(),
    deps.attestation.checkpoint(),
  ]);
  const { timeZone, ...letterhead } = clinic;
  const now = deps.clock.now();
  return {
    id: deps.ids.next('rep'),
    generatedAt: new Date(now).toISOString(),
    period,
    samples,
    timeZone,
    letterhead,
    agentNames,
    userNames,
    policies,
    checkpoint,
    prepared_by: preparedBy,
    prepared_for: preparedFor,
    versions: { ...installation.versions, scanners: records.scanners },
    safeguards: safeguardsOf(installation, records.upstreams, now),
    kindsByPass: deps.kindsByPass,
    associates: await deps.associates(),
    incidents: await deps.incidents(),
    reviewed: await reviewedIn(deps, period),
    checkedCalls: await deps.checkedCalls(),
    rootHex: rootOf(records),
    publicKey: deps.attestation.publicKey,
  };
}

function reviewedIn({ summaries }: PeriodReportsDeps, { from, until, agentId }: Period) {
  const ofAgent = agentId === undefined ? {} : { agentId };
  return summaries.count({ since: from, until, reviewed: true, ...ofAgent });
}

/** How many records a checkpoint covers: all but its own, where that is the newest. */
const sizeOf = (checkpoint: string): number => parseCheckpoint(checkpoint)?.size ?? 0;

/** The Merkle root of a period: over the roots of its calls, then the hashes of its accesses. */
export function rootOf({ trees, accesses }: PeriodRecords): string {
  return periodRoot(
    trees.map(({ merkleRootHex }) => merkleRootHex),
    accesses.map(({ currHash }) => currHash),
  );
}

/** Why a report cannot be made again as it was. */
const otherRoot =
  'the report of this period has another root now: its calls were not sealed then, or retention has deleted some';

function safeguardsOf(
  { encryptionAtRest, keys, hosts }: InstallationFacts,
  upstreams: readonly string[],
  now: number,
): PeriodReportBody['safeguards'] {
  return {
    encryption_at_rest: encryptionAtRest,
    keys: keys.map(({ kid, source, madeAt }) => ({
      kid,
      source,
      ...(madeAt !== undefined && {
        made_at: madeAt,
        age_days: Math.max(0, Math.floor((now - Date.parse(madeAt)) / dayMs)),
      }),
    })),
    providers: upstreams.map((upstream) => ({
      upstream,
      host: hostOf(upstream, hosts),
    })),
  };
}

/** Of a deleted agent, the name that its last summary has. */
async function namesOfAgents(
  { agents, summaries }: PeriodReportsDeps,
  { agentId }: Period,
  records: PeriodRecords,
): Promise<ReadonlyMap<AgentId, string>> {
  const calls = new Map(records.summaries.map((summary) => [summary.agentId, summary.id]));
  const ids = new Set([...calls.keys(), ...(agentId === undefined ? [] : [agentId])]);
  const names = new Map<AgentId, string>();
  for (const id of ids) {
    const call = calls.get(id);
    const agent = await agents.get(id);
    const row = agent === undefined && call !== undefined ? await summaries.get(call) : undefined;
    names.set(id, agent?.name ?? row?.summary.agentName ?? '');
  }
  return names;
}
