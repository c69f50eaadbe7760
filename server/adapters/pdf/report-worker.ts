import { text as readText } from 'node:stream/consumers';
import { reportPdf } from './report-pdf.ts';

/** Child process: reads a report's JSON from standard input and writes its PDF to standard output. */
process.stdout.write(await reportPdf(await readText(process.stdin)));
