import { itemAt } from '../../../domain/item-at.ts';
import { bitsOf, type Lexicon, lexiconBitCount } from '../lexicon.ts';
import type { InputWord } from '../model-input.ts';
import { type Pieces, piecesOf, stretchEnd, stretchStart } from './pieces.ts';

/** Pieces that the encoder reads at once, with the marks at both ends: as many as it learned places for. */
const mostPieces = 256;
/** Positions that two stretches of an input share; each counts for half of them. */
const shared = 24;

/** A stretch of an input that the encoder reads at once; the results of [keepFrom, keepTo) count. */
export interface Stretch {
  readonly from: number;
  readonly words: readonly InputWord[];
  /** Ids of the pieces of each word. */
  readonly pieces: readonly (readonly number[])[];
  readonly keepFrom: number;
  readonly keepTo: number;
}

/** Cuts an input into stretches. */
export function stretchesOf(input: readonly InputWord[], pieces: Pieces): Stretch[] {
  const all = input.map((word) => piecesOf(word, pieces));
  const stretches: Stretch[] = [];
  for (let from = 0; ; from = itemAt(stretches, stretches.length - 1).keepTo - shared / 2) {
    const to = endOfStretch(all, from);
    const isLast = to === all.length;
    stretches.push({
      from,
      words: input.slice(from, to),
      pieces: all.slice(from, to),
      keepFrom: from === 0 ? 0 : from + shared / 2,
      keepTo: isLast ? to : to - shared / 2,
    });
    if (isLast) return stretches;
  }
}

function endOfStretch(pieces: Stretch['pieces'], from: number): number {
  let size = 2;
  let to = from;
  while (to < pieces.length) {
    size += itemAt(pieces, to).length;
    if (size > mostPieces) return to;
    to += 1;
  }
  return to;
}

/** The encoder's inputs. */
export interface EncoderInput {
  /** [length] */
  readonly pieces: BigInt64Array;
  /** [length, lexiconBitCount] of 0 and 1 */
  readonly marks: Float32Array;
  /** [length] */
  readonly shapes: BigInt64Array;
  /** [words], the place of each word's first piece */
  readonly first: BigInt64Array;
}

export function encoderInput(
  { words, pieces: idsOfWords }: Stretch,
  pieces: Pieces,
  lexicon: Lexicon,
): EncoderInput {
  const length = idsOfWords.reduce((sum, ids) => sum + ids.length, 2);
  const input = {
    pieces: new BigInt64Array(length),
    marks: new Float32Array(length * lexiconBitCount),
    shapes: new BigInt64Array(length),
    first: new BigInt64Array(words.length),
  };
  input.pieces[0] = BigInt(pieces.get(stretchStart) ?? 0);
  let place = 1;
  words.forEach(({ form, shape }, word) => {
    const bits = bitsOf(lexicon, form);
    input.first[word] = BigInt(place);
    for (const id of itemAt(idsOfWords, word)) {
      input.pieces[place] = BigInt(id);
      input.shapes[place] = BigInt(shape);
      for (let bit = 0; bit < lexiconBitCount; bit += 1)
        input.marks[place * lexiconBitCount + bit] = (bits >> bit) & 1;
      place += 1;
    }
  });
  input.pieces[place] = BigInt(pieces.get(stretchEnd) ?? 0);
  return input;
}
