import { isAsked } from '../../view/context.ts';
import { matchesOf, type Pattern } from '../../view/pattern.ts';
import type { Match, View } from '../../view/recognizer.ts';
import { inLanguages } from '../../vocabulary/in-languages.ts';
import { monthStart } from '../../vocabulary/months.ts';

const number = '(?:3[01]|[12]\\d|0?[1-9])';
const suffixed = `${number}(?:st|nd|rd|th)`;
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
/** What can follow a day and no noun that it counts: "on the third floor" is no date. */
const following =
  "at|and|or|if|in the|i|i'm|i'll|i've|we|we're|we'll|you|he|she|they|it|is|was|that'?s|works?|would|will|for|with|then|um|uh|because|cause|but|so|please|not|instead|around|before|after|between|to|through|thru|until|no|yes|right|okay|ok|when|since|from|just|maybe|unless|what|does|do|did|can|could|has|have|had";
const goesOn = `(?=[,.?!;)]|\\s*$| (?:${inLanguages(following, ({ said }) => said?.behindDay)})(?![\\p{L}\\d]))`;
const value = (day: string): string => `(?<value>${day})${goesOn}`;

/** "on the nineteenth", "monday the sixth", "the second of this month". */
const days: readonly Pattern[] = [
  {
    name: 'weekday-day',
    regex: new RegExp(
      `\\b${weekday},? (?<value>the (?:${number}(?:st|nd|rd|th)?|first|second|third))(?![\\d/:]| (?:of|street|floor|time)\\b)`,
      'dgiu',
    ),
    score: 0.5,
  },
  {
    name: 'the-weekday-number',
    regex: new RegExp(
      `\\b(?:${inLanguages('the', ({ said }) => said?.next)}) ${weekday} ${value(number)}`,
      'dgiu',
    ),
    score: 0.5,
  },
  {
    name: 'day-after-preposition',
    regex: new RegExp(
      `\\b(?:on|by|until|till|before|after|since|starting|week of|for|around|through|from|between|than) ${value(`the ${suffixed}`)}`,
      'dgiu',
    ),
    score: 0.5,
  },
  {
    name: 'early-day',
    regex: new RegExp(`\\b(?:on|since|until) ${value('the (?:first|second|third)')}`, 'dgiu'),
    score: 0.5,
  },
  // Ordinals from 13 on hardly count anything that is not named behind them.
  {
    name: 'late-day',
    regex: new RegExp(`\\b${value('the (?:1[3-9]|2\\d|3[01])(?:st|nd|rd|th)')}`, 'dgiu'),
    score: 0.5,
  },
  {
    name: 'another-day',
    regex: new RegExp(
      `(?<=\\bthe \\d{1,2}(?:st|nd|rd|th) (?:and|or|to|through|until) |\\b${monthStart} \\d{1,2}(?:st|nd|rd|th)?,? (?:and |or |no |not |to |through )?(?=the ))${value(`(?:the )?${suffixed}`)}`,
      'dgiu',
    ),
    score: 0.5,
  },
  {
    name: 'day-of-this-month',
    regex: new RegExp(
      `\\b(?<value>the (?:${number}(?:st|nd|rd|th)?|first|second|third|primero) of (?:this|next|last|the(?: same| current)?) month)\\b`,
      'dgiu',
    ),
    score: 0.6,
  },
  // "el siete a las cuatro"
  {
    name: 'day-and-hour',
    regex: new RegExp(
      `\\b(?<value>the ${number})(?= at \\d{1,2}(?: thirty|:\\d\\d)?(?![\\p{L}\\d%]))`,
      'dgiu',
    ),
    score: 0.5,
  },
  // "el veinticuatro o el treinta y uno de agosto"
  {
    name: 'day-before-date',
    regex: new RegExp(
      `\\b(?<value>the ${number})(?= (?:or|o|and|y|to|al|not|no) (?:the )?${number} (?:of (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)))`,
      'dgiu',
    ),
    score: 0.5,
  },
];
/** "el diecisiete": a bare number is a day only where a visit is talked about; "hasta las seis" is an hour. */
const spanishDay: Pattern = {
  name: 'day-of-visit',
  regex: new RegExp(
    `(?<!\\b(?:of|in|to|en|es|son|then) )(?<!\\b(?:at|to|a|until|hasta|from|desde|before|after|around|como|son) (?=the (?:\\d|1[0-2])\\b))\\b${value(`the ${number}(?! (?:and|y|to|a|o|or) \\d)`)}`,
    'dgiu',
  ),
  score: 0.5,
};
const visits = new RegExp(
  `\\b(?:${inLanguages(
    'appointments?|schedul\\w*|reschedul\\w*|visit|available|opening|weekend|month|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|what days?|which days?',
    ({ said }) => said?.visits,
  )})\\b`,
  'iu',
);
const mayHoldDay = /day|\bthe (?:\d|first|second|third|primero)/i;

/** Days of a month that is not said (45 CFR 164.514(b)(2)(i)(C): all elements of dates but the year). */
export function daysOfMonth(view: View): readonly Match[] {
  const { text, form, question } = view;
  if (!mayHoldDay.test(text)) return [];
  const isVisit =
    form === 'shadow' && (isAsked(view, 'DATE') || visits.test(text) || visits.test(question));
  return matchesOf(text, isVisit ? [...days, spanishDay] : days);
}
