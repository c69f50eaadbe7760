import {
  exportVerifier,
  openCheckpoint,
  parseCheckpoint,
  publicKeyOf,
  type ReportFlaw,
  verifyPeriodReport,
  verifyReport,
} from '../../journal/index.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import { CommandFailed, printLine, progress } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { type AuditFile, anchorOf, readAuditFile, readRecords, recordLines } from './audit-file.ts';

export interface VerifyOptions {
  readonly json?: true;
  readonly anchor?: readonly string[];
}

/**
 * `svc audit verify FILE`: verifies an export of the journal or of a session, or a report. It needs only
 * the file: no database, no keys. A file kept elsewhere (`--anchor`) proves whose journal it is, and that
 * nothing was cut off or rewritten since. Without one, the maker of the file may have made its key as well.
 */
export async function verifyAuditFile(
  terminal: Terminal,
  path: string,
  options: VerifyOptions,
): Promise<ExitCode> {
  const anchors = await readAnchors(options.anchor ?? []);
  const file = await readAuditFile(path);
  if (file === 'unknown' || file.kind === 'checkpoint') {
    const line = `svc: ${path}: is not an export of the journal or a report`;
    throw new CommandFailed(exit.badData, line);
  }
  return await (file.kind === 'report'
    ? verifyReportFile(terminal, file, anchors, options)
    : verifyExport(terminal, file, anchors, options));
}

/** The command fails on a file that is not an anchor. */
export async function readAnchors(paths: readonly string[]): Promise<readonly AuditFile[]> {
  const files: AuditFile[] = [];
  for (const path of paths) {
    const file = await readAuditFile(path);
    if (file === 'unknown' || anchorOf(file).note === '') {
      const line = `svc: ${path}: has no checkpoint: give a checkpoint, a report or an export`;
      throw new CommandFailed(exit.badData, line);
    }
    files.push(file);
  }
  return files;
}

async function verifyExport(
  terminal: Terminal,
  file: Extract<AuditFile, { kind: 'export' }>,
  anchors: readonly AuditFile[],
  { json }: VerifyOptions,
): Promise<ExitCode> {
  const { header, footer } = file;
  const verifier = exportVerifier(header, footer, anchors.map(anchorOf));
  const report = progress(terminal, 'records read:');
  let count = 0;
  for await (const line of recordLines(file)) {
    verifier.add(line);
    count += 1;
    report(count);
  }
  report.end();
  const { ok: holds, eventCount, breaks, headHash } = verifier.finish();
  const verdict = isUncovered(breaks)
    ? unanchored('chain', `give an anchor that can be compared with it: ${comparableWith(file)}`)
    : verdictOf('chain', holds, anchors);
  const scope = 'session_id' in header ? { session_id: header.session_id } : {};
  const first =
    'first_seq' in header && header.first_seq > 0 ? { first_seq: header.first_seq } : {};
  const outcome = {
    ok: verdict.ok,
    event_count: eventCount,
    message: verdict.message,
    ...scope,
    ...first,
    public_key: header.public_key,
    ...(headHash !== undefined && { head_hash: headHash }),
    ...(!holds && { breaks }),
  };
  await printLine(
    terminal,
    json === true
      ? JSON.stringify(outcome)
      : [
          `${outcome.message}: ${eventCount} events${headHash === undefined ? '' : `, head ${headHash}`}`,
          ...breaks.map(({ seq, rule }) => `  seq ${seq}: ${rule}`),
          `signed by the key ${header.public_key}`,
          ...verdict.advice,
        ].join('\n'),
  );
  return verdict.code;
}

interface Verdict {
  readonly ok: boolean;
  readonly message: string;
  readonly advice: readonly string[];
  readonly code: ExitCode;
}

/** A file that holds together is `ok` only beside something that was kept elsewhere. */
function verdictOf(what: string, holds: boolean, anchors: readonly AuditFile[]): Verdict {
  if (!holds) return { ok: false, message: `${what} broken`, advice: [], code: exit.failed };
  if (anchors.length > 0) return { ok: true, message: `${what} ok`, advice: [], code: exit.ok };
  return unanchored(
    what,
    'whose key that is, only a file that you kept elsewhere proves: give it with --anchor',
  );
}

