import { allMatches } from '../../domain/all-matches.ts';
import type { Span } from '../../domain/detection.ts';

/** A group of digits in a text. */
export interface Group {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  /** Characters between the group before and this one; '' for the first. */
  readonly separator: string;
}

/**
 * Groups of digits that are a whole number: a telephone number as people group it, a social security number, or seven
 * digits and more in one go.
 */
const wholeNumber = /(?:(?:1-)?3-(?:3-4|7)|6-4|3-2-4|3-4|[7-9]|1\d)(?:-|$)/y;

/** Telephone numbers of ten digits that are said in one go, nothing between them. */
const telephones = /^(?:[2-9]\d\d[2-9]\d{6}){2,}$/;
const telephone = /\d{10}/g;

/** What stands between two numbers: a hyphen alone joins the parts of one. */
const apart = /^$|[\s,;/]/;

/**
 * The numbers that groups of digits are, each where it is complete: "202 555 0143 413 555 0198" are two telephone
 * numbers, and two values. One number, of all groups, if one part of them is no whole number.
 */
export function wholeNumbers(groups: readonly Group[]): readonly (readonly Group[])[] {
  const all = groups.flatMap(telephonesIn);
  const shape = all.map(({ digits }) => digits.length).join('-');
  const numbers: (readonly Group[])[] = [];
  let first = 0;
  for (let at = 0; at < shape.length; at = wholeNumber.lastIndex) {
    wholeNumber.lastIndex = at;
    const found = wholeNumber.exec(shape)?.[0];
    if (found === undefined || !apart.test(all[first]?.separator ?? '')) return [groups];
    const next = first + found.replace(/-$/, '').split('-').length;
    numbers.push(all.slice(first, next));
    first = next;
  }
  return numbers.length > 1 ? numbers : [groups];
}

function telephonesIn(group: Group): readonly Group[] {
  if (!telephones.test(group.digits)) return [group];
  return allMatches(group.digits, telephone).map(({ index, 0: digits }) => {
    const start = group.start + index;
    const separator = index === 0 ? group.separator : '';
    return { start, end: start + digits.length, digits, separator };
  });
}

/** The numbers in a span that holds nothing else; the span itself if it is one number, or has letters. */
export function sideBySide(text: string, start: number, end: number): readonly Span[] {
  const written = text.slice(start, end);
  if (/[^\d\s()+,;/.-]/.test(written)) return [[start, end]];
  let before = 0;
  const groups = allMatches(written, /\d+/g).map(({ index, 0: digits }): Group => {
    const separator = before === 0 ? '' : written.slice(before, index);
    before = index + digits.length;
    return { start: start + index, end: start + before, digits, separator };
  });
  const numbers = wholeNumbers(groups);
  return numbers.map(
    (number, at): Span => [
      at === 0 ? start : (number[0]?.start ?? start),
      at === numbers.length - 1 ? end : (number.at(-1)?.end ?? end),
    ],
  );
}
