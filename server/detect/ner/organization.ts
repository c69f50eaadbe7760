import type { Span } from '../../domain/detection.ts';
import { isInsurer } from '../vocabulary/brands.ts';
import { isFunctionWord } from '../vocabulary/value-words.ts';
import { isAnnouncedPlace } from './announced-places.ts';
import { bitsOf, type Lexicon, lexiconBits } from './lexicon.ts';
import { type Word, wordForm } from './word-features.ts';

const { word, common, spanishWord, spanishCommon } = lexiconBits;
const ordinary = word | common | spanishWord | spanishCommon;

/**
 * What of a span that the model takes for an organization names an employer, a school, a hospital or a clinic: without
 * the articles and prepositions around it. Undefined for insurers and public payers, for the place that was called, and for a
 * single word that everybody knows ("clinic").
 */
export function organizationOf(
  text: string,
  words: readonly Word[],
  [start, end]: Span,
  lexicon: Lexicon,
): Span | undefined {
  const inside = words.filter((one) => one.start >= start && one.end <= end);
  const names = (one: Word): boolean => !isFunctionWord(one.text.toLowerCase());
  const first = inside.find(names);
  const last = inside.findLast(names);
  if (first === undefined || last === undefined) return undefined;
  const own: Span = [first.start, last.end];
  if (isInsurer(text.slice(...own)) || isAnnouncedPlace(text, own, lexicon)) return undefined;
  const isOrdinary = first === last && (bitsOf(lexicon, wordForm(first.text)) & ordinary) !== 0;
  return isOrdinary ? undefined : own;
}
