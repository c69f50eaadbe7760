import { open } from 'node:fs/promises';
import { OneReport, Report } from '../../contract/report.ts';
import { OnePeriodReport, PeriodReport } from '../../contract/reports/period-report.ts';
import type { JournalRecord } from '../../domain/event.ts';
import { parseExportFooter, parseExportHeader } from '../../journal/export/parse-export.ts';
import {
  type ExportAnchor,
  type ExportFooter,
  type ExportHeader,
  parseCheckpoint,
} from '../../journal/index.ts';
import { parseJson } from '../../shared/json.ts';
import { linesOf, openFile, readText } from '../input.ts';

/** A file of an auditor: an export, a report, or a single checkpoint. */
export type AuditFile =
  | {
      readonly kind: 'export';
      readonly path: string;
      readonly header: ExportHeader;
      /** Undefined when the file ends without its last line. */
      readonly footer: ExportFooter | undefined;
    }
  | { readonly kind: 'report'; readonly report: Report | PeriodReport }
  | { readonly kind: 'checkpoint'; readonly note: string };

const blockBytes = 64 * 1024;
const newline = 0x0a;

/** The file, or `unknown` for another kind. */
export async function readAuditFile(path: string): Promise<AuditFile | 'unknown'> {
  const input = await openFile(path);
  let first = '';
  for await (const { text } of linesOf(input)) {
    first = text;
    break;
  }
  const header = parseExportHeader(first);
  if (header !== undefined) {
    return { kind: 'export', path, header, footer: parseExportFooter(await lastLineOf(path)) };
  }
  const text = await readText(path);
  if (parseCheckpoint(text) !== undefined) return { kind: 'checkpoint', note: text };
  const report = reportIn(text);
  return report === undefined ? 'unknown' : { kind: 'report', report };
}

/** Records of an export as lines, without its first and last line. */
export async function* recordLines({
  path,
  footer,
}: Extract<AuditFile, { kind: 'export' }>): AsyncGenerator<string> {
  const input = await openFile(path);
  let held: string | undefined;
  for await (const { number, text } of linesOf(input)) {
    if (held !== undefined) yield held;
    held = number === 1 ? undefined : text;
  }
  // Without a footer the last line is a record, or a part of one.
  if (held !== undefined && footer === undefined) yield held;
}

/** The checkpoint and the key of a kept file. */
export function anchorOf(file: AuditFile): ExportAnchor {
  if (file.kind === 'checkpoint') return { note: file.note };
  if (file.kind === 'report') {
    return { note: file.report.checkpoint, publicKey: file.report.public_key };
  }
  return { note: file.footer?.checkpoint ?? '', publicKey: file.header.public_key };
}

/** The readable records of an export. */
export async function readRecords(
  file: Extract<AuditFile, { kind: 'export' }>,
): Promise<readonly JournalRecord[]> {
  const records: JournalRecord[] = [];
  for await (const line of recordLines(file)) {
    const value = parseJson(line);
    if (typeof value === 'object' && value !== null) records.push(value as JournalRecord);
  }
  return records;
}

/** A report alone or in the API's wrapper. Returned with its unknown fields, because the hash covers them. */
function reportIn(text: string): Report | PeriodReport | undefined {
  const value = parseJson(text);
  const wrapped = OneReport.or(OnePeriodReport).safeParse(inWordsOfToday(value)).success;
  const report = wrapped ? (value as { report: unknown }).report : value;
  return Report.or(PeriodReport).safeParse(inWordsOfToday(report)).success
    ? (report as Report | PeriodReport)
    : undefined;
}

/** What reports of older versions called what they found (decision 0163). */
const olderWords: Readonly<Record<string, string>> = {
  leak: 'may_have_been_sent',
  possible_leak: 'may_have_been_sent',
  in_clear_by_policy: 'by_policy',
  exposure_not_recorded: 'not_recorded',
};

/** A copy in which the schemas of today know an older report. */
function inWordsOfToday(value: unknown): unknown {
  if (typeof value === 'string') return olderWords[value] ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inWordsOfToday);
  const fields = Object.entries(value).map(([name, field]) => [name, inWordsOfToday(field)]);
  const copy = Object.fromEntries(fields);
  return 'leak' in copy ? { ...copy, stopped: 0, may_have_been_sent: copy.leak } : copy;
}

/** Reads from the end, because an export may be long. */
async function lastLineOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const blocks: Buffer[] = [];
    for (let end = size; end > 0; end -= blockBytes) {
      const start = Math.max(end - blockBytes, 0);
      const block = Buffer.alloc(end - start);
      await file.read(block, 0, block.length, start);
      // A newline at the end of the file ends the last line.
      const before = block.subarray(0, end === size ? -1 : block.length).lastIndexOf(newline);
      blocks.unshift(before < 0 ? block : block.subarray(before + 1));
      if (before >= 0) break;
    }
    return Buffer.concat(blocks).toString('utf8').replace(/\n$/, '');
  } finally {
    await file.close();
  }
}
