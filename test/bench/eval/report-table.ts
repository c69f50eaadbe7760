import { quantile } from './quantile.ts';
import { isSpoken, type SetScore } from './score-set.ts';
import { type KindView, nineKindView, patternKinds } from './scored-kinds.ts';
import {
  addTallies,
  emptyTally,
  meanOf,
  poolTallies,
  type Rates,
  ratesOf,
  type Tallies,
  type Tally,
} from './tally.ts';

/** What was run, for the head of the report. */
export interface RunLabel {
  readonly policyName: string;
  readonly policySha256: string;
  /** Passes that really ran. */
  readonly passes: readonly string[];
}

const kindsCounted = {
  nine: [
    '- Kinds are the nine of the specification; the finer kinds of a policy count as the one they refine',
    '  (CREDIT_CARD, IBAN, HEALTH_PLAN_ID as ACCOUNT; ZIP as ADDRESS; FAX as PHONE).',
  ],
  all: [
    '- Kinds are all that a policy may name, and each counts as itself. A label without a kind of its own counts',
    '  as the kind that finds it (CVV as CREDIT_CARD, other identifiers as ACCOUNT).',
  ],
};

const explanation = [
  '- *exact*: same ends. *overlap*: at least half of the characters of both together are common, one found',
  '  span for one wanted span. F2 weighs recall twice; it is taken over overlap.',
  '- *hidden*: share of wanted spans whose every letter and digit was found, under any kind. It is',
  '  what a reader upstream could not see, so it is the figure that matters to a patient.',
  '- Labels outside these kinds (a city, an organisation, a public name, a plain date) are neutral: not',
  '  wanted, and a found span that lies in one by half or more is not called false, because the sets disagree',
  '  on whether such a span is part of an address, a name or a birth date. *strict P* is the overlap precision',
  '  with those hits called false. Labels that a script guessed are neutral as well.',
  '- A hit is *false* if it answers no wanted span of its kind. It is *needless* if it also touches no labelled',
  '  value of any kind; the other false hits hide a private value under another kind, or with other ends.',
  '- A set that tests single recognisers is scored, row by row, for the kinds of that recogniser alone.',
  '- A turn of a dialogue is searched with the turns before it and none after it, and for the values that those made known, as in a call.',
  '- A figure says something about calls only if no rule, word list or model was made by looking at its set.',
  '  The report cannot know that: a set that rules were tuned on shows how well they were tuned.',
];

const rateHeads = [
  'kind',
  'wanted',
  'found',
  'exact P',
  'exact R',
  'exact F1',
  'overlap P',
  'overlap R',
  'overlap F1',
  'F2',
  'hidden',
  'strict P',
];

/** The report in Markdown. Everything but the last section depends on texts, labels and code alone. */
export function reportTable(
  label: RunLabel,
  sets: readonly SetScore[],
  view: KindView = nineKindView,
): string {
  return [
    '# Detection figures',
    '',
    `Policy \`${label.policyName}\` (${label.policySha256.slice(0, 12)}), passes that ran: ${label.passes.join(', ')}.`,
    '',
    ...(view === nineKindView ? kindsCounted.nine : kindsCounted.all),
    ...explanation,
    '',
    '## Kinds that patterns can decide, over all sets',
    '',
    ...poolSection(sets),
    '## False hits',
    '',
    ...falseHitTable(sets, view.kinds),
    ...sets.flatMap((set) => [
      `## ${set.name}`,
      '',
      `${set.texts} texts, ${set.words} words.`,
      '',
      ...kindTable(set.tallies, view.kinds),
    ]),
    '## Time per text',
    '',
    ...timeTable(sets),
  ].join('\n');
}

function poolSection(sets: readonly SetScore[]): string[] {
  return [
    { title: 'Written', pool: sets.filter(({ name }) => !isSpoken(name)) },
    { title: 'Spoken', pool: sets.filter(({ name }) => isSpoken(name)) },
  ].flatMap(({ title, pool }) => {
    if (pool.length === 0) return [];
    const tallies = poolTallies(pool.map((set) => set.tallies));
    const kinds = patternKinds.filter((kind) => (tallies[kind]?.support ?? 0) > 0);
    const rows = kinds.map((kind) => tallies[kind] ?? emptyTally);
    return [
      `${title}: ${pool.map(({ name }) => name).join(', ')}.`,
      '',
      ...table(rateHeads, [
        ...kinds.map((kind) => rateRow(kind, tallies[kind] ?? emptyTally)),
        macroRow(rows),
      ]),
    ];
  });
}

function kindTable(tallies: Tallies, listed: readonly string[]): string[] {
  const kinds = listed.filter((kind) => {
    const { support, found, neutral } = tallies[kind] ?? emptyTally;
    return support + found + neutral > 0;
  });
  const rows = kinds.map((kind) => rateRow(kind, tallies[kind] ?? emptyTally));
  return table(rateHeads, [...rows, rateRow('all', addTallies(Object.values(tallies)))]);
}

function rateRow(name: string, tally: Tally): string[] {
  return [name, String(tally.support), String(tally.found), ...rateCells(figuresOf(tally))];
}

/** The unweighted mean over kinds of every rate. */
function macroRow(tallies: readonly Tally[]): string[] {
  const figures = tallies.map(figuresOf);
  const mean = (figures[0] ?? []).map((_, column) => meanOf(figures.map((row) => row[column])));
  const sum = addTallies(tallies);
  return ['mean of kinds', String(sum.support), String(sum.found), ...rateCells(mean)];
}

function figuresOf(tally: Tally): (number | undefined)[] {
  const { support, found, neutral, hidden } = tally;
  const exact: Rates = ratesOf(tally.exact, support, found);
  const overlap: Rates = ratesOf(tally.overlap, support, found);
  return [
    exact.precision,
    exact.recall,
    exact.f1,
    overlap.precision,
    overlap.recall,
    overlap.f1,
    overlap.f2,
    ratesOf(hidden, support, 1).recall,
    ratesOf(tally.overlap, support, found + neutral).precision,
  ];
}

function rateCells(rates: readonly (number | undefined)[]): string[] {
  return rates.map((rate) => (rate === undefined ? '' : rate.toFixed(3)));
}

function falseHitTable(sets: readonly SetScore[], listed: readonly string[]): string[] {
  const rows = sets.map(({ name, words, tallies, rows: texts }) => {
    const counts = listed.flatMap((kind) => {
      const { found, overlap } = tallies[kind] ?? emptyTally;
      return found > overlap ? [{ kind, count: found - overlap }] : [];
    });
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    const byKind = counts.map(({ kind, count }) => `${kind} ${count}`).join(', ');
    const needless = texts.reduce((sum, { score }) => sum + score.needless.length, 0);
    const perThousand = [total, needless].map((hits) => ((1000 * hits) / words).toFixed(2));
    return [name, String(words), String(total), ...perThousand, byKind];
  });
  const heads = ['set', 'words', 'false hits', 'per 1,000 words', 'needless per 1,000', 'by kind'];
  return table(heads, rows);
}

function timeTable(sets: readonly SetScore[]): string[] {
  const rows = sets.map(({ name, texts, durations }) => [
    name,
    String(texts),
    millis(quantile(durations, 0.5)),
    millis(quantile(durations, 0.95)),
  ]);
  return table(['set', 'texts', 'median ms', 'p95 ms'], rows);
}

function millis(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(2);
}

/** A table in Markdown, and an empty line. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = heads.map((_, column) => (column === 0 ? '---' : '---:'));
  return [line(heads), line(rule), ...rows.map(line), ''];
}
