import { isCompactDate, isYear } from '../calendar.ts';
import { isAsked, topicAt } from '../context.ts';
import { type DateSpan, datesOf } from '../dates.ts';
import { isEmbedded, type Numeral, numeralsOf } from '../numerals.ts';
import { isQuantity } from '../quantity.ts';
import type { Match, Recognizer, View } from '../recognizer.ts';

const ordinal = /(?<![\p{L}\p{N}.,:/])\d{1,2}(?:st|nd|rd|th)(?![\p{L}\p{N}])/giu;
const bareAnswer = /^[^\p{L}\d]*(?:\p{L}{1,5} ){0,2}(\d[\d\s:.,/-]{2,20}\d)[^\p{L}\d]*$/u;
const verbAround =
  /\b(?:it|that|this|there|i|you|he|she|we|they|which|who) may$|^may (?:i|be|have|not|you|we|it|he|she|they|or|need|want)\b/i;
const aged = /\b(?:i'm|i am|im|aged?|he's|she's) $/i;
const elsewhere = /^\s?(?:[ap]\.?m\b|o'?clock|:\d\d)/i;

export const patterns: readonly RegExp[] = [ordinal, bareAnswer, verbAround, aged, elsewhere];

/** Dates of birth, whole or in part: dates that the words around them, or the question, call one. */
export const dobRecognizer: Recognizer = {
  kind: 'DOB',
  detector: 'regex.dob',
  find: (view) => {
    const dates = datesOf(view).flatMap((date) => readDate(view, date));
    const rest = [...wholeAnswer(view), ...compact(view), ...ordinals(view)];
    return [...dates, ...rest.filter((match) => !dates.some((date) => touches(date, match)))];
  },
};

const touches = (a: Match, b: Match): boolean => a.start < b.end && b.start < a.end;

const minStrength = 0.5;

type Standing = 'announced' | 'close' | 'answer' | 'no';

/** How surely what stands at [start, end) is said to be a date of birth. */
function standing(view: View, start: number, end: number): Standing {
  const topic = topicAt(view, start, end);
  if (topic?.from !== 'question' && topic?.kind === 'DOB' && topic.strength >= minStrength) {
    return topic.strength === 1 ? 'close' : 'announced';
  }
  const isOther = topic !== undefined && topic.from !== 'question' && topic.strength > 0.3;
  return isAsked(view, 'DOB') && !isOther ? 'answer' : 'no';
}

const answerLength = 72;

/** An answer is short, or comes early in what is said. */
function isAnswer(view: View, start: number, short: boolean): boolean {
  return view.text.length <= answerLength || (!short && start <= answerLength / 2);
}

function readDate(view: View, { start, end, precision }: DateSpan): Match[] {
  if (precision === 'month' && isVerb(view.text, start, end)) return [];
  const stands = standing(view, start, end);
  if (stands === 'no') return [];
  if (stands === 'answer' && !isAnswer(view, start, precision === 'month')) return [];
  if (precision === 'month' && stands === 'announced') return [];
  return [
    { start, end, score: precision === 'month' ? 0.6 : 0.92, rule: `${precision}-${stands}` },
  ];
}

/** "may" is a month only where no verb can stand. */
function isVerb(text: string, start: number, end: number): boolean {
  return (
    verbAround.test(text.slice(Math.max(0, start - 8), end)) ||
    verbAround.test(text.slice(start, end + 8))
  );
}

/**
 * An answer that is nothing but digits. Speech recognition garbles dates ("08009 1986", "6:40 1962"),
 * so they need not read as one.
 */
function wholeAnswer(view: View): Match[] {
  const digits = bareAnswer.exec(view.text)?.[1];
  if (digits === undefined || view.text.length > answerLength) return [];
  const start = view.text.indexOf(digits);
  const topic = topicAt(view, start, start + digits.length);
  if (topic?.from !== 'question' || topic.kind !== 'DOB') return [];
  return [{ start, end: start + digits.length, score: 0.75, rule: 'whole-answer' }];
}

/** Digits without a month's name: `6 12 80`, `61280`, or the year alone. */
function compact(view: View): Match[] {
  return numeralsOf(view).flatMap((numeral) => {
    const { start, end, digits } = numeral;
    if (digits.length > 8 || digits.length < 2 || isVetoed(view.text, numeral)) return [];
    const stands = standing(view, start, end);
    return isBirthNumber(view, numeral, stands)
      ? [{ start, end, score: 0.7, rule: `digits-${stands}` }]
      : [];
  });
}

function isVetoed(text: string, { start, end }: Numeral): boolean {
  return (
    isEmbedded(text, { start, end }) ||
    /[\d][.:]$/.test(text.slice(Math.max(0, start - 2), start)) ||
    elsewhere.test(text.slice(end, end + 8)) ||
    aged.test(text.slice(Math.max(0, start - 8), start)) ||
    isQuantity(text, start, end)
  );
}

function isBirthNumber(view: View, { digits, groups }: Numeral, stands: Standing): boolean {
  if (stands === 'no') return false;
  const isShort = view.text.length <= answerLength;
  if (stands === 'answer' && !isShort) return false;
  if (digits.length === 2) return stands === 'answer' ? view.text.length <= 24 : stands === 'close';
  if (digits.length === 3 && stands === 'announced') return false;
  // Any four digits can be split into a date, so in an answer they must be a year to count.
  if (digits.length === 4 && stands === 'answer' && groups.length === 1) return isYear(digits);
  return isCompactDate(digits) || (groups.length === 3 && digits.length >= 3);
}

/** "the fourth", said in answer to the question for it. */
function ordinals(view: View): Match[] {
  if (view.text.length > answerLength || !isAsked(view, 'DOB')) return [];
  return Array.from(view.text.matchAll(ordinal), ({ index, 0: written }) => ({
    start: index,
    end: index + written.length,
    score: 0.6,
    rule: 'day',
  }));
}
