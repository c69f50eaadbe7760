import { usualLanguages } from '../../normalize/languages/covered.ts';
import { commonWords } from './common-words.ts';

/**
 * Weights that tell languages by the letters of words: for each bucket of letter groups and each
 * language one integer, row by row. `models/training/train-languages.ts` makes them.
 */
export interface LanguageModel {
  /** BCP 47 tags, in the order of a row. */
  readonly languages: readonly string[];
  /** A power of two. */
  readonly buckets: number;
  readonly weights: Int8Array;
  /** What an integer of 1 weighs. */
  readonly scale: number;
}

/** Longest group of letters. */
const longestGroup = 4;

/** The words of a text as the model knows them: small Latin letters without accents. */
export function latinWords(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const folded = plain.replace(/[đłßı’]/g, (letter) => foldedLetters[letter] ?? letter);
  return folded.match(/\p{Script=Latin}+(?:'\p{Script=Latin}+)*/gu) ?? [];
}

const foldedLetters: Readonly<Record<string, string>> = {
  đ: 'd',
  ł: 'l',
  ß: 'ss',
  ı: 'i',
  '’': "'",
};

const everydayWords: ReadonlySet<string> = new Set(
  usualLanguages.flatMap((tag) => latinWords(commonWords[tag]?.words ?? '')),
);

/** The buckets of a word's letter groups of up to four letters, its ends included, and of the whole word. */
export function bucketsOf(word: string, buckets: number): number[] {
  const ended = `^${word}$`;
  const found: number[] = [];
  for (let length = 1; length <= longestGroup; length += 1) {
    for (let start = 0; start + length <= ended.length; start += 1)
      found.push(bucketOf(ended, start, start + length, buckets));
  }
  if (ended.length > longestGroup) found.push(bucketOf(ended, 0, ended.length, buckets));
  return found;
}

/** FNV-1a with a final mix. */
function bucketOf(text: string, start: number, end: number, buckets: number): number {
  let hash = 2_166_136_261;
  for (let index = start; index < end; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) & (buckets - 1);
}

const keptByModel = new WeakMap<LanguageModel, Map<string, Float64Array>>();

/** Log probability of each language, given one word. Those of everyday words are kept; other words may be names. */
export function languagesOfWord(word: string, model: LanguageModel): Readonly<Float64Array> {
  if (!everydayWords.has(word)) return computeLanguages(word, model);
  const kept = keptByModel.get(model) ?? new Map<string, Float64Array>();
  keptByModel.set(model, kept);
  const known = kept.get(word) ?? computeLanguages(word, model);
  kept.set(word, known);
  return known;
}

function computeLanguages(word: string, model: LanguageModel): Float64Array {
  const { languages, weights, buckets, scale } = model;
  const count = languages.length;
  const sums = new Int32Array(count);
  const groups = bucketsOf(word, buckets);
  for (const bucket of groups) {
    const row = bucket * count;
    for (let at = 0; at < count; at += 1)
      sums[at] = (sums[at] as number) + (weights[row + at] as number);
  }
  const unit = scale / Math.sqrt(groups.length);
  let highest = -Infinity;
  for (const sum of sums) highest = Math.max(highest, sum);
  const scores = new Float64Array(count);
  let total = 0;
  for (let at = 0; at < count; at += 1) {
    const score = ((sums[at] as number) - highest) * unit;
    scores[at] = score;
    total += Math.exp(score);
  }
  const logarithm = Math.log(total);
  for (let at = 0; at < count; at += 1) scores[at] = (scores[at] as number) - logarithm;
  return scores;
}
