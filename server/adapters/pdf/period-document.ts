import { Document, type DocumentProps } from '@react-pdf/renderer';
import { createElement, type ReactElement } from 'react';
import type { PeriodReport } from '../../contract/reports/period-report.ts';
import { daysOf } from '../../domain/reports/local-time.ts';
import { signatures } from './closing-pages.ts';
import { section, text } from './elements.ts';
import { plural } from './labels.ts';
import { periodCover, periodDetails } from './period-cover.ts';
import {
  accessLog,
  checkedCalls,
  controls,
  exceptions,
  incidents,
  policyGaps,
  population,
  safeguards,
  samples,
} from './period-sections.ts';
import { pageOf } from './report-document.ts';
import { listedCalls } from './report-pages.ts';
import { limitations, safeHarbor, statement } from './report-sections.ts';

/** The pages of a report over a period without its list of calls (decision 0091). */
export function periodDocument(report: PeriodReport): ReactElement<DocumentProps> {
  const { period, letterhead } = report;
  return createElement(
    Document,
    {
      title: `Compliance report ${daysOf(period)}`,
      author: letterhead.name === '' ? 'Voice PHI Proxy' : letterhead.name,
      subject: `Calls of a period, Merkle root ${report.merkle_root_hex}`,
      creator: 'Voice PHI Proxy',
      producer: 'Voice PHI Proxy',
      language: 'en-US',
      creationDate: new Date(report.generated_at),
      modificationDate: new Date(report.generated_at),
    },
    pageOf('Summary', periodCover(report)),
    pageOf(
      undefined,
      text('Annex', 'title'),
      periodDetails(report),
      population(report),
      exceptions(report),
      incidents(report),
      checkedCalls(report),
      controls(report),
      statement(report.safe_harbor.statement),
      safeHarbor(report.safe_harbor.rows, 'every call of the period'),
      policyGaps(report),
      safeguards(report),
      limitations(report),
    ),
    // Layout goes through all that follows on each page break: the long list waits for its own.
    pageOf(
      undefined,
      samples(report),
      accessLog(report, report.period.time_zone),
      signatures(report),
    ),
    pageOf(undefined, callsTitle(report)),
  );
}

function callsTitle(report: PeriodReport): ReactElement {
  const [listed, all] = [listedCalls(report).length, report.calls.length];
  return section(
    'Appendix: calls of the period',
    text(
      `${listed === all ? `All ${plural(all, 'call')}` : `${listed} of ${all} calls: the samples, and calls that need a look`}, in order: call, start in UTC and in ${report.period.time_zone}, what was found in the clear, and the first 16 digits of the call's Merkle root. The attached JSON lists all calls with full roots; the root of this report can be computed from them and the access log.`,
    ),
  );
}