/** Nothing is wrong, but nothing that was kept elsewhere was compared. */
function unanchored(what: string, advice: string): Verdict {
  return {
    ok: false,
    message: `${what} consistent, but not anchored`,
    advice: [advice],
    code: exit.unanchored,
  };
}

/** A session's records lead to no other size of the journal; those of the journal lead to all sizes from their first on. */
function comparableWith({ header, footer }: Extract<AuditFile, { kind: 'export' }>): string {
  return 'session_id' in header
    ? `a checkpoint of ${footer?.size} records`
    : `a checkpoint of ${header.first_seq} records or more`;
}

/** Whether all that was found is that an anchor could not be compared: that breaks nothing. */
function isUncovered(breaks: readonly { readonly rule: string }[]): boolean {
  return breaks.length > 0 && breaks.every(({ rule }) => rule === 'anchor_not_covered');
}

const flaws: Readonly<Record<ReportFlaw, string>> = {
  report_hash_mismatch: 'its text was changed after it was hashed',
  unknown_key: 'it has another key than the anchors',
  bad_signature: 'the key in it did not sign it',
  root_mismatch: 'its events do not make its merkle_root_hex',
  count_mismatch: 'its events are not as many as it says, or out of order',
  malformed_checkpoint: 'its checkpoint cannot be read',
  checkpoint_signature: 'its checkpoint is not signed by the key it names',
  checkpoint_too_small: 'its checkpoint does not cover its events',
  record_broken: 'the records in the anchors do not hold',
  record_mismatch: 'its events are not the records in the anchors',
};

/** The only step that is ever skipped compares with records. */
const skippedBecause = ' (give an export of the audit log with --anchor to compare with it)';

async function verifyReportFile(
  terminal: Terminal,
  { report }: Extract<AuditFile, { kind: 'report' }>,
  anchors: readonly AuditFile[],
  { json }: VerifyOptions,
): Promise<ExitCode> {
  const keys = [...new Set(anchors.flatMap((anchor) => anchorOf(anchor).publicKey ?? []))];
  const exports = anchors.filter((anchor) => anchor.kind === 'export');
  const records = (await Promise.all(exports.map(readRecords))).flat();
  // Of two keys that differ one is not the report's; a checkpoint alone does not name its key.
  const isSigned = anchors.every((anchor) => anchor.kind !== 'checkpoint' || isBy(report, anchor));
  const publicKey = isSigned ? (keys.find((key) => key !== report.public_key) ?? keys[0]) : '';
  const evidence = {
    ...(publicKey !== undefined && { publicKey }),
    ...(exports.length > 0 && { records }),
  };
  const ofCall = report.scope === 'session';
  const { ok: holds, steps } = ofCall
    ? verifyReport(report, evidence)
    : verifyPeriodReport(report, evidence);
  const verdict = verdictOf('report', holds, anchors);
  const { merkle_root_hex: root } = report;
  const outcome = {
    ok: verdict.ok,
    message: verdict.message,
    ...(ofCall
      ? { event_count: report.chain.event_count, session_id: report.session_id }
      : { call_count: report.calls.length, from: report.period.from, until: report.period.until }),
    merkle_root_hex: root,
    public_key: report.public_key,
    steps,
  };
  await printLine(
    terminal,
    json === true
      ? JSON.stringify(outcome)
      : [
          `${outcome.message}: ${ofCall ? `${report.chain.event_count} events` : `${report.calls.length} calls`}, root ${root}`,
          ...steps.map(
            ({ step, result, flaw }) =>
              `  ${step}: ${result}${result === 'skipped' ? skippedBecause : ''}${flaw === undefined ? '' : ` (${flaw}: ${flaws[flaw]})`}`,
          ),
          `signed by the key ${report.public_key}`,
          ...verdict.advice,
        ].join('\n'),
  );
  return verdict.code;
}

/** Whether the key of a report signed a checkpoint. */
function isBy(
  { public_key }: { readonly public_key: string },
  { note }: { readonly note: string },
) {
  const [origin, key] = [parseCheckpoint(note)?.origin, publicKeyOf(public_key)];
  return (
    origin !== undefined && key !== undefined && 'checkpoint' in openCheckpoint(note, origin, key)
  );
}
