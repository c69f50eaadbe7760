import type { VerdictFacts } from '../../domain/reports/verdict.ts';
import type { Happening } from './first-pages.ts';
import { exceptionLabels } from './labels.ts';

type Counted = keyof VerdictFacts['counts'];

/** Shown in every report, so that a reader sees a zero; the others only where they occurred. */
const always: ReadonlySet<Counted> = new Set(['stopped', 'may_have_been_sent', 'by_policy']);

/** What was done about each, in the order in which it is read. */
const doneAbout: readonly (readonly [thing: Counted, name: string, done: string])[] = [
  ['stopped', exceptionLabels.stopped, 'The request was refused. Nothing of it was sent.'],
  [
    'may_have_been_sent',
    exceptionLabels.may_have_been_sent,
    'Sent. A person must look at it, and open an incident.',
  ],
  ['by_policy', exceptionLabels.by_policy, 'Sent as it was said: the policy allows this kind.'],
  [
    'language_not_covered',
    exceptionLabels.language_not_covered,
    'Masked by wider rules or refused, as the policy says.',
  ],
  [
    'names_not_checked',
    exceptionLabels.names_not_checked,
    'Sent. Everything but names was looked for.',
  ],
  ['unreadable', exceptionLabels.unreadable, 'Sent. The last scan could not read a part of it.'],
  ['not_recorded', exceptionLabels.not_recorded, 'Unknown: nothing was written down.'],
  ['failed', exceptionLabels.turn_failed, 'The caller got no complete answer. It is no leak.'],
];

/** What happened and how often, in the words of `howOften`, after what was masked. */
export function happenings(
  masked: { readonly howOften: string; readonly restored: number },
  counts: VerdictFacts['counts'],
  howOften: (thing: Counted, count: number) => string,
): readonly Happening[] {
  return [
    [
      'Masked',
      masked.howOften,
      masked.restored === 0
        ? 'Replaced before it was sent.'
        : `Replaced before it was sent. In replies, put back ${masked.restored === 1 ? 'once' : `${masked.restored} times`}.`,
    ],
    ...doneAbout
      .filter(([thing]) => always.has(thing) || (counts[thing] ?? 0) > 0)
      .map(([thing, name, done]): Happening => {
        const count = counts[thing] ?? 0;
        return [name, howOften(thing, count), count === 0 ? '-' : done];
      }),
  ];
}
