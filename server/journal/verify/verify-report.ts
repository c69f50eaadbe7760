import type { Report } from '../../contract/report.ts';
import type { JournalRecord } from '../../domain/event.ts';
import { openCheckpoint, parseCheckpoint } from '../notes/checkpoint.ts';
import { merkleRoot } from '../tree/merkle-tree.ts';
import { findSessionFlaw, isSessionLeaf } from '../tree/session-tree.ts';
import { isSignatureOf, publicKeyOf, reportSha256, reportText } from './report-digest.ts';

/** The steps of verifying a report, in order. */
export type ReportStep = 'hash' | 'signature' | 'root' | 'checkpoint' | 'records';

/** Why a step does not hold; tests assert on it. */
export type ReportFlaw =
  | 'report_hash_mismatch'
  | 'unknown_key'
  | 'bad_signature'
  | 'root_mismatch'
  | 'count_mismatch'
  | 'malformed_checkpoint'
  | 'checkpoint_signature'
  | 'checkpoint_too_small'
  | 'record_broken'
  | 'record_mismatch';

export interface StepOutcome {
  readonly step: ReportStep;
  readonly result: 'ok' | 'failed' | 'skipped';
  readonly flaw?: ReportFlaw;
}

export interface ReportVerification {
  readonly ok: boolean;
  readonly steps: readonly StepOutcome[];
}

/** What every report has, of a call or of a period. */
type Signed = Pick<Report, 'integrity' | 'public_key' | 'checkpoint'>;

export interface ReportEvidence {
  /** The installation's Ed25519 key, 32 bytes in hex, from a source other than the report. */
  readonly publicKey?: string;
  /** The session's records in order, from an export of the journal. */
  readonly records?: readonly JournalRecord[];
}

/**
 * Verifies a report alone, with no access to the service (design D32): its hash; its signature
 * by the key it names, which is the given one if one is given; root and counts, from its events; the
 * checkpoint, which must cover them; and, when the session's records are given, that they hold and
 * are the events of the report. A step that needs what is not given is skipped.
 *
 * The report is trusted to have the shape of Audit Schema v1.
 */
export function verifyReport(report: Report, evidence: ReportEvidence = {}): ReportVerification {
  const text = reportText(report);
  const steps: StepOutcome[] = [
    outcome('hash', hashFlaw(report, text)),
    outcome('signature', signatureFlaw(report, text, evidence.publicKey)),
    outcome('root', rootFlaw(report)),
    outcome('checkpoint', checkpointFlaw(report, report.chain.last_seq + 1)),
    evidence.records === undefined
      ? { step: 'records', result: 'skipped' }
      : outcome('records', recordsFlaw(report, evidence.records)),
  ];
  return { ok: steps.every(({ result }) => result !== 'failed'), steps };
}

export function outcome(step: ReportStep, flaw: ReportFlaw | undefined): StepOutcome {
  return flaw === undefined ? { step, result: 'ok' } : { step, result: 'failed', flaw };
}

export function hashFlaw({ integrity }: Signed, text: string): ReportFlaw | undefined {
  return reportSha256(text) === integrity.report_sha256 ? undefined : 'report_hash_mismatch';
}

export function signatureFlaw(
  { integrity, public_key }: Signed,
  text: string,
  trusted = public_key,
): ReportFlaw | undefined {
  if (trusted !== public_key) return 'unknown_key';
  return isSignatureOf(text, integrity.signature, public_key) ? undefined : 'bad_signature';
}

function rootFlaw({ events, chain, merkle_root_hex }: Report): ReportFlaw | undefined {
  const [first, last] = [events[0], events.at(-1)];
  const ends = first?.seq === chain.first_seq && last?.seq === chain.last_seq;
  const ordered = events.every(({ seq }, at) => seq > (events[at - 1]?.seq ?? -1));
  if (events.length !== chain.event_count || !ends || !ordered) return 'count_mismatch';
  const root = merkleRoot(events.map(({ curr_hash }) => curr_hash));
  return root === merkle_root_hex ? undefined : 'root_mismatch';
}

/** `size`: how many records the checkpoint must cover. */
export function checkpointFlaw(
  { checkpoint, public_key }: Signed,
  size: number,
): ReportFlaw | undefined {
  const origin = parseCheckpoint(checkpoint)?.origin;
  const key = publicKeyOf(public_key);
  if (origin === undefined || key === undefined) return 'malformed_checkpoint';
  const opened = openCheckpoint(checkpoint, origin, key);
  if (!('checkpoint' in opened)) return 'checkpoint_signature';
  return opened.checkpoint.size >= size ? undefined : 'checkpoint_too_small';
}

/** Records that came after the report may be there as well. */
function recordsFlaw(report: Report, records: readonly JournalRecord[]): ReportFlaw | undefined {
  const own = records.filter(({ session_id }) => session_id === report.session_id);
  if (findSessionFlaw(own) !== undefined) return 'record_broken';
  const leaves = own.filter(({ kind }) => isSessionLeaf(kind));
  const from = leaves.findIndex(({ seq }) => seq === report.chain.first_seq);
  const same = report.events.every((event, at) => {
    const leaf = leaves[from + at];
    return leaf?.curr_hash === event.curr_hash && leaf.kind === event.kind && leaf.ts === event.ts;
  });
  return from >= 0 && same ? undefined : 'record_mismatch';
}
