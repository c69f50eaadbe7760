import { View } from '@react-pdf/renderer';
import { createElement } from 'react';
import { type VerdictFacts, verdictOnCalls } from '../../domain/reports/verdict.ts';
import {
  block,
  box,
  type Element,
  facts,
  grouped,
  section,
  stack,
  table,
  text,
} from './elements.ts';
import { howToVerify } from './how-to-verify.ts';
import { style } from './style.ts';

/** What happened: its name in reports, how often, and what was done about it. */
export type Happening = readonly [name: string, howOften: string, done: string];

/** What the first page of a report says, in the words of its reader. */
export interface FirstPage {
  readonly head: readonly Element[];
  readonly verdict: VerdictFacts;
  readonly isDraft: boolean;
  /** Large figures in a row. */
  readonly tiles: readonly Element[];
  readonly plot?: Element | undefined;
  readonly happened: readonly Happening[];
  /** What people did, a sentence each. */
  readonly people: readonly string[];
}

/** The verdict, the figures, and what was done. */
export function firstPage(page: FirstPage): Element {
  const said = verdictOnCalls(page.verdict).map(([, sentence]) => sentence);
  return stack(
    text('Voice PHI Proxy', 'product'),
    text(
      'Replaces identifiers in what voice agents send to a language model, and keeps a record of each step.',
      'quiet',
    ),
    ...page.head,
    block(
      style.verdictBox,
      text(said.join(' '), 'verdictSentence'),
      ...(page.isDraft ? [text('This is a draft: a later report can say more.', 'quiet')] : []),
    ),
    block(style.verdicts, ...page.tiles),
    ...(page.plot === undefined ? [] : [page.plot]),
    section(
      'What happened, and what was done about it',
      table(
        [
          { title: 'What', width: 23 },
          { title: 'How often', width: 37 },
          { title: 'What was done', width: 40 },
        ],
        page.happened.map(([name, howOften, done]) => [text(name, 'bold'), howOften, done]),
      ),
    ),
    block(
      style.people,
      ...[...page.people, 'Anyone can check this report: the next page says how.'].map((line) =>
        text(`•  ${line}`, 'plain'),
      ),
    ),
  );
}

/** What the words mean, and how a reader checks the report without trusting who made it. */
export function secondPage(root: string, aboutRoot: string, fileName: string): Element {
  return createElement(
    View,
    { break: true },
    section('Words used in this report', facts(definitions)),
    howToVerify(fileName),
    section('Merkle root', box(text(grouped(root, 4), 'root'), text(aboutRoot, 'quiet'))),
  );
}

const definitions = [
  [
    'Masked',
    'An identifier was found in a text, and replaced before the text was sent to the model.',
  ],
  ['Request', 'What a voice agent sends to the model for one answer. A call has one or more.'],
  [
    'Stopped before it was sent',
    'A last scan found an identifier in a request. The request was refused, so nothing of it left.',
  ],
  [
    'May have been sent',
    'A request left with a text that may be an identifier. A person must look at it.',
  ],
  [
    'Sent by policy',
    'The clinic’s own policy lets identifiers of this kind be sent to the model as they are.',
  ],
  ['Nothing found', 'Neither detection nor the last scan found an identifier in what was sent.'],
  ['Not readable', 'A part of a request was encoded, and the last scan could not read it.'],
  ['Not recorded', 'An older version of the service kept no record of what was sent.'],
  [
    'Safe Harbor, full',
    'One of the 18 identifiers of 45 CFR 164.514(b)(2) was looked for by each method that can find it, and everything found was masked.',
  ],
  ['Exception', 'Something that this report looks for occurred. A person answers for it.'],
  [
    'Incident',
    'A record that a person opened, assessed by the four factors of 45 CFR 164.402, and closed.',
  ],
  ['Event', 'A line of the audit log: what the service did and when, with no word that was said.'],
  ['Sealed', 'The call is over, and no event can be added to it.'],
  [
    'Merkle root',
    'A number computed from all events. It changes if an event is changed, removed or added.',
  ],
] as const;
