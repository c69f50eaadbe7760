import { table } from './report-table.ts';
import type { SetScore } from './score-set.ts';
import { emptyTally } from './tally.ts';

const heads = [
  'set',
  'words',
  'names',
  'hidden without',
  'hidden with',
  'share hidden with',
  'false without',
  'false with',
  'per 1,000 words without',
  'per 1,000 words with',
];

/** What a roster changes for names, set by set and over all sets, in Markdown. */
export function rosterTable(alone: readonly SetScore[], withRoster: readonly SetScore[]): string {
  const counts = alone.map((set, at) => ({
    name: set.name,
    words: set.words,
    alone: namesOf(set),
    withRoster: namesOf(withRoster[at] ?? set),
  }));
  const all = counts.reduce(
    (sum, one) => ({
      name: 'all',
      words: sum.words + one.words,
      alone: added(sum.alone, one.alone),
      withRoster: added(sum.withRoster, one.withRoster),
    }),
    { name: 'all', words: 0, alone: noNames, withRoster: noNames },
  );
  return [
    '## Names with and without the roster',
    '',
    ...table(heads, [...counts, all].map(rowOf)),
  ].join('\n');
}

interface NameCounts {
  readonly wanted: number;
  readonly hidden: number;
  readonly falseHits: number;
}

const noNames: NameCounts = { wanted: 0, hidden: 0, falseHits: 0 };

const added = (a: NameCounts, b: NameCounts): NameCounts => ({
  wanted: a.wanted + b.wanted,
  hidden: a.hidden + b.hidden,
  falseHits: a.falseHits + b.falseHits,
});

function namesOf({ tallies }: SetScore): NameCounts {
  const { support, hidden, found, overlap } = tallies['NAME'] ?? emptyTally;
  return { wanted: support, hidden, falseHits: found - overlap };
}

function rowOf(counts: {
  readonly name: string;
  readonly words: number;
  readonly alone: NameCounts;
  readonly withRoster: NameCounts;
}): readonly string[] {
  const { name, words, alone, withRoster } = counts;
  const perThousand = ({ falseHits }: NameCounts): string =>
    ((1000 * falseHits) / words).toFixed(2);
  const share = withRoster.wanted === 0 ? '' : (withRoster.hidden / withRoster.wanted).toFixed(4);
  const numbers = [words, alone.wanted, alone.hidden, withRoster.hidden].map(String);
  const falseHits = [alone.falseHits, withRoster.falseHits].map(String);
  return [name, ...numbers, share, ...falseHits, perThousand(alone), perThousand(withRoster)];
}
