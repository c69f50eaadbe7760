import type { Detection } from '../../domain/detection.ts';
import { isBrand } from '../vocabulary/brands.ts';
import { neverName } from '../vocabulary/value-words.ts';
import { spanishVerb } from './doubtful-names.ts';
import { bitsOf, type Lexicon, lexiconBits } from './lexicon.ts';
import { type Word, wordForm } from './word-features.ts';

const { word, common, surname, place, usualFirstName, usualSurname } = lexiconBits;
const anyEnglish = word | common;
const anyWord = anyEnglish | lexiconBits.spanishWord | lexiconBits.spanishCommon;

const capitalised = /^\p{Lu}\p{Ll}{2,20}$/u;
/** Of Spanish: "viejito", "cerquita". */
const diminutive = /it[oa]s?$/;
const listed = 0.8;
/** From here on what the model found counts. */
const leastSure = 0.5;

/**
 * First names with a surname behind them that the model leaves alone, where no dictionary has either as a word. The
 * surname may be in no list.
 */
export function listedNames(
  words: readonly Word[],
  found: readonly Detection[],
  lexicon: Lexicon,
): Detection[] {
  const known = found.filter(({ score: certainty }) => certainty >= leastSure);
  return words.flatMap((given, index) => {
    const family = words[index + 1];
    if (family?.start !== given.end + 1 || !isFullName(given.text, family.text, lexicon)) return [];
    const [start, { end }] = [given.start, family];
    const isKnown = known.some((one) => one.start < end && start < one.end);
    return isKnown ? [] : [{ kind: 'NAME', start, end, score: listed, detector: 'ner.lists' }];
  });
}

/** Whether a word in lower case that no list has may be a name. */
const isUnknown = (said: string): boolean =>
  /^\p{Ll}{4,20}$/u.test(said) && !spanishVerb.test(said) && !diminutive.test(said);

function isFullName(given: string, family: string, lexicon: Lexicon): boolean {
  const first = bitsOf(lexicon, wordForm(given));
  const isGiven = (first & usualFirstName) !== 0 && (first & anyWord) === 0;
  if (!isGiven || isBrand(`${given} ${family}`) || neverName.test(family)) return false;
  const isWritten = capitalised.test(given) && capitalised.test(family);
  const last = bitsOf(lexicon, wordForm(family));
  if (last === 0) return (isWritten || isUnknown(family)) && (first & place) === 0;
  const isUsual = isWritten && (last & usualSurname) !== 0;
  return (last & surname) !== 0 && (last & (isUsual ? anyEnglish : anyWord | place)) === 0;
}
