import { arrayBuffer } from 'node:stream/consumers';
import layoutDocument, { type DocumentNode } from '@react-pdf/layout';
import renderPages from '@react-pdf/render';
import { type DocumentProps, Font, pdf } from '@react-pdf/renderer';
import type { DocumentOptions } from 'pdfkit';
import type { Report } from '../../contract/report.ts';
import type { PeriodReport } from '../../contract/reports/period-report.ts';
import { openFonts } from './fonts.ts';
import { periodDocument } from './period-document.ts';
import { reportDocument } from './report-document.ts';
import { ReportPages } from './report-pages.ts';

/** Its types lack the fonts. */
const layOut: (document: DocumentNode, fonts: typeof Font) => ReturnType<typeof layoutDocument> =
  layoutDocument;

/** The PDF of a report's JSON. */
export async function reportPdf(json: string): Promise<Uint8Array> {
  const report = JSON.parse(json) as Report | PeriodReport;
  await openFonts(json);
  const document = report.scope === 'session' ? reportDocument(report) : periodDocument(report);
  // As `renderToBuffer` does, which always makes a document of its own.
  const pages = new ReportPages(report, optionsOf(document.props));
  const laidOut = await layOut(pdf(document).container.document, Font);
  renderPages(pages as unknown as Parameters<typeof renderPages>[0], laidOut);
  return new Uint8Array(await arrayBuffer(pages));
}

function optionsOf(document: DocumentProps): DocumentOptions {
  const { title = '', author = '', subject = '', creator = '', producer = '' } = document;
  const { creationDate, modificationDate, language } = document;
  return {
    pdfVersion: '1.7',
    displayTitle: true,
    ...(language !== undefined && { lang: language }),
    info: {
      Title: title,
      Author: author,
      Subject: subject,
      Creator: creator,
      Producer: producer,
      ...(creationDate !== undefined && { CreationDate: creationDate }),
      ...(modificationDate !== undefined && { ModDate: modificationDate }),
    },
  };
}
