import { itemAt } from '../../../domain/item-at.ts';
import { numberWord } from '../../vocabulary/value-words.ts';
import { labelCount } from '../labels.ts';
import type { InputWord, Slice } from '../model-input.ts';

/** A word whose best label is less probable than this is unsure. */
const leastSure = 0.8;
/** The same of a number, which the patterns read as well. */
const leastSureNumber = 0.6;
/** What the encoder's probabilities weigh beside the tagger's: more where it holds a word for more of a value. */
const share = { more: 0.6, less: 0.3 };

/** Codes alone, without a word of two letters around them, tell the encoder nothing. */
const wordOfLetters = /^\p{L}{2,}$/u;

/** Whether a word of a slice is unsure and has words to read it with; `rows` are the label probabilities of its text's words. */
export function isUnsure({ word, keepFrom, keepTo, input }: Slice, rows: Float32Array): boolean {
  if (!input.some(({ form }) => wordOfLetters.test(form))) return false;
  for (let at = word; at < word + keepTo - keepFrom; at += 1) {
    const best = rows.subarray(at * labelCount, (at + 1) * labelCount);
    const bound = isNumber(itemAt(input, keepFrom + at - word)) ? leastSureNumber : leastSure;
    if (best.every((probability) => probability < bound)) return true;
  }
  return false;
}

const isNumber = ({ form }: InputWord): boolean => /\p{N}/u.test(form) || numberWord.test(form);

/**
 * Of the words of a slice that are unsure, and that nobody reads again, counts no label as that of an ordinary word: a
 * value that leaves is worse than a word masked in vain.
 */
export function holdUnsure({ word, keepFrom, keepTo }: Slice, rows: Float32Array): void {
  for (let at = word; at < word + keepTo - keepFrom; at += 1) {
    const best = rows.subarray(at * labelCount, (at + 1) * labelCount);
    const ofValues = 1 - itemAt(best, 0);
    if (ofValues === 0 || best.some((probability) => probability >= leastSure)) continue;
    for (let label = 1; label < labelCount; label += 1)
      best[label] = itemAt(best, label) / ofValues;
    best[0] = 0;
  }
}

/**
 * Takes the encoder's probabilities of a stretch into those of the slice's text: the weighted mean for each word of
 * the slice that counts in the stretch.
 */
export function mixIn(
  { word, keepFrom, keepTo }: Slice,
  rows: Float32Array,
  stretch: { readonly from: number; readonly keepFrom: number; readonly keepTo: number },
  read: Float32Array,
): void {
  const to = Math.min(stretch.keepTo, keepTo);
  for (let position = Math.max(stretch.keepFrom, keepFrom); position < to; position += 1) {
    const own = (word + position - keepFrom) * labelCount;
    const other = (position - stretch.from) * labelCount;
    const weight = itemAt(read, other) < itemAt(rows, own) ? share.more : share.less;
    for (let label = 0; label < labelCount; label += 1) {
      const tagged = itemAt(rows, own + label);
      rows[own + label] = tagged + weight * (itemAt(read, other + label) - tagged);
    }
  }
}
