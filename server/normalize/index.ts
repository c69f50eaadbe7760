import type { Shadow } from '../domain/detection.ts';
import { joinAddresses } from './addresses.ts';
import { decoded, through } from './decode.ts';
import { render } from './render.ts';
import { writtenItems } from './runs.ts';
import { tokensOf } from './tokens.ts';

export { decoded };

/**
 * The written form of spoken numbers, spellings, e-mail and web addresses in a text, each character
 * mapped to the original characters it stands for (design D2). Digits of one number are joined; a
 * comma or pause inside one becomes a blank. Escapes of links, HTML and JSON are read,
 * invisible characters left out. Text without such forms comes back unchanged. Pure, and linear in the length of the text.
 */
export function shadowOf(text: string): Shadow {
  const plain = decoded(text);
  return plain === undefined ? spokenOf(text) : through(spokenOf(plain.text), plain);
}

function spokenOf(text: string): Shadow {
  const items = writtenItems(text, tokensOf(text));
  joinAddresses(text, items);
  return render(text, items);
}
