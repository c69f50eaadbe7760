import type { Shadow } from '../domain/detection.ts';
import { composeShadows, decodeEscapes } from './decode-escapes.ts';
import { joinAddresses, withSignsApart } from './join-addresses.ts';
import { renderShadow } from './shadow-items.ts';
import { spokenTextOf } from './spoken-words.ts';
import { translatePhrases } from './translate-phrases.ts';
import { writeSpokenNumbers } from './write-spoken-numbers.ts';

export { decodeEscapes };

/**
 * The written form of spoken numbers, spellings, e-mail and web addresses in a text, each character
 * mapped to the original characters it stands for (design D2). Digits of one number are joined; a
 * comma or pause inside one becomes a blank. Phrases of other languages that recognizers must know are in English. Escapes of links, HTML and JSON are read,
 * invisible characters left out. Text without such forms comes back unchanged. Pure, and linear in the length of the text.
 */
export function shadowOf(text: string): Shadow {
  const plain = decodeEscapes(text);
  return plain === undefined ? spokenOf(text) : composeShadows(spokenOf(plain.text), plain);
}

function spokenOf(text: string): Shadow {
  const { words, vocabulary } = spokenTextOf(text);
  const spoken = translatePhrases(text, writeSpokenNumbers(text, words), vocabulary);
  const items = withSignsApart(text, spoken);
  joinAddresses(text, items);
  return renderShadow(text, items);
}
