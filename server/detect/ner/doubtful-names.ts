import type { Detection, Span } from '../../domain/detection.ts';
import { itemAt } from '../../domain/item-at.ts';
import { months } from '../../domain/months.ts';
import { isKin } from '../vocabulary/kin.ts';
import { neverName } from '../vocabulary/value-words.ts';
import { labelCount } from './labels.ts';
import { bitsOf, type Lexicon, lexiconBits } from './lexicon.ts';
import { type Word, wordForm } from './word-features.ts';

const { word, firstName, surname, place, common, usualFirstName, spanishWord, spanishCommon } =
  lexiconBits;
const anyWord = word | common | spanishWord | spanishCommon;

/** Least probability of NAME for a usual first name, and for any other name of a list. */
const leastOfUsual = 0.02;
const leastOfOther = 0.2;
/** Of words like these in 21,000 labelled texts, four in ten were names: below the threshold of each shipped policy. */
const score = 0.4;
/** How a word is reported that only the words around it can settle. */
export const doubt = { detector: 'ner.doubt', score } as const;
/** The same of a word that no list has, or as a rare name: only a sentence that names somebody settles it. */
export const guess = { detector: 'ner.guess', score: 0.3 } as const;

/**
 * Words that the model leaves alone although a list has them as names and no dictionary as words. They are masked
 * only where the words around them fit a person (`framedNames`), or where a policy asks for every doubt.
 */
export function doubtfulNames(
  words: readonly Word[],
  rows: Float32Array,
  found: readonly Detection[],
  lexicon: Lexicon,
): Detection[] {
  return words.flatMap(({ text, start, end }, index) => {
    const probability = itemAt(rows, index * labelCount + 1) + itemAt(rows, index * labelCount + 2);
    const isName = /^\p{L}{3,}$/u.test(text) && !/^\p{Lu}{2,4}$/u.test(text);
    if (probability < leastOfUsual || !isName) return [];
    const how = doubtOf(wordForm(text), probability, lexicon);
    if (how === undefined || found.some((one) => one.start < end && start < one.end)) return [];
    return [{ kind: 'NAME', start, end, ...how }];
  });
}

function doubtOf(form: string, probability: number, lexicon: Lexicon) {
  const bits = bitsOf(lexicon, form);
  const isNone =
    (bits & anyWord) !== 0 || months.includes(form) || isKin(form) || neverName.test(form);
  if (isNone || spanishVerb.test(form)) return undefined;
  if ((bits & place) !== 0) return (bits & (firstName | surname)) === 0 ? undefined : guess;
  const isListed = (bits & (firstName | surname)) !== 0 && probability >= leastOfOther;
  return isListed || (bits & usualFirstName) !== 0 ? doubt : guess;
}

/** Imperatives and participles of Spanish that no dictionary lists: "imagínese", "déjeme", "aceptando". */
export const spanishVerb =
  /(?:[aeioáéín](?:se|me|les?|l[ao]s?|nos)|ando|iendo|yendo|[aei]mos|[aei]ron)$/u;
const sure = 0.9;
/** Words of a found name behind which another surname may stand. */
const mostWords = 3;

/** `"K. Ott"`: an initial before a name, and no "plan B. Marco …". */
const initial =
  /(?<![\p{L}\p{N}.])(?<!\b(?:[Pp]lan|[Pp]art|[Vv]itamin|[Hh]epatitis|[Tt]ype|[Gg]roup|[Rr]oom|[Uu]nit|[Oo]ption|[Ss]ection|[Ss]uite) )\p{Lu}\. $/u;
const initialReach = 16;

/** Where a name of the model begins, with an initial that it has left out. */
export const startOfName = (text: string, start: number): number =>
  /\p{Lu}/u.test(text.charAt(start)) &&
  initial.test(text.slice(Math.max(0, start - initialReach), start))
    ? start - 3
    : start;

/** The end of a name that begins with a first name, with the surname behind it that no dictionary has as a word: "hannah @", "luz ayala @". */
export function endOfName(
  words: readonly Word[],
  [start, end]: Span,
  certainty: number,
  lexicon: Lexicon,
): number {
  const index = words.findIndex((one) => one.start === start);
  const last = words.findIndex((one) => one.end === end);
  const [name, next] = [words[index], words[last + 1]];
  if (certainty < sure || name === undefined || last < index || next?.start !== end + 1) return end;
  if (last - index >= mostWords) return end;
  const bits = bitsOf(lexicon, wordForm(name.text));
  if (bits !== 0 && (bits & firstName) === 0) return end;
  const behind = bitsOf(lexicon, wordForm(next.text));
  const isSurname = (behind & surname) !== 0 && (behind & (anyWord | place | firstName)) === 0;
  const isUnknown = behind === 0 && !spanishVerb.test(next.text);
  return /^\p{Ll}{5,14}$/u.test(next.text) && (isUnknown || isSurname) ? next.end : end;
}
