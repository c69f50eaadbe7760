import { itemAt } from '../../domain/item-at.ts';
import { bitsOf, type Lexicon, lexiconBitCount } from './lexicon.ts';
import type { InputWord } from './model-input.ts';
import type { Vocabulary } from './vocabulary.ts';
import { charIds, charsPerWord } from './word-features.ts';

/** Distance between a position and the neighbours that each layer reads. */
export const dilations = [1, 2, 4, 8, 16, 1, 2, 4] as const;
const steps = [...new Set(dilations)];
/** The positions that a layer reads for one: its left neighbour, itself, its right neighbour. */
const nearby = 3;

export interface FeatureTables {
  readonly lexicon: Lexicon;
  readonly vocabulary: Vocabulary;
}

/** Features of words; words of equal form share an entry. */
export interface WordTable {
  readonly size: number;
  /** `charsPerWord` ids a word. */
  readonly chars: readonly Uint8Array[];
  readonly vocabularyIds: readonly number[];
  readonly bits: readonly number[];
  /** Index of each position's entry. */
  readonly entryOf: readonly number[];
}

/** What the model reads of one word form. */
interface WordEntry {
  readonly chars: Uint8Array;
  readonly vocabularyId: number;
  readonly bits: number;
}

/** Entries of the words of a vocabulary. Other words may be names, and are not kept. */
const keptEntries = new WeakMap<Vocabulary, Map<string, WordEntry>>();

function entryOfWord(form: string, { lexicon, vocabulary }: FeatureTables): WordEntry {
  const kept = keptEntries.get(vocabulary) ?? new Map<string, WordEntry>();
  keptEntries.set(vocabulary, kept);
  const known = kept.get(form);
  if (known !== undefined) return known;
  const vocabularyId = vocabulary.get(form);
  const entry = {
    chars: charIds(form),
    vocabularyId: vocabularyId ?? 0,
    bits: bitsOf(lexicon, form),
  };
  if (vocabularyId !== undefined) kept.set(form, entry);
  return entry;
}

/** Looks up every distinct form once. */
export function wordTable(input: readonly InputWord[], tables: FeatureTables): WordTable {
  const entries = new Map<string | number, number>();
  const chars: Uint8Array[] = [];
  const vocabularyIds: number[] = [];
  const bits: number[] = [];
  const entryOf = input.map(({ form, mark }) => {
    const key = mark === 0 ? form : mark;
    const known = entries.get(key);
    if (known !== undefined) return known;
    const entry = entries.size;
    entries.set(key, entry);
    const word = entryOfWord(form, tables);
    chars.push(word.chars);
    vocabularyIds.push(mark === 0 ? word.vocabularyId : mark);
    bits.push(word.bits);
    return entry;
  });
  return { size: entries.size, chars, vocabularyIds, bits, entryOf };
}

/**
 * The model's inputs for sequences laid end to end, which needs no padding. For each distinct
 * dilation, `neighbours` holds for every position its left neighbour, itself and its right neighbour;
 * the number of positions stands for a neighbour that the sequence does not have.
 */
export interface Batch {
  readonly positions: number;
  readonly words: number;
  /** [words, charsPerWord] */
  readonly chars: BigInt64Array;
  /** [words] */
  readonly vocabulary: BigInt64Array;
  /** [words, lexiconBitCount] of 0 and 1 */
  readonly lexicon: Float32Array;
  /** [positions], index of each position's word */
  readonly entry: BigInt64Array;
  /** [positions] */
  readonly shape: BigInt64Array;
  /** [distinct dilations, positions, 3] */
  readonly neighbours: BigInt64Array;
}

export function batchOf(
  sequences: readonly (readonly InputWord[])[],
  tables: FeatureTables,
): Batch {
  const input = sequences.flat();
  const table = wordTable(input, tables);
  return {
    positions: input.length,
    words: table.size,
    chars: toInt64(Buffer.concat(table.chars)),
    vocabulary: toInt64(table.vocabularyIds),
    lexicon: bitRows(table.bits),
    entry: toInt64(table.entryOf),
    shape: toInt64(input.map(({ shape }) => shape)),
    neighbours: neighboursOf(
      sequences.map(({ length }) => length),
      input.length,
    ),
  };
}

/** Numbers of 31 bits written as the 64 that the model reads, little-endian, without making BigInts. */
function toInt64(values: ArrayLike<number>): BigInt64Array {
  const wide = new BigInt64Array(values.length);
  const narrow = new Int32Array(wide.buffer);
  for (let at = 0; at < values.length; at += 1) narrow[2 * at] = itemAt(values, at);
  return wide;
}

/** One row of 0 and 1 for each word. */
function bitRows(words: readonly number[]): Float32Array {
  const rows = new Float32Array(words.length * lexiconBitCount);
  words.forEach((bits, word) => {
    for (let bit = 0; bit < lexiconBitCount; bit += 1)
      rows[word * lexiconBitCount + bit] = (bits >> bit) & 1;
  });
  return rows;
}

function neighboursOf(lengths: readonly number[], total: number): BigInt64Array {
  const wide = new BigInt64Array(steps.length * total * nearby).fill(BigInt(total));
  // The lower halves, as in `toInt64`.
  const neighbours = new Int32Array(wide.buffer);
  steps.forEach((step, row) => {
    const first = row * total * nearby * 2;
    let from = 0;
    for (const length of lengths) {
      const to = from + length;
      for (let at = from; at < to; at += 1) neighbours[first + (at * nearby + 1) * 2] = at;
      for (let at = from + step; at < to; at += 1) {
        neighbours[first + at * nearby * 2] = at - step;
        neighbours[first + ((at - step) * nearby + 2) * 2] = at;
      }
      from = to;
    }
  });
  return wide;
}

/** Dimensions of the model's inputs, for tensors. */
export const batchRows = {
  chars: charsPerWord,
  lexicon: lexiconBitCount,
  steps: steps.length,
  nearby,
};
