import { renderToBuffer } from '@react-pdf/renderer';
import type { Report } from '../../contract/report.ts';
import type { PeriodReport } from '../../contract/reports/period-report.ts';
import { finishPdf } from './finish-pdf.ts';
import { openFonts } from './fonts.ts';
import { periodDocument } from './period-document.ts';
import { reportDocument } from './report-document.ts';

/** The PDF of a report's JSON. */
export async function reportPdf(json: string): Promise<Uint8Array> {
  const report = JSON.parse(json) as Report | PeriodReport;
  await openFonts(json);
  const document = report.scope === 'session' ? reportDocument(report) : periodDocument(report);
  const pages = await renderToBuffer(document as Parameters<typeof renderToBuffer>[0]);
  return await finishPdf(pages, report);
}
