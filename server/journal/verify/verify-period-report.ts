import type { PeriodReport } from '../../contract/reports/period-report.ts';
import type { JournalRecord } from '../../domain/event.ts';
import { canonicalJson } from '../record/canonical-json.ts';
import { chainHash } from '../record/record.ts';
import { periodRoot, periodScan } from '../tree/period-scan.ts';
import { reportText } from './report-digest.ts';
import {
  checkpointFlaw,
  hashFlaw,
  outcome,
  type ReportEvidence,
  type ReportFlaw,
  type ReportVerification,
  signatureFlaw,
} from './verify-report.ts';

/**
 * Verifies the report of a period alone, in the steps of `verifyReport`. With the records of the whole
 * journal it also shows that no call and no access of the period is missing.
 *
 * The report is trusted to have the shape of Audit Schema v1.
 */
export function verifyPeriodReport(
  report: PeriodReport,
  evidence: ReportEvidence = {},
): ReportVerification {
  const steps = [
    outcome('hash', hashFlaw(report, reportText(report))),
    outcome('signature', signatureFlaw(report, reportText(report), evidence.publicKey)),
    outcome('root', rootFlaw(report)),
    outcome('checkpoint', checkpointFlaw(report, report.chain.size)),
    evidence.records === undefined
      ? ({ step: 'records', result: 'skipped' } as const)
      : outcome('records', recordsFlaw(report, evidence.records)),
  ];
  return { ok: steps.every(({ result }) => result !== 'failed'), steps };
}

function rootFlaw({
  calls,
  access_log,
  population,
  merkle_root_hex,
}: PeriodReport): ReportFlaw | undefined {
  if (calls.length !== population.total.calls) return 'count_mismatch';
  const root = periodRoot(
    calls.map((call) => call.merkle_root_hex),
    access_log.map(({ curr_hash }) => curr_hash),
  );
  return root === merkle_root_hex ? undefined : 'root_mismatch';
}

/** Draws the period from the records again, up to where the journal ended at the time of the report. */
function recordsFlaw(
  report: PeriodReport,
  records: readonly JournalRecord[],
): ReportFlaw | undefined {
  const { period, agent, chain } = report;
  const scan = periodScan({ ...period, agentId: agent?.id });
  for (const record of records) {
    if (record.seq >= chain.size) break;
    const { curr_hash, ...body } = record;
    scan.add(record, chainHash(canonicalJson(body)) === curr_hash);
  }
  const { trees, accesses, flaw } = scan.finish(chain.size);
  if (flaw !== undefined) return 'record_broken';
  const root = periodRoot(
    trees.map(({ merkleRootHex }) => merkleRootHex),
    accesses.map(({ currHash }) => currHash),
  );
  const same = trees.every(({ sessionId }, at) => report.calls[at]?.session_id === sessionId);
  return same && root === report.merkle_root_hex ? undefined : 'record_mismatch';
}
