import { Document, type DocumentProps, Font, Page } from '@react-pdf/renderer';
import { createElement, type ReactElement } from 'react';
import type { Report } from '../../contract/report.ts';
import { appendixTitle, policyTexts, signatures } from './closing-pages.ts';
import { callDetails, cover } from './cover.ts';
import { type Element, facts, section, text } from './elements.ts';
import { accessLog, controls } from './period-sections.ts';
import {
  detections,
  leaksAndReplies,
  limitations,
  pciDss,
  retentionAndParties,
  safeHarbor,
  statement,
  versionFacts,
} from './report-sections.ts';
import { style } from './style.ts';

// No hyphens: people compare ids and kinds by eye.
// An empty syllable allows a line break in text without spaces.
const betweenIdeographs =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/u;
Font.registerHyphenationCallback((word) =>
  word.split(betweenIdeographs).flatMap((part, at) => (at === 0 ? [part] : ['', part])),
);

/** The pages of a report without its list of events (design D32). */
export function reportDocument(report: Report): ReactElement<DocumentProps> {
  return createElement(
    Document,
    {
      title: `Compliance report ${report.session_id}`,
      author: 'Voice PHI Proxy',
      subject: `Call ${report.session_id}, Merkle root ${report.merkle_root_hex}`,
      creator: 'Voice PHI Proxy',
      producer: 'Voice PHI Proxy',
      language: 'en-US',
      creationDate: new Date(report.generated_at),
      modificationDate: new Date(report.generated_at),
    },
    pageOf('Summary', cover(report)),
    pageOf(
      undefined,
      text('Annex', 'title'),
      callDetails(report),
      detections(report),
      leaksAndReplies(report),
      ...versionsOf(report),
      safeHarbor(report.safe_harbor_detail),
      ...(report.controls === undefined ? [] : [controls({ controls: report.controls })]),
      pciDss(report),
      retentionAndParties(report),
      ...(report.statement === undefined ? [] : [statement(report.statement)]),
      ...accessLogOf(report),
      limitations(report),
      policyTexts(report),
      signatures(report),
    ),
    pageOf(undefined, appendixTitle(report)),
  );
}

function accessLogOf({ access_log: log, local_time: local }: Report): readonly Element[] {
  return log === undefined ? [] : [accessLog({ access_log: log }, local?.time_zone ?? 'UTC')];
}

function versionsOf({ versions }: Report): readonly Element[] {
  return versions === undefined ? [] : [section('Versions', facts(versionFacts(versions)))];
}

export function pageOf(bookmark: string | undefined, ...parts: readonly Element[]): Element {
  return createElement(
    Page,
    { size: 'LETTER', style: style.page, ...(bookmark === undefined ? {} : { bookmark }) },
    ...parts,
  );
}
