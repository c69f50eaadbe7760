import { readSession } from '../calls/session-records.ts';
import type { Report } from '../contract/report.ts';
import type { JournalRecord } from '../domain/event.ts';
import { Fault } from '../domain/fault.ts';
import type { EventId, SessionId } from '../domain/ids.ts';
import { coversCall } from '../domain/legal-hold.ts';
import type { BusinessAssociate } from '../domain/settings/business-associate.ts';
import { runInSlices, yieldToOthers } from '../domain/time-slices.ts';
import {
  inclusionSteps,
  reportSha256InThread,
  reportTextSteps,
  type SessionTree,
  sessionFlawSteps,
  sessionTreeSteps,
} from '../journal/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal, JournalAttestation } from '../ports/journal.ts';
import type { ReportPrinter } from '../ports/report-printer.ts';
import type { LegalHolds } from '../ports/retention.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import type { KindsByPass } from '../projections/report/coverage.ts';
import {
  type ReportFacts,
  type ReportMaking,
  reportSteps,
} from '../projections/report/session-report.ts';
import { type KeptPolicies, keptPolicies } from './kept-policies.ts';
import { namesOfUsers } from './user-names.ts';

/** Compliance reports and proofs of sessions, made from the journal on each call (spec). */
export interface SessionReports {
  /**
   * Resolves with the report when the journal says who generated it. Faults:
   * `session_not_found`, `AuditUnavailable`.
   */
  json(id: SessionId, by: PreparedBy): Promise<Report>;
  /** The same as a PDF; also Fault `report_generation_failed`, which journals nothing. */
  pdf(id: SessionId, by: PreparedBy): Promise<PrintedReport>;
  /** Proves that an event is a leaf of its session. Faults: `session_not_found`, `not_found`. */
  proof(id: SessionId, eventId: string): Promise<SessionProof>;
}

export interface PrintedReport {
  readonly report: Report;
  readonly pdf: Uint8Array;
}

/** An inclusion proof in the session's tree (RFC 6962, 2.1.1). */
export interface SessionProof {
  readonly event: JournalRecord;
  readonly leafIndex: number;
  readonly treeSize: number;
  readonly merkleRootHex: string;
  /** Sibling hashes in hex, nearest first. */
  readonly path: readonly string[];
}

export interface SessionReportsDeps extends KeptPolicies {
  readonly journal: Journal;
  readonly attestation: JournalAttestation;
  readonly summaries: Pick<SessionSummaries, 'get'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly kindsByPass: KindsByPass;
  /** The business associates in force. */
  readonly associates: () => Promise<readonly BusinessAssociate[]>;
  readonly holds: Pick<LegalHolds, 'list'>;
  readonly printer: ReportPrinter;
  /** The clinic and the versions of this installation. */
  readonly making: () => Promise<Omit<ReportMaking, 'prepared_by'>>;
}

/** The signed-in person. */
export type PreparedBy = ReportMaking['prepared_by'];

export function createSessionReports(deps: SessionReportsDeps): SessionReports {
  const generate = async (id: SessionId, by: PreparedBy): Promise<Report> => {
    const records = await sessionRecords(deps.journal, id);
    const body = await runInSlices(reportSteps(records, await factsOf(deps, { id, by }, records)));
    const text = await runInSlices(reportTextSteps(body));
    await yieldToOthers();
    const report_sha256 = await reportSha256InThread(text);
    await yieldToOthers();
    const signature = await deps.attestation.sign(text);
    await yieldToOthers();
    return { ...body, integrity: { report_sha256, signature } };
  };
  /** Called before the report is returned: a report that is not journalled does not leave the service. */
  const record = async (report: Report, actor: string, format: 'json' | 'pdf') => {
    const { id: report_id, session_id, merkle_root_hex, agent } = report;
    const ts = new Date(deps.clock.now()).toISOString();
    const fields = { actor, report_id, format, merkle_root_hex };
    await deps.journal.append([
      { kind: 'report_generated', ts, session_id, agent_id: agent.id, fields },
    ]);
  };
  return {
    json: async (id, by) => {
      const report = await generate(id, by);
      await record(report, by.id, 'json');
      return report;
    },
    pdf: async (id, by) => {
      const report = await generate(id, by);
      const pdf = await deps.printer.print(report);
      await record(report, by.id, 'pdf');
      return { report, pdf };
    },
    proof: async (id, eventId) =>
      proofOf(await runInSlices(sessionTreeSteps(await sessionRecords(deps.journal, id))), eventId),
  };
}

async function sessionRecords(
  journal: Journal,
  sessionId: SessionId,
): Promise<readonly JournalRecord[]> {
  const records = await readSession(journal, sessionId);
  if (records.length === 0) {
    throw new Fault('session_not_found', 'there is no call with this ID');
  }
  return records;
}

async function factsOf(
  deps: SessionReportsDeps,
  { id, by }: { readonly id: SessionId; readonly by: PreparedBy },
  records: readonly JournalRecord[],
): Promise<ReportFacts> {
  const [row, policies, holds, checkpoint] = await Promise.all([
    deps.summaries.get(id),
    keptPolicies(deps, policiesOf(records)),
    deps.holds.list(),
    deps.attestation.checkpoint(),
  ]);
  const flaw = await runInSlices(sessionFlawSteps(records));
  return {
    id: deps.ids.next('rep'),
    generatedAt: new Date(deps.clock.now()).toISOString(),
    agentName: row?.summary.agentName ?? '',
    userNames: await namesOfUsers(deps.users),
    policies,
    kindsByPass: deps.kindsByPass,
    associates: await deps.associates(),
    legalHold: row !== undefined && holds.some((hold) => coversCall(hold, row.summary)),
    tree: await runInSlices(sessionTreeSteps(records)),
    verify:
      flaw === undefined
        ? { ok: true, message: 'chain ok' }
        : { ok: false, message: `chain broken at seq ${flaw.seq}: ${flaw.rule}` },
    flaw,
    checkpoint,
    publicKey: deps.attestation.publicKey,
    making: { ...(await deps.making()), prepared_by: by },
  };
}

function policiesOf(records: readonly JournalRecord[]): readonly string[] {
  const named = records.map(({ policy_sha256 }) => policy_sha256);
  return [...new Set(named.filter((sha) => typeof sha === 'string'))];
}

async function proofOf({ leaves, rootHex }: SessionTree, eventId: string): Promise<SessionProof> {
  const leafIndex = leaves.findIndex(({ id }) => id === (eventId as EventId));
  const event = leaves[leafIndex];
  if (event === undefined) {
    throw new Fault('not_found', 'this session has no such event in its tree');
  }
  const hashes = leaves.map(({ curr_hash }) => curr_hash);
  return {
    event,
    leafIndex,
    treeSize: leaves.length,
    merkleRootHex: rootHex,
    path: await runInSlices(inclusionSteps(hashes, leafIndex)),
  };
}
