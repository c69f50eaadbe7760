import { allMatches } from '../../../domain/all-matches.ts';
import type { Match, Recognizer, View } from '../../view/recognizer.ts';
import { hasDigit } from '../../view/text.ts';
import { ibanLength, isIban } from '../identifier/check-digits.ts';
import { defineLabels, findLabelled } from '../identifier/labelled-values.ts';

const opening = /(?<![a-z0-9])[a-z][ -]?[a-z][ -]?\d[ -]?\d(?=[ -]?[a-z0-9])/gi;
const labels = defineLabels([
  [
    { name: 'named-iban', minDigits: 8, maxLength: 34, score: 0.85 },
    '\\b(?:i ?b ?a ?n|international bank account)(?![a-z])(?: (?:number|no\\.?|code))?',
  ],
]);

/** Where `length` letters and digits end, reading over single spaces and dashes; -1 when too few. */
function endAfter(text: string, from: number, length: number): number {
  let seen = 0;
  for (let at = from; at < text.length && at < from + 3 * length; at++) {
    if (/[a-z0-9]/i.test(text.charAt(at))) seen++;
    else if (!/[ -]/.test(text.charAt(at))) return -1;
    if (seen === length) return at + 1;
  }
  return -1;
}

function valid(text: string): Match[] {
  return allMatches(text, opening).flatMap(({ index, 0: start }) => {
    const length = ibanLength(start.replace(/[^a-z]/gi, ''));
    const end = length === undefined ? -1 : endAfter(text, index, length);
    if (end < 0 || /[a-z0-9]/i.test(text.charAt(end))) return [];
    if (!isIban(text.slice(index, end).replace(/[ -]/g, ''))) return [];
    return [{ start: index, end, score: 0.98, rule: 'mod-97' }];
  });
}

const ibansByView = new WeakMap<View, readonly Match[]>();

/** International bank account numbers: by country length and mod 97, and by name. */
export function findIbans(view: View): readonly Match[] {
  if (!hasDigit(view.text)) return [];
  const known = ibansByView.get(view) ?? [...valid(view.text), ...findLabelled(view, labels)];
  ibansByView.set(view, known);
  return known;
}

export const ibanRecognizer: Recognizer = {
  kind: 'IBAN',
  id: 'iban',
  find: findIbans,
};
