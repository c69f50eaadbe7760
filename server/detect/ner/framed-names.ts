import { allMatches } from '../../domain/all-matches.ts';
import type { Detection } from '../../domain/detection.ts';
import { languages } from '../../normalize/languages/covered.ts';
import type { NameFrame } from '../../normalize/languages/language.ts';
import { isInPhrase } from '../vocabulary/ordinary-phrases.ts';
import { wordAsName } from './told-name.ts';
import { isDear, isWordName } from './word-names.ts';

/** "her name's penny", "last name is abbott". */
const english: NameFrame = {
  before:
    /\b(?:(?:first|last|middle|maiden|full|legal|preferred|married|family) name(?:'s| is| was|,|:)?|(?:my|his|her|their|your|\p{L}{1,20}'s) name(?:'s| is| was)|surname(?:'s| is|,)?) $/iu,
  after: /^(?:[,.?!;]|\s*$| (?!different|spelled|hyphenated|wrong|changed|and hard|but)\p{L})/iu,
  takesDear: true,
};
const frames = [english, ...languages.flatMap(({ nameFrames }) => nameFrames ?? [])];

const word = /(?<![\p{L}\p{N}'’-])\p{L}{2,13}(?![\p{L}\p{N}’-]|'(?!s\b))/gu;
const reach = 64;
/** From this score on the model needs no frame. */
const sure = 0.7;

/**
 * Names that are ordinary words, or short forms that no list of names has, where a sentence can only mean a
 * person; and of what the model doubts in `found` what stands in such a sentence.
 */
export function framedNames(text: string, found: readonly Detection[] = []): readonly Detection[] {
  const doubts = new Map(
    found.flatMap((one) =>
      one.kind === 'NAME' && one.score < sure ? [[one.start, one] as const] : [],
    ),
  );
  return allMatches(text, word).flatMap(({ index: start, 0: said }) => {
    const one = doubts.get(start);
    const lower = said.toLowerCase();
    if (one === undefined && !isWordName(lower)) return [];
    const end = Math.max(start + said.length, one?.end ?? 0);
    const [lead, trail] = [
      text.slice(Math.max(0, start - reach), start),
      text.slice(end, end + reach),
    ];
    const isNamed = frames.some(
      ({ before, after, takesDear }) =>
        after.test(trail) && before.test(lead) && (takesDear || !isDear(lower)),
    );
    const isPhrase = isInPhrase(lower, { lead: lead.toLowerCase(), trail: trail.toLowerCase() });
    return isNamed && !isPhrase ? [wordAsName(start, end)] : [];
  });
}
