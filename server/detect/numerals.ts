import type { View } from './recognizer.ts';

/** A row of digit groups joined by separators, such as `(415) 555-0132`. */
export interface Numeral {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly Group[];
  readonly digits: string;
}

export interface Group {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  /** Characters between the group before and this one; '' for the first. */
  readonly joint: string;
}

const digitRow = /\d+/g;
const jointPattern =
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
    if (groups.length > 0) numerals.push(numeralOf(groups));
    groups = [];
  };
  for (const { index: start, 0: digits } of text.matchAll(digitRow)) {
    const end = start + digits.length;
    const previous = groups.at(-1);
    const gap = previous === undefined ? '' : start - previous.end;
    const joint =
      previous === undefined || gap === '' || gap > 4 ? '' : text.slice(previous.end, start);
    if (previous !== undefined && !jointPattern.test(joint)) finish();
    groups.push({ start, end, digits, joint: groups.length === 0 ? '' : joint });
  }
  finish();
  return numerals;
}

/** The numeral made of some neighbouring groups. */
export function numeralOf(groups: readonly Group[]): Numeral {
  return {
    start: groups[0]?.start ?? 0,
    end: groups.at(-1)?.end ?? 0,
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

/** Groups of the given lengths with a hyphen, a dot or brackets between: nothing beside them makes that an amount. */
export function isPunctuated(numeral: Numeral, shape: RegExp): boolean {
  const [, ...rest] = numeral.groups;
  return shape.test(shapeOf(numeral)) && rest.every(({ joint }) => /[-–.()]/.test(joint));
}

/** Whether the numeral is part of a word or of a longer decimal, such as `B12` or `1.5e`. */
export function isEmbedded(text: string, { start, end }: { start: number; end: number }): boolean {
  return /[\p{L}_]/u.test(text[start - 1] ?? '') || /^[\p{L}_]/u.test(text.slice(end, end + 1));
}
