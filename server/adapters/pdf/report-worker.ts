import { text as readText } from 'node:stream/consumers';
import { renderToBuffer } from '@react-pdf/renderer';
import type { Report } from '../../contract/report.ts';
import { finishPdf } from './finish-pdf.ts';
import { openFonts } from './fonts.ts';
import { reportDocument } from './report-document.ts';

/** Child process: reads a report's JSON from standard input and writes its PDF to standard output. */
const json = await readText(process.stdin);
const report = JSON.parse(json) as Report;
await openFonts(json);
const pages = await renderToBuffer(reportDocument(report) as Parameters<typeof renderToBuffer>[0]);
process.stdout.write(await finishPdf(pages, report));
