import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { Report, ReportEvent } from '../../contract/report.ts';
import { attachmentName } from './cover.ts';
import { page } from './style.ts';

const rowHeight = 11.5;
const fontSize = 8;
/** Left edges of position, time, kind and hash. */
const columns = [page.side, page.side + 62, page.side + 204, page.side + 356] as const;
const [ink, quiet, rule] = [rgb(0.1, 0.1, 0.1), rgb(0.35, 0.35, 0.35), rgb(0.72, 0.72, 0.72)];
/** Top of the list on the page with its heading. */
const firstTop = page.height - page.top - 86;
const nextTop = page.height - page.top - 24;

/**
 * Adds the parts without layout: the list of events, a footer on every page, and the attached JSON.
 * Layout would need seconds for thousands of events.
 */
export async function finishPdf(pages: Uint8Array, report: Report): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(pages, { updateMetadata: false });
  const [mono, bold, plain] = await Promise.all(
    [StandardFonts.Courier, StandardFonts.HelveticaBold, StandardFonts.Helvetica].map((font) =>
      pdf.embedFont(font),
    ),
  );
  if (mono === undefined || bold === undefined || plain === undefined) throw new Error('no fonts');
  drawEvents(pdf, report.events, mono, bold);
  drawFooters(pdf, report, plain);
  await pdf.attach(Buffer.from(`${JSON.stringify({ report }, null, 2)}\n`), attachmentName, {
    mimeType: 'application/json',
    description: 'This report as JSON (Audit Schema v1)',
    creationDate: new Date(report.generated_at),
    modificationDate: new Date(report.generated_at),
  });
  return pdf.save();
}

function drawEvents(
  pdf: PDFDocument,
  events: readonly ReportEvent[],
  mono: PDFFont,
  bold: PDFFont,
): void {
  let sheet = pdf.getPage(pdf.getPageCount() - 1);
  let y = drawTableHead(sheet, firstTop, bold);
  for (const event of events) {
    if (y < page.bottom) {
      sheet = pdf.addPage([page.width, page.height]);
      y = drawTableHead(sheet, nextTop, bold);
    }
    drawRow(sheet, y, mono, eventCells(event));
    y -= rowHeight;
  }
}

function eventCells({ seq, ts, kind, curr_hash }: ReportEvent): readonly string[] {
  return [String(seq), ts.replace('T', ' ').replace('Z', ''), kind, curr_hash.slice(0, 16)];
}

function drawTableHead(sheet: PDFPage, y: number, bold: PDFFont): number {
  drawRow(sheet, y, bold, ['Position', 'Time (UTC)', 'Kind', 'Hash']);
  const end = { x: page.width - page.side, y: y - 4 };
  sheet.drawLine({ start: { x: page.side, y: y - 4 }, end, thickness: 0.75, color: rule });
  return y - 4 - rowHeight;
}

function drawRow(sheet: PDFPage, y: number, font: PDFFont, cells: readonly string[]): void {
  for (const [at, cell] of cells.entries()) {
    sheet.drawText(cell, { x: columns[at] ?? 0, y, size: fontSize, font, color: ink });
  }
}

/** Page n of m and the ids of the report, in case pages get separated. */
function drawFooters(pdf: PDFDocument, report: Report, plain: PDFFont): void {
  const sheets = pdf.getPages();
  for (const [at, sheet] of sheets.entries()) {
    const number = `${at + 1} of ${sheets.length}`;
    const width = plain.widthOfTextAtSize(number, 7.5);
    const line = { y: 34, size: 7.5, font: plain, color: quiet };
    const root = `${report.merkle_root_hex.slice(0, 8)}…${report.merkle_root_hex.slice(-8)}`;
    sheet.drawText(`${report.id}  |  ${report.session_id}  |  root ${root}`, {
      x: page.side,
      ...line,
    });
    sheet.drawText(number, { x: page.width - page.side - width, ...line });
  }
}
