import { itemAt } from '../../domain/item-at.ts';
import { hesitations } from '../vocabulary/fillers.ts';
import { letterWord, numberWord, strokeWord } from '../vocabulary/value-words.ts';
import {
  beginLabel,
  labelCount,
  maskedKinds,
  type NerKind,
  nerKinds,
  numberKinds,
  pooledKinds,
} from './labels.ts';
import type { Word } from './word-features.ts';

/** A line through log-odds: what a span's probability is worth. */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

const minProbability = 1e-4;

/** Log-odds of a probability, bounded away from its ends. */
export function logOdds(probability: number): number {
  const inside = Math.min(1 - minProbability, Math.max(minProbability, probability));
  return Math.log(inside / (1 - inside));
}

/** The share of spans of this probability that were right on held-out data, 0 to 1. */
export function calibrated(probability: number, { slope, offset }: Calibration): number {
  return 1 / (1 + Math.exp(-(slope * logOdds(probability) + offset)));
}

/** A span the model found; `probability`, not yet calibrated, is the mean over its words, of those alone that the model is sure of where there are any. */
export interface FoundSpan {
  readonly kind: NerKind;
  readonly start: number;
  readonly end: number;
  readonly probability: number;
}

interface LabelRun {
  readonly kind: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Spans of a text from its words and their label probabilities ([words, labels], row by row). A
 * continuation label without a beginning opens a span. Signs at a span's ends are cut off. Pieces of
 * one number or address with only signs or a filler between them are one span.
 */
export function decodeSpans(words: readonly Word[], probabilities: Float32Array): FoundSpan[] {
  const runs = joinRuns(runsOf(words, probabilities), words);
  return runs.flatMap((run) => {
    const trimmed = withoutSigns(run, words);
    return trimmed === undefined ? [] : [foundOf(trimmed, words, probabilities)];
  });
}

function runsOf(words: readonly Word[], probabilities: Float32Array): LabelRun[] {
  const runs: LabelRun[] = [];
  for (const [index, { text }] of words.entries()) {
    const label = labelOf(text, probabilities, index);
    if (label === 0) continue;
    const kind = (label - 1) >> 1;
    const last = runs.at(-1);
    const goesOn = label % 2 === 0 && last?.kind === kind && last.last === index - 1;
    if (goesOn && !beginsAgain(last, index, words))
      runs[runs.length - 1] = { ...last, last: index };
    else runs.push({ kind, first: index, last: index });
  }
  return runs;
}

/** Whether a caller who began a name says it from the beginning again: "ana ana reyes". */
function beginsAgain({ kind, first }: LabelRun, index: number, words: readonly Word[]): boolean {
  const word = itemAt(words, index).text.toLowerCase();
  return (
    nerKinds[kind] === 'NAME' && word.length > 1 && word === itemAt(words, first).text.toLowerCase()
  );
}

const labelsOf = (kinds: Iterable<NerKind>): number[] =>
  Array.from(kinds, beginLabel).flatMap((label) => [label, label + 1]);

/** From which probability on a word is private although no label of its own is better than "outside". */
const leanings = [
  { labels: labelsOf(numberKinds), least: 0.15 },
  { labels: labelsOf(maskedKinds), least: 0.3 },
] as const;
const everyLabel = Array.from({ length: labelCount }, (_, label) => label);

/** Whether a word can be part of a number that is read out; what a number is called ("MRN") is none. */
const isUnit = (text: string): boolean =>
  text.length === 1 ||
  [/\p{N}/u, numberWord, letterWord, strokeWord].some((pattern) => pattern.test(text));

function labelOf(text: string, probabilities: Float32Array, row: number): number {
  const own = probabilities.subarray(row * labelCount, (row + 1) * labelCount);
  const best = bestOf(own, everyLabel);
  if (best !== 0) return best;
  const leaning = leanings.find(({ labels, least }) => sumOf(own, labels) >= least);
  const label = leaning === undefined ? 0 : bestOf(own, leaning.labels);
  return !leanings[0].labels.includes(label) || isUnit(text) ? label : 0;
}

const bestOf = (row: Float32Array, labels: readonly number[]): number =>
  labels.reduce((best, label) => (itemAt(row, label) > itemAt(row, best) ? label : best));

const sumOf = (row: Float32Array, labels: readonly number[]): number =>
  labels.reduce((sum, label) => sum + itemAt(row, label), 0);

/** Kinds whose values are read out in pieces. */
const pieced: ReadonlySet<NerKind> = new Set(['PHONE', 'DOB', 'ADDRESS', 'MRN', 'ACCOUNT']);
const filler = new RegExp(`^(?:\\p{P}|${hesitations})$`, 'iu');
/** The end of a sentence separates values. */
const stop = /^[.!?;:]$/;

function joinRuns(runs: readonly LabelRun[], words: readonly Word[]): LabelRun[] {
  const all: LabelRun[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last !== undefined && isOneValue(last, run, words)) {
      all[all.length - 1] = { ...last, last: run.last };
    } else all.push(run);
  }
  return all;
}

function isOneValue(left: LabelRun, right: LabelRun, words: readonly Word[]): boolean {
  const kind = nerKinds[left.kind];
  if (kind === undefined || left.kind !== right.kind || !pieced.has(kind)) return false;
  const between = words.slice(left.last + 1, right.first);
  return (
    between.length > 0 &&
    between.length <= 2 &&
    between.every(({ text }) => filler.test(text) && !stop.test(text))
  );
}

const sign = /^[^\p{L}\p{N}+(#]$/u;

function withoutSigns(
  { kind, first, last }: LabelRun,
  words: readonly Word[],
): LabelRun | undefined {
  let from = first;
  let to = last;
  while (from <= to && sign.test(itemAt(words, from).text)) from += 1;
  while (to >= from && sign.test(itemAt(words, to).text) && !isAbbreviated(words, to)) to -= 1;
  return from > to ? undefined : { kind, first: from, last: to };
}

/** Whether the sign at `index` is the full stop of an initial, as in "J." within a name. */
function isAbbreviated(words: readonly Word[], index: number): boolean {
  const before = words[index - 1]?.text ?? '';
  return words[index]?.text === '.' && /^\p{Lu}$/u.test(before) && words[index]?.glued === true;
}

/** The labels whose probabilities count for a span of each kind. */
const labelsOfScore = nerKinds.map((kind) =>
  labelsOf(pooledKinds.has(kind) ? maskedKinds : [kind]),
);

function foundOf(
  { kind, first, last }: LabelRun,
  words: readonly Word[],
  rows: Float32Array,
): FoundSpan {
  const labels = itemAt(labelsOfScore, kind);
  const own = words
    .slice(first, last + 1)
    .map((_, at) => rows.subarray((first + at) * labelCount, (first + at + 1) * labelCount));
  const sure = own.filter((row) => bestOf(row, everyLabel) !== 0);
  const counted = sure.length > 0 ? sure : own;
  const sum = counted.reduce((total, row) => total + sumOf(row, labels), 0);
  return {
    kind: itemAt(nerKinds, kind),
    start: itemAt(words, first).start,
    end: itemAt(words, last).end,
    probability: Math.min(1, sum / counted.length),
  };
}
