import PDFDocument, { type DocumentOptions } from 'pdfkit';
import type { Report, ReportEvent } from '../../contract/report.ts';
import type { PeriodCallRow, PeriodReport } from '../../contract/reports/period-report.ts';
import { itemAt } from '../../domain/item-at.ts';
import { daysOf, localTime } from '../../domain/reports/local-time.ts';
import { attachmentName } from './how-to-verify.ts';
import { exposureLabels } from './labels.ts';
import { ink, page } from './style.ts';

const rowHeight = 11.5;
const fontSize = 8;
/** Left edges of columns. */
const columns = [0, 50, 175, 255, 425].map((left) => page.side + left);
const callColumns = [0, 153, 235, 296, 427].map((left) => page.side + left);
/** Top of the list on the page with its heading, in points from the top as all heights here. */
const firstTop = page.top + 100;
const nextTop = page.top + 24;
const fonts = { mono: 'Courier', plain: 'Helvetica', bold: 'Helvetica-Bold' } as const;

/**
 * Takes the laid-out pages. At its end it adds the parts without layout: the list of events or calls, a footer on every page,
 * and the attached JSON. Layout would need seconds for thousands of events.
 */
export class ReportPages extends PDFDocument {
  readonly #report: Report | PeriodReport;

  constructor(report: Report | PeriodReport, options: DocumentOptions) {
    super({ ...options, autoFirstPage: false, bufferPages: true });
    this.#report = report;
  }

  override end(): void {
    drawList(this, listOf(this.#report));
    drawFrames(this, this.#report);
    attachJson(this, this.#report);
    super.end();
  }
}

function attachJson(pdf: PDFDocument, report: Report | PeriodReport): void {
  const json = JSON.stringify({ report }, null, report.scope === 'session' ? 2 : 0);
  const made = new Date(report.generated_at);
  pdf.file(Buffer.from(`${json}\n`), {
    name: attachmentName,
    type: 'application/json',
    description: 'This report as JSON (Audit Schema v1)',
    creationDate: made,
    modifiedDate: made,
  });
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
  const head = ['Call', 'Started (UTC)', 'Local time', 'Outcome', 'Root'];
  const rows = listedCalls(report).map((call) => callCells(call, zone));
  return { head, lefts: callColumns, rows };
}

/** So many fit on about 20 pages. */
const maxListedCalls = 1_000;

/** Whether something happened in a call that a person should look at. */
export const needsALook = ({ outcome, failed_turns }: PeriodCallRow): boolean =>
  outcome !== 'nothing_found' || failed_turns > 0;

/** The samples, and calls that need a look; the attached JSON lists all. */
export function listedCalls({ calls, samples }: PeriodReport): readonly PeriodCallRow[] {
  const drawn = new Set(samples.session_ids);
  const isListed = (call: PeriodCallRow) =>
    drawn.has(call.session_id) || needsALook(call) || !call.sealed;
  return (calls.length <= maxListedCalls ? calls : calls.filter(isListed)).slice(0, maxListedCalls);
}

/** `11-21 03:00:56`: the year is that of the time beside it. */
const shortLocal = (ts: string, zone: string) => localTime(ts, zone).slice(5, 19);

function callCells(call: PeriodCallRow, zone: string): readonly string[] {
  const { session_id, started_at, outcome, merkle_root_hex } = call;
  return [
    session_id,
    started_at.slice(0, 16).replace('T', ' '),
    shortLocal(started_at, zone).slice(0, 11),
    exposureLabels[outcome][0],
    merkle_root_hex.slice(0, 16),
  ];
}

function eventCells({ seq, ts, kind, curr_hash }: ReportEvent, zone: string): readonly string[] {
  const utc = ts.replace('T', ' ').replace('Z', '');
  return [String(seq), utc, shortLocal(ts, zone), kind, curr_hash.slice(0, 16)];
}

interface Row {
  readonly font: string;
  readonly cells: readonly string[];
  readonly lefts: readonly number[];
}

function drawList(pdf: PDFDocument, { head, lefts, rows }: List): void {
  let y = drawTableHead(pdf, firstTop, { font: fonts.bold, cells: head, lefts });
  for (const cells of rows) {
    if (y > page.height - page.bottom) {
      pdf.addPage({ size: [page.width, page.height], margin: 0 });
      y = drawTableHead(pdf, nextTop, { font: fonts.bold, cells: head, lefts });
    }
    drawRow(pdf, y, { font: fonts.mono, cells, lefts });
    y += rowHeight;
  }
}

function drawTableHead(pdf: PDFDocument, y: number, row: Row): number {
  drawRow(pdf, y, row);
  pdf.moveTo(page.side, y + 4).lineTo(page.width - page.side, y + 4);
  pdf.lineWidth(0.75).strokeColor(ink.rule).stroke();
  return y + 4 + rowHeight;
}

function drawRow(pdf: PDFDocument, y: number, { font, cells, lefts }: Row): void {
  pdf.font(font, fontSize).fillColor(ink.text);
  for (const [at, cell] of cells.entries()) drawText(pdf, cell, itemAt(lefts, at), y);
}

/** One line whose letters stand on the height `y`. */
function drawText(pdf: PDFDocument, text: string, x: number, y: number): void {
  pdf.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
}

/** What every page has: its footer, and the mark of a draft. */
function drawFrames(pdf: PDFDocument, report: Report | PeriodReport): void {
  const { count } = pdf.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    pdf.switchToPage(at);
    drawFooter(pdf, report, `${at + 1} of ${count}`);
    if (report.draft === true) drawDraftMark(pdf);
  }
}

/** Page n of m and the ids of the report, in case pages get separated. */
function drawFooter(pdf: PDFDocument, report: Report | PeriodReport, number: string): void {
  const about = report.scope === 'session' ? report.session_id : daysOf(report.period);
  const root = `${report.merkle_root_hex.slice(0, 8)}…${report.merkle_root_hex.slice(-8)}`;
  const y = page.height - 34;
  pdf.font(fonts.plain, 7.5).fillColor(ink.quiet);
  drawText(pdf, `${report.id}  |  ${about}  |  root ${root}`, page.side, y);
  drawText(pdf, number, page.width - page.side - pdf.widthOfString(number), y);
}

const draftMark = { text: 'DRAFT', size: 150, angle: 52 } as const;

/** Across the page: a later report of the same calls can differ. */
function drawDraftMark(pdf: PDFDocument): void {
  const { text, size, angle } = draftMark;
  const [x, y] = [page.width / 2, page.height / 2];
  pdf.save().rotate(-angle, { origin: [x, y] });
  pdf.font(fonts.bold, size).fillColor(ink.quiet, 0.12);
  drawText(pdf, text, x - pdf.widthOfString(text) / 2, y + size / 3);
  pdf.restore();
}
