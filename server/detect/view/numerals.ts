import { allMatches } from '../../domain/all-matches.ts';
import { itemAt } from '../../domain/item-at.ts';
import type { View } from './recognizer.ts';
import { type Group, wholeNumbers } from './side-by-side.ts';

/** A row of digit groups joined by separators, such as `(415) 555-0132`. */
export interface Numeral {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly Group[];
  readonly digits: string;
}

const digitRow = /\d+/g;
const separatorPattern =
  /^(?:[ \u00A0]?[-\u2010-\u2015\u2212.·/][ \u00A0]?|[ \u00A0]{1,2}|\) ?[-.]? ?| ?\(|-\(|, )$/;

const numeralsByView = new WeakMap<View, readonly Numeral[]>();

/** All numerals of a view, left to right. */
export function numeralsOf(view: View): readonly Numeral[] {
  const known = numeralsByView.get(view);
  if (known !== undefined) return known;
  const numerals = readNumerals(view.text);
  numeralsByView.set(view, numerals);
  return numerals;
}

function readNumerals(text: string): Numeral[] {
  const numerals: Numeral[] = [];
  let groups: Group[] = [];
  const finish = (): void => {
    if (groups.length > 0) numerals.push(...wholeNumbers(groups).map(numeralOf));
    groups = [];
  };
  for (const { index: start, 0: digits } of allMatches(text, digitRow)) {
    const end = start + digits.length;
    const previous = groups.at(-1);
    const gap = previous === undefined ? '' : start - previous.end;
    const separator =
      previous === undefined || gap === '' || gap > 4 ? '' : text.slice(previous.end, start);
    if (previous !== undefined && !separatorPattern.test(separator)) finish();
    groups.push({ start, end, digits, separator: groups.length === 0 ? '' : separator });
  }
  finish();
  return numerals;
}

/** The numeral made of some neighbouring groups. */
export function numeralOf(groups: readonly Group[]): Numeral {
  return {
    start: itemAt(groups, 0).start,
    end: itemAt(groups, groups.length - 1).end,
    groups,
    digits: groups.map(({ digits }) => digits).join(''),
  };
}

/** Group lengths, such as `3-3-4`; digits set apart one by one are one group. */
export function shapeOf(numeral: Numeral): string {
  const isDictated = numeral.groups.length > 4 && numeral.groups.length === numeral.digits.length;
  if (isDictated) return String(numeral.digits.length);
  return numeral.groups.map(({ digits }) => digits.length).join('-');
}

/** Groups of the given lengths with a hyphen, a dot or brackets between: no word next to them makes that an amount. */
export function isPunctuated(numeral: Numeral, shape: RegExp): boolean {
  return (
    shape.test(shapeOf(numeral)) &&
    numeral.groups.every(({ separator }, at) => at === 0 || /[-–.()]/.test(separator))
  );
}

/** Whether the numeral is part of a word or of a longer decimal, such as `B12` or `1.5e`. */
export function isEmbedded(text: string, { start, end }: { start: number; end: number }): boolean {
  return /[\p{L}_]/u.test(text.charAt(start - 1)) || /^[\p{L}_]/u.test(text.slice(end, end + 1));
}

/** Words between the parts of one number: "area code 413 and then it's 586 and the last 4 are 7702". */
const wordsBetween =
  "um|umm|uh|uhh|er|erm|ah|oh|hmm|mm|and|then|next|so|it|it's|its|that|that's|is|are|was|the|my|area|code|for|in|last|final|first|digits?|numbers?|rest|of|end|part|prefix|wait|hold|on|hang|one|1|sec|second|just|a|minute|moment|let|me|see|think|check|look|sorry|excuse|okay|ok|yeah|yes|right|followed|by|after|comes|ends?|ending|with|still|[34]";
const between = new RegExp(
  `^(?:[\\s,.…:;–-]{1,5}(?:${wordsBetween})(?![\\p{L}\\p{N}'’])){1,10}[\\s,.…:;–-]{1,5}$`,
  'iu',
);
const counted = /\b(?:last|final|first|next) $/i;
const longestBetween = 64;
const mostParts = 6;

/** "the last 4 are …": a number that says how many digits follow is no part of them. */
const isCount = (text: string, { start, digits }: Numeral): boolean =>
  digits.length === 1 && counted.test(text.slice(Math.max(0, start - 8), start));

/** Numerals, two or more at a time, that are one number said in parts with only words of hesitation or of counting between. */
export function dictationsOf(view: View): readonly (readonly Numeral[])[] {
  const { text } = view;
  const found: Numeral[][] = [];
  let parts: Numeral[] = [];
  for (const numeral of numeralsOf(view)) {
    if (isCount(text, numeral)) continue;
    const last = parts.at(-1);
    const gap = last === undefined ? 0 : numeral.start - last.end;
    const goesOn =
      last !== undefined &&
      gap <= longestBetween &&
      between.test(text.slice(last.end, numeral.start));
    if (!goesOn) parts = [];
    parts.push(numeral);
    if (parts.length === 2) found.push(parts);
  }
  return found.filter(({ length }) => length <= mostParts);
}

/** All digits of a dictation. */
export const digitsOf = (parts: readonly Numeral[]): string =>
  parts.map(({ digits }) => digits).join('');
