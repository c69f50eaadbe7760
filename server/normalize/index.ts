import type { Shadow } from '../domain/detection.ts';
import { composeShadows, decodeEscapes } from './decode-escapes.ts';
import { joinAddresses, withSignsApart } from './join-addresses.ts';
import { allLanguages, languages, readerOf, usualLanguages } from './languages/covered.ts';
import { renderShadow } from './shadow-items.ts';
import { spokenTextOf } from './spoken-words.ts';
import { translatePhrases } from './translate-phrases.ts';
import { writeSpokenNumbers } from './write-spoken-numbers.ts';

export { allLanguages, decodeEscapes, languages, usualLanguages };

/**
 * The written form of spoken numbers, spellings, e-mail and web addresses in a text, each character
 * mapped to the original characters it stands for (design D2). Digits of one number are joined; a
 * comma or pause inside one becomes a blank. Phrases of other languages that recognizers must know are in English. Escapes of links, HTML and JSON are read,
 * invisible characters left out. `codes` are the languages that the policy covers. Text without such forms comes back unchanged. Pure, and linear in the length of the text.
 */
export function shadowOf(text: string, codes: readonly string[] = usualLanguages): Shadow {
  const plain = decodeEscapes(text);
  return plain === undefined
    ? spokenOf(text, codes)
    : composeShadows(spokenOf(plain.text, codes), plain);
}

function spokenOf(text: string, codes: readonly string[]): Shadow {
  const { words, vocabulary } = spokenTextOf(text, readerOf(codes));
  const spoken = translatePhrases(text, writeSpokenNumbers(text, words), vocabulary);
  const items = withSignsApart(text, spoken);
  joinAddresses(text, items);
  return renderShadow(text, items);
}
