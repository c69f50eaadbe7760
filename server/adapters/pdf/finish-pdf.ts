import {
  degrees,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib';
import type { Report, ReportEvent } from '../../contract/report.ts';
import type { PeriodCallRow, PeriodReport } from '../../contract/reports/period-report.ts';
import { localTime } from '../../domain/reports/local-time.ts';
import { attachmentName } from './cover.ts';
import { page } from './style.ts';

const rowHeight = 11.5;
const fontSize = 8;
/** Left edges of columns. */
const columns = [0, 50, 175, 255, 425].map((left) => page.side + left);
const callColumns = [0, 158, 256, 332, 408].map((left) => page.side + left);
const [ink, quiet, rule] = [rgb(0.1, 0.1, 0.1), rgb(0.35, 0.35, 0.35), rgb(0.72, 0.72, 0.72)];
/** Top of the list on the page with its heading. */
const firstTop = page.height - page.top - 86;
const nextTop = page.height - page.top - 24;

/**
 * Adds the parts without layout: the list of events, a footer on every page, and the attached JSON.
 * Layout would need seconds for thousands of events.
 */
export async function finishPdf(
  pages: Uint8Array,
  report: Report | PeriodReport,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(pages, { updateMetadata: false });
  const [mono, bold, plain] = await Promise.all(
    [StandardFonts.Courier, StandardFonts.HelveticaBold, StandardFonts.Helvetica].map((font) =>
      pdf.embedFont(font),
    ),
  );
  if (mono === undefined || bold === undefined || plain === undefined) throw new Error('no fonts');
  drawList(pdf, listOf(report), mono, bold);
  drawFooters(pdf, report, plain);
  if (report.draft === true) for (const sheet of pdf.getPages()) drawDraftMark(sheet, bold);
  await pdf.attach(
    Buffer.from(`${JSON.stringify({ report }, null, report.scope === 'session' ? 2 : 0)}\n`),
    attachmentName,
    {
      mimeType: 'application/json',
      description: 'This report as JSON (Audit Schema v1)',
      creationDate: new Date(report.generated_at),
      modificationDate: new Date(report.generated_at),
    },
  );
  return pdf.save();
}

interface List {
  readonly head: readonly string[];
  readonly lefts: readonly number[];
  readonly rows: readonly (readonly string[])[];
}

function listOf(report: Report | PeriodReport): List {
  if (report.scope === 'session') {
    const zone = report.local_time?.time_zone ?? 'UTC';
    const head = ['Position', 'Time (UTC)', zone, 'Kind', 'Hash'];
    return { head, lefts: columns, rows: report.events.map((event) => eventCells(event, zone)) };
  }
  const zone = report.period.time_zone;
  const head = ['Call', 'Started (UTC)', zone, 'Outcome', 'Root'];
  const rows = listedCalls(report).map((call) => callCells(call, zone));
  return { head, lefts: callColumns, rows };
}

/** So many fit on about 20 pages. */
const maxListedCalls = 1_000;

/** The samples, and calls that need a look; the attached JSON lists all. */
export function listedCalls({ calls, samples }: PeriodReport): readonly PeriodCallRow[] {
  const drawn = new Set(samples.session_ids);
  const isListed = ({ session_id, outcome, failed_turns, sealed }: PeriodCallRow) =>
    drawn.has(session_id) || outcome !== 'nothing_found' || failed_turns > 0 || !sealed;
  return (calls.length <= maxListedCalls ? calls : calls.filter(isListed)).slice(0, maxListedCalls);
}

function drawList(pdf: PDFDocument, { head, lefts, rows }: List, mono: PDFFont, bold: PDFFont) {
  let sheet = pdf.getPage(pdf.getPageCount() - 1);
  const drawHead = (y: number) => drawTableHead(sheet, y, { font: bold, cells: head, lefts });
  let y = drawHead(firstTop);
  for (const cells of rows) {
    if (y < page.bottom) {
      sheet = pdf.addPage([page.width, page.height]);
      y = drawHead(nextTop);
    }
    drawRow(sheet, y, { font: mono, cells, lefts });
    y -= rowHeight;
  }
}

/** `11-21 03:00:56`: the year is that of the time beside it. */
const shortLocal = (ts: string, zone: string) => localTime(ts, zone).slice(5, 19);

function callCells(call: PeriodCallRow, zone: string): readonly string[] {
  const { session_id, started_at, outcome, merkle_root_hex } = call;
  return [
    session_id,
    started_at.slice(0, 19).replace('T', ' '),
    shortLocal(started_at, zone),
    outcome,
    merkle_root_hex.slice(0, 16),
  ];
}

function eventCells({ seq, ts, kind, curr_hash }: ReportEvent, zone: string): readonly string[] {
  const utc = ts.replace('T', ' ').replace('Z', '');
  return [String(seq), utc, shortLocal(ts, zone), kind, curr_hash.slice(0, 16)];
}

interface Row {
  readonly font: PDFFont;
  readonly cells: readonly string[];
  readonly lefts: readonly number[];
}

function drawTableHead(sheet: PDFPage, y: number, row: Row): number {
  drawRow(sheet, y, row);
  const end = { x: page.width - page.side, y: y - 4 };
  sheet.drawLine({ start: { x: page.side, y: y - 4 }, end, thickness: 0.75, color: rule });
  return y - 4 - rowHeight;
}

function drawRow(sheet: PDFPage, y: number, { font, cells, lefts }: Row): void {
  for (const [at, cell] of cells.entries()) {
    sheet.drawText(cell, { x: lefts[at] ?? 0, y, size: fontSize, font, color: ink });
  }
}

const draftMark = { text: 'DRAFT', size: 150, angle: 52 } as const;

/** Across the page: a later report of the same calls can differ. */
function drawDraftMark(sheet: PDFPage, bold: PDFFont): void {
  const { text, size, angle } = draftMark;
  const half = bold.widthOfTextAtSize(text, size) / 2;
  const turn = (angle * Math.PI) / 180;
  sheet.drawText(text, {
    x: page.width / 2 - half * Math.cos(turn) + (size / 3) * Math.sin(turn),
    y: page.height / 2 - half * Math.sin(turn) - (size / 3) * Math.cos(turn),
    size,
    font: bold,
    color: quiet,
    opacity: 0.12,
    rotate: degrees(angle),
  });
}

/** Page n of m and the ids of the report, in case pages get separated. */
function drawFooters(pdf: PDFDocument, report: Report | PeriodReport, plain: PDFFont): void {
  const sheets = pdf.getPages();
  const about =
    report.scope === 'session'
      ? report.session_id
      : `${report.period.from.slice(0, 10)} to ${report.period.until.slice(0, 10)}`;
  for (const [at, sheet] of sheets.entries()) {
    const number = `${at + 1} of ${sheets.length}`;
    const width = plain.widthOfTextAtSize(number, 7.5);
    const line = { y: 34, size: 7.5, font: plain, color: quiet };
    const root = `${report.merkle_root_hex.slice(0, 8)}…${report.merkle_root_hex.slice(-8)}`;
    sheet.drawText(`${report.id}  |  ${about}  |  root ${root}`, {
      x: page.side,
      ...line,
    });
    sheet.drawText(number, { x: page.width - page.side - width, ...line });
  }
}
