import { allMatches } from '../../../domain/all-matches.ts';
import { execAt } from '../../view/pattern.ts';
import type { View } from '../../view/recognizer.ts';
import { isQuantity } from '../../vocabulary/amounts.ts';
import { inLanguages } from '../../vocabulary/in-languages.ts';
import { monthSource } from '../../vocabulary/months.ts';

const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the day can exist in the month; 29 February always can. */
export function isDay(month: number, day: number): boolean {
  return day >= 1 && day <= (daysInMonth[month - 1] ?? 0);
}

/** A year that a living person, or a record about one, can bear: two digits, or 1870 to 2099. */
export function isYear(digits: string): boolean {
  if (digits.length === 2) return true;
  return digits.length === 4 && Number(digits) >= 1870 && Number(digits) <= 2099;
}

/** Whether three numbers read as a date in some order: month-day-year, day-month-year, year-month-day. */
export function isDate(a: string, b: string, c: string): boolean {
  const day = (month: string, date: string): boolean =>
    month.length < 3 && date.length < 3 && isDay(Number(month), Number(date));
  return (isYear(c) && (day(a, b) || day(b, a))) || (a.length === 4 && isYear(a) && day(b, c));
}

/** Lengths that the parts of a date said in one row can have, such as day 2, month 1, year 4. */
const partLengths = [1, 2].flatMap((a) => [1, 2].map((b) => [a, b] as const));

/**
 * Whether digits said in one row, 3 to 8 of them, read as a date in some way: `1982`, `612`,
 * `61280`, `06121980`, `19800612`.
 */
export function isCompactDate(digits: string): boolean {
  if (digits.length < 3 || digits.length > 8) return false;
  if (digits.length === 4 && isYear(digits)) return true;
  return partLengths.some(([a, b]) => isSplitDate(digits, a, b));
}

function isSplitDate(digits: string, a: number, b: number): boolean {
  const [first, second, rest] = [digits.slice(0, a), digits.slice(a, a + b), digits.slice(a + b)];
  if (rest === '') {
    const [left, right] = [Number(first), Number(second)];
    return digits.length === a + b && (isDay(left, right) || isDay(right, left));
  }
  const leadingYear = digits.slice(0, 4);
  const afterYear = [digits.slice(4, 4 + a), digits.slice(4 + a)] as const;
  return (
    isDate(first, second, rest) || (afterYear[1].length === b && isDate(leadingYear, ...afterYear))
  );
}

/** Years from which on a date without a label is more likely a visit or a policy than a birth. */
const firstUnlikely = 2015;

/** Whether a year, of two digits or four, is one that a patient is likely to be born in. */
export function isBirthYear(digits: string): boolean {
  if (digits.length === 2) return Number(digits) < firstUnlikely - 2000 || Number(digits) > 29;
  return Number(digits) >= 1905 && Number(digits) < firstUnlikely;
}

/** A date in a text. `month` names a month alone, and so may be the word "may". */
export interface DateSpan {
  readonly start: number;
  readonly end: number;
  readonly precision: 'full' | 'month-day' | 'month-year' | 'month';
  /** Digits of the year, two or four; '' without one. */
  readonly year: string;
}

const numeric = /(?<![\d.,$/-])(\d{1,4}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})(?![\d/-]|\.\d)/g;
const month = new RegExp(`(?<![\\p{L}\\p{N}])(?:${monthSource})(?![\\p{L}\\p{N}])`, 'giu');
const between = "(?:[\\s,.]{1,3}(?:of|the|in|um|uh|uhm|er|year|on)\\b){0,3}[\\s,.'’/-]{1,3}";
const dayAfter = new RegExp(`${between}(\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\d:])`, 'iuy');
const yearAfter = new RegExp(`${between}(\\d{4}|\\d{2})(?![\\p{L}\\d:%/]|[.,]\\d)`, 'iuy');
const dayBefore =
  /(?:\bthe )?(?<![\d.,:/])(\d{1,2})(?:st|nd|rd|th)?(?: day)?(?: of)?(?: the)?[\s,.\-/]{1,3}$/i;
const yearBefore = /(?<![\d.,:/])(\d{4})[\s,]{1,2}(?:(?:um|uh|uhm|er|and|in|on)[\s,]{1,2}){0,2}$/i;

/** "4 of the 11 of the 78", which Spanish says; in English a day and a year need no "of the". */
const countedMonth =
  /(?:\bthe )?(?<![\d.,:/])(\d{1,2})(?:st)? of (?:the )?(\d{1,2}) of (?:the )?(?:year )?(\d{4}|\d{2})(?![\d:%/]|[.,]\d)/gi;

/** "the 3rd of the 4th 61", "22nd of the eleventh, 80", "6 of the 6 66". */
const ordinalMonth =
  /(?:\bthe )?(?<![\d.,:/])(\d{1,2})(?:st|nd|rd|th)?(?: day)? (?:of (?:the )?)(\d{1,2})(?:st|nd|rd|th)(?: month)?(?: of| in)?[ ,]{1,2}(?:um |uh )?'?(\d{4}|\d{2})(?![\d:%/]|[.,]\d)/gi;

