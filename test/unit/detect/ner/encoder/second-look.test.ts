import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encoderInput,
  stretchesOf,
} from '../../../../../server/detect/ner/encoder/encoder-input.ts';
import { parsePieces, piecesOf } from '../../../../../server/detect/ner/encoder/pieces.ts';
import {
  holdUnsure,
  isUnsure,
  mixIn,
} from '../../../../../server/detect/ner/encoder/second-look.ts';
import { labelCount } from '../../../../../server/detect/ner/labels.ts';
import { prepareText, type Slice, slicesOf } from '../../../../../server/detect/ner/model-input.ts';

const pieces = parsePieces(
  ['[UNK]', '[CLS]', '[SEP]', '[unused1]', '[unused2]', 'a', '##a', 'ann', '##ab', '##elle'].join(
    '\n',
  ),
);
const word = (form: string) => ({ form, mark: 0, shape: 1 });

describe('pieces of a word', () => {
  it.each([
    ['ann', [7]],
    ['annabelle', [7, 8, 9]],
    ['annelle', [7, 9]],
    ['aaaaaaa', [5, 6, 6, 6]],
    ['annabzz', [7, 8, 0]],
    ['zoe', [0]],
  ])('%s', (form, ids) => {
    expect(piecesOf(word(form), pieces)).toEqual(ids);
  });

  it('the mark of a turn is one piece, of the caller or of somebody else', () => {
    expect(piecesOf({ form: '', mark: 1, shape: 0 }, pieces)).toEqual([3]);
    expect(piecesOf({ form: '', mark: 2, shape: 0 }, pieces)).toEqual([4]);
  });
});

describe('an input longer than the encoder reads at once', () => {
  it('is read in stretches, in which each position counts once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'annelle', 'aaaaaaa'), { minLength: 1, maxLength: 600 }),
        (forms) => {
          const stretches = stretchesOf(forms.map(word), pieces);
          const counted = stretches.flatMap(({ keepFrom, keepTo }) =>
            Array.from({ length: keepTo - keepFrom }, (_, at) => keepFrom + at),
          );
          expect(counted).toEqual(forms.map((_, at) => at));
          for (const { from, words, pieces: ids, keepFrom, keepTo } of stretches) {
            expect(ids.flat().length).toBeLessThanOrEqual(254);
            expect(keepFrom).toBeGreaterThanOrEqual(from);
            expect(keepTo).toBeLessThanOrEqual(from + words.length);
          }
        },
      ),
    );
  });

  it('names the place of the first piece of each word, and marks every piece of it', () => {
    const [stretch] = stretchesOf([word('ann'), word('annelle'), word('a')], pieces);
    const lexicon = new Map([['annelle', 0b101]]);
    const input = encoderInput(stretch as NonNullable<typeof stretch>, pieces, lexicon);
    expect([...input.pieces].map(Number)).toEqual([1, 7, 7, 9, 5, 2]);
    expect([...input.first].map(Number)).toEqual([1, 2, 4]);
    expect([...input.shapes].map(Number)).toEqual([0, 1, 1, 1, 1, 0]);
    const width = input.marks.length / input.pieces.length;
    const marked = [...input.pieces.keys()].filter((place) => input.marks[place * width] === 1);
    expect(marked).toEqual([2, 3]);
  });
});

describe('a second look', () => {
  const text = prepareText({
    utterance: { speaker: 'user', text: 'blue green three' },
    before: [],
  });
  const [slice] = slicesOf([text]) as [Slice];
  const rowsOf = (...best: number[]): Float32Array => {
    const rows = new Float32Array(best.length * labelCount);
    best.forEach((probability, at) => {
      rows[at * labelCount] = probability;
      rows[at * labelCount + 1] = 1 - probability;
    });
    return rows;
  };

  it.each([
    ['sure of every word', [0.95, 0.99, 1], false],
    ['sure that it is a value', [0.95, 0.02, 1], false],
    ['unsure of one word', [0.95, 0.6, 1], true],
    ['less sure of a number, which patterns read too', [0.95, 0.99, 0.65], false],
    ['unsure of a number', [0.95, 0.99, 0.55], true],
  ])('%s', (_, best, unsure) => {
    expect(isUnsure(slice, rowsOf(...best))).toBe(unsure);
  });

  it('not in codes with no word around them', () => {
    const input = slice.input.map((one) => (one.form === '' ? one : word('v4k')));
    expect(isUnsure({ ...slice, input }, rowsOf(0.5, 0.5, 0.5))).toBe(false);
  });

  it('weighs more where it holds a word for more of a value, and counts for the words that it read alone', () => {
    const rows = rowsOf(0.5, 0.5, 0.5);
    // The position before the words is the mark of the turn.
    const read = rowsOf(1, 0.9, 0.2, 0.4);
    mixIn(slice, rows, { from: 0, keepFrom: 0, keepTo: 3 }, read);
    const best = [0, 1, 2].map((at) => rows[at * labelCount] ?? 0);
    expect(best[0]).toBeCloseTo(0.5 + 0.3 * 0.4);
    expect(best[1]).toBeCloseTo(0.5 - 0.6 * 0.3);
    expect(best[2]).toBe(0.5);
  });
});

describe('what nobody reads again', () => {
  const text = prepareText({
    utterance: { speaker: 'user', text: 'blue green three' },
    before: [],
  });
  const [slice] = slicesOf([text]) as [Slice];

  it('counts an unsure word as a value, and leaves words alone that the tagger is sure of', () => {
    const rows = new Float32Array(3 * labelCount);
    const set = (at: number, ...probabilities: number[]) =>
      probabilities.forEach((probability, label) => {
        rows[at * labelCount + label] = probability;
      });
    set(0, 0.95, 0.05);
    set(1, 0.7, 0.2, 0.1);
    set(2, 0.1, 0.9);
    holdUnsure(slice, rows);
    const rowOf = (at: number) =>
      [...rows.subarray(at * labelCount, at * labelCount + 3)].map((one) => Number(one.toFixed(2)));
    expect([0, 1, 2].map(rowOf)).toEqual([
      [0.95, 0.05, 0],
      [0, 0.67, 0.33],
      [0.1, 0.9, 0],
    ]);
  });
});
