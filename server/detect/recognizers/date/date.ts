import { itemAt } from '../../../domain/item-at.ts';
import { isAsked } from '../../view/context.ts';
import { matchesOf, type Pattern } from '../../view/pattern.ts';
import type { Match, Recognizer, View } from '../../view/recognizer.ts';
import { datesOf, isDay } from './date-spans.ts';
import { daysOfMonth } from './day-of-month.ts';

const scores = { full: 0.8, 'month-day': 0.7, 'month-year': 0.6, month: 0 } as const;

const dayValue = '(?<value>(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\\d|3[01]))(?![\\d/%-]|\\.\\d)';
const notDay =
  '(?! ?(?:of|tablets?|tabs?|pills?|doses?|cups?|inch(?:es)?|miles?|pain|strength|hours?|teaspoons?|x)\\b)';
const isCalendarDay = (value: string): boolean => {
  const numbers = value.split('/').map(Number);
  return isDay(itemAt(numbers, 0), itemAt(numbers, 1));
};
/** "stopped it on 1/15", "9/3 or 9/4": month and day alone, where words make them one. */
const shortDates: readonly Pattern[] = [
  {
    name: 'short-date',
    regex: new RegExp(
      `\\b(?:on|since|by|until|till|through|thru|before|after|dated|starting|this|next|last|due|expires?|appointment|visit|el) ${dayValue}${notDay}`,
      'dgi',
    ),
    score: 0.5,
    accepts: isCalendarDay,
  },
  {
    name: 'short-date-range',
    regex: new RegExp(
      `(?:\\b(?:from|date|for|to|or|and|between) |(?<=\\d/\\d{1,2})(?: or | and | to |, ?|-))${dayValue}${notDay}`,
      'dgi',
    ),
    score: 0.5,
    // "it went from 5/10 to 7/10": of ten.
    accepts: (value) => isCalendarDay(value) && !value.endsWith('/10'),
  },
];
const shortAnswer: Pattern = {
  name: 'short-date-answer',
  regex: new RegExp(`(?<![\\d/.])${dayValue}${notDay}`, 'dgi'),
  score: 0.5,
  accepts: isCalendarDay,
};
/** What a fraction measures: "pain is 7/10", "take 1/2". */
const fraction =
  /\b(?:pain|scale|score|strength|grade|reflex\w{0,3}|take|takes|took|half|quarter|vision|murmur)\b/i;
/** Holidays that come round every year: a clinic says when it is closed. */
const closedOn =
  /\b(?:closed|holidays?|open on|fireworks|memorial day|labor day|christmas|thanksgiving|parade|weekend)\b/i;
const fourthOfJuly = /^(?:the )?(?:fourth|4th) of july$/i;

function withoutYear(view: View): readonly Match[] {
  if (!view.text.includes('/') || fraction.test(view.text)) return [];
  return matchesOf(view.text, isAsked(view, 'DATE') ? [...shortDates, shortAnswer] : shortDates);
}

/** Dates more precise than a year (45 CFR 164.514(b)(2)(i)(C)); those of birth are DOB's. */
export const dateRecognizer: Recognizer = {
  kind: 'DATE',
  id: 'date',
  find: (view) => {
    const isHoliday = ({ start, end }: { start: number; end: number }): boolean =>
      fourthOfJuly.test(view.text.slice(start, end)) && closedOn.test(view.text);
    const dates = datesOf(view).filter((date) => date.precision !== 'month' && !isHoliday(date));
    return [
      ...dates.map(({ start, end, precision }) => ({
        start,
        end,
        score: scores[precision],
        rule: precision,
      })),
      ...withoutYear(view),
      ...daysOfMonth(view),
    ];
  },
};