const holidays = [
  "new year's (?:day|eve)|christmas(?: day| eve)?|thanksgiving(?: day)?|halloween|valentine's day",
  "(?:st\\.?|saint) patrick's day|independence day|(?:the )?(?:fourth|4th) of july|veterans day",
  "memorial day|labor day|mother's day|father's day|easter(?: sunday)?|groundhog day|boxing day",
  "martin luther king day|juneteenth|cinco de mayo|columbus day|leap day|april fool'?s(?: day)?",
].join('|');
/** "St. Patrick's Day, 1979": a holiday is a day only with its year. */
const holiday = new RegExp(
  `(?<![\\p{L}\\d])(?:${inLanguages(holidays.replaceAll("'", "['’]?"), ({ said }) => said?.holidays)})(?: of| in)?(?: the)?,? {1,2}(\\d{4}|(?:'|’)?\\d{2})(?![\\d:%/-]|[.,]\\d| (?:hours?|days?|people|percent|dollars|weeks?|months?|years|or|to)\\b)`,
  'giu',
);

const datesByView = new WeakMap<View, readonly DateSpan[]>();

/** All dates of a view that name a month, and calendar-valid numeric ones. */
export function datesOf(view: View): readonly DateSpan[] {
  const known = datesByView.get(view);
  if (known !== undefined) return known;
  const { text } = view;
  const dates = [
    ...numericDates(text),
    ...ordinalDates(text),
    ...holidayDates(text),
    ...namedDates(text),
  ];
  datesByView.set(view, dates);
  return dates;
}

function numericDates(text: string): DateSpan[] {
  return allMatches(text, numeric)
    .map(({ index, 0: { length }, 1: a, 3: b, 4: c }) => ({
      start: index,
      end: index + length,
      precision: 'full' as const,
      year: a?.length === 4 ? a : (c ?? ''),
      valid: isDate(a ?? '', b ?? '', c ?? ''),
    }))
    .filter(({ valid }) => valid);
}

function ordinalDates(text: string): DateSpan[] {
  const all = [...allMatches(text, ordinalMonth), ...allMatches(text, countedMonth)];
  return all
    .map(({ index, 0: { length }, 1: a, 2: b, 3: c }) => ({
      start: index,
      end: index + length,
      precision: 'full' as const,
      year: c ?? '',
      valid: isDate(a ?? '', b ?? '', c ?? ''),
    }))
    .filter(({ valid }) => valid);
}

function holidayDates(text: string): DateSpan[] {
  return allMatches(text, holiday)
    .map(({ index, 0: { length }, 1: year = '' }) => ({
      start: index,
      end: index + length,
      precision: 'full' as const,
      year: year.replace(/\D/g, ''),
    }))
    .filter(({ year }) => isYear(year));
}

function namedDates(text: string): DateSpan[] {
  return allMatches(text, month).map(({ index, 0: name }) =>
    aroundMonth(text, index, index + name.length, monthNumber(name)),
  );
}

function monthNumber(name: string): number {
  return 'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(name.slice(0, 3).toLowerCase()) / 3 + 1;
}

const leadLength = 40;

/** The date around a month's name: day and year on either side of it. */
function aroundMonth(text: string, start: number, end: number, number: number): DateSpan {
  const lead = text.slice(Math.max(0, start - leadLength), start);
  const led = dayBefore.exec(lead);
  const hasLed = led !== null && isDay(number, Number(led[1]));
  const leading = yearBefore.exec(hasLed ? lead.slice(0, led.index) : lead);
  const year = isYear(leading?.[1] ?? '') ? leading : null;
  const from = start - lead.length + (year?.index ?? (hasLed ? led.index : lead.length));
  const day = hasLed ? end : endOfDay(text, end, number);
  const to = year === null ? endOfYear(text, day) : day;
  const said = year?.[1] ?? /\d{1,4}$/.exec(text.slice(day, to))?.[0] ?? '';
  return {
    start: from,
    end: to,
    precision: precisionOf(hasLed || day > end, said !== ''),
    year: said,
  };
}

function precisionOf(hasDay: boolean, hasYear: boolean): DateSpan['precision'] {
  if (hasDay) return hasYear ? 'full' : 'month-day';
  return hasYear ? 'month-year' : 'month';
}

function endOfDay(text: string, at: number, number: number): number {
  const found = execAt(dayAfter, text, at);
  if (found === null || !isDay(number, Number(found[1]))) return at;
  const end = at + found[0].length;
  return isQuantity(text, end - 1, end) ? at : end;
}

function endOfYear(text: string, at: number): number {
  const found = execAt(yearAfter, text, at);
  if (found === null || !isYear(found[1] ?? '')) return at;
  const end = at + found[0].length;
  return isQuantity(text, end - 1, end) ? at : end;
}
