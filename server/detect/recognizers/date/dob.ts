import { isAsked, topicAt } from '../../view/context.ts';
import { isEmbedded, type Numeral, numeralsOf } from '../../view/numerals.ts';
import { matchesOf } from '../../view/pattern.ts';
import type { Match, Recognizer, View } from '../../view/recognizer.ts';
import { isQuantity } from '../../vocabulary/amounts.ts';
import { type DateSpan, datesOf, isBirthYear, isCompactDate, isYear } from './date-spans.ts';

/** Word families of events other than a birth that have a date. */
const eventWords =
  /\b(?:today|yesterday|seen|saw|surger|operat|procedur|admi(?:t|ss)|discharg|diagnos|start|beg[aiu]n|since|until|till|expir|effective|renew|invoic|bill(?:ed|s|ing)?\b|paid|pay(?:ment|s)?\b|order|polic(?:y|ies)|plan\b|coverage|enrol|vaccin|immuni[sz]|shots?\b|booster|tetanus|test|scan|x-?ray|mri\b|ct\b|results?\b|labs?\b|reports?\b|reported|letter|signed|consent|sent\b|received|moved|move\b|marr|wedding|anniversar|divorc|quit|stop|last (?!name)|died|dies|death|deceased|pass(?:ed)? away|funeral|graduat|retire|hire|join|open|clos|dated|copyright|war\b|found|bought|purchas|install|issued|built|manufactur|injur|accident|fell\b|fall\b|broke|fractur|stroke|seizure|attack|hospital|transplant|remov(?:ed|al)|filled|prescri|deliver(?:y|ed) (?:of|to)|event|episode|flood|storm|came out|gallbladder|treat|therap|chemo|radiation|follow|service|record(?:ed)?\b|updated?|as of|on file since|history|sad day)/i;

/** Events that people plan for a near date, hardly one in a year of birth; they count only next to the date. */
const planWords =
  /\b(?:visit|appoint|schedul|reschedul|book(?:ed|ing)|refill|due\b|deadline|meeting|trip|travel|flight|called\b)/i;

const leadLength = 72;
const planLength = 24;
const tailLength = 36;

/** Whether the words around [start, end), in the same sentence, tie a date to an event other than a birth. */
export function isEventAround(text: string, start: number, end: number): boolean {
  const lead = text.slice(Math.max(0, start - leadLength), start);
  const tail = text.slice(end, end + tailLength);
  const sentenceStart = Math.max(
    ...['. ', '? ', '! ', '; ', '\n'].map((mark) => lead.lastIndexOf(mark)),
  );
  const before = lead.slice(sentenceStart + 1);
  const clauseEnd = tail.search(/[.,?!;\n]/);
  const behind = clauseEnd < 0 ? tail : tail.slice(0, clauseEnd);
  return (
    eventWords.test(before) ||
    eventWords.test(behind) ||
    planWords.test(before.slice(-planLength)) ||
    planWords.test(behind)
  );
}

const ordinal =
  /(?:\bthe )?(?<![\p{L}\p{N}.,:/])(?:\d{1,2}(?:st|nd|rd|th)|(?<=\bthe )(?:first|second|third)(?! (?:day|time|thing|one|visit|appointment|name|letter|line|week|period|half|page|floor|shot|dose|test|step|call|part|two|few|number|digit|kid|baby|child)s?\b))(?![\p{L}\p{N}])/giu;
const bareAnswer = /^[^\p{L}\d]*(?:\p{L}{1,5} ){0,2}(\d[\d\s:.,/-]{2,20}\d)[^\p{L}\d]*$/u;
const verbAround =
  /\b(?:it|that|this|there|i|you|he|she|we|they|which|who) may$|^may (?:i (?!think|believe|guess|was)|be|have|not|you|we|it|he|she|they|or|need|want)\b/i;
const aged = /\b(?:i'm|i am|im|aged?|he's|she's|turn(?:s|ed|ing)?) $/i;
const elsewhere = /^\s?(?:[ap]\.?m\b|o'?clock|:\d\d)/i;
/** "she turned 40 in …", "he'll be 60 this …": what follows is a birthday. */
const comesOfAge =
  /\b(?:turn(?:s|ed|ing)?|(?:will|'ll|to|gonna|i'd|she'd|he'd) be)(?: just)? \d{1,3}(?: years? old)?(?: (?:this|last|next|in|on|come|coming|back|the|early|late|this coming)){1,3}\s{1,2}$|\b(?:i|he|she) turn(?:s|ed) (?:on )?$/i;
const baby = /^(?:er)? (?:baby|kid|child)\b/i;
const partName = /\b(?:month|day|year)(?: is| was|:|,)? $/i;
const link = /^(?:[\s,.]{0,3}(?:of|the|in|um|uh|er|year|month|on|day)(?!\p{L})){0,3}[\s,.]{0,3}$/iu;

/**
 * Dates of birth, whole or in part: dates that the words around them, or the question, call one; and
 * whole dates in a plausible year that nothing ties to another event, for all dates of a person
 * identify (45 CFR 164.514(b)(2)(i)(C)). Where a policy has the kind DATE, that one wins the latter.
 */
export const dobRecognizer: Recognizer = {
  kind: 'DOB',
  id: 'dob',
  find: (view) => {
    const dates = datesOf(view).flatMap((date) => readDate(view, date));
    const rest = [...wholeAnswer(view), ...compact(view), ...ordinals(view)];
    const apart = rest.filter((match) => !dates.some((date) => touches(date, match)));
    return joined(view.text, [...dates, ...apart]).map((date) => withLeadingWord(view.text, date));
  },
};

const leadingWord =
  /\b(?:(?:on (?:a )?)?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:,? the)?,?|day|month) $/i;

/** "Sunday, December 1st", "day two, month twelve": such a word is part of when somebody was born. */
function withLeadingWord(text: string, date: Match): Match {
  const before = leadingWord.exec(text.slice(Math.max(0, date.start - 24), date.start));
  return before === null ? date : { ...date, start: date.start - before[0].length };
}

const touches = (a: Match, b: Match): boolean => a.start < b.end && b.start < a.end;

/** Parts of one date said one after the other ("the eighth", "nineteen sixty nine") as one match. */
function joined(text: string, matches: readonly Match[]): Match[] {
  const result: Match[] = [];
  for (const next of matches.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    const isPart = last !== undefined && isPartOf(text, last, next);
    if (last === undefined || (!isPart && !touches(last, next))) result.push(next);
    else {
      const score = Math.max(last.score, next.score);
      result[result.length - 1] = { ...last, end: Math.max(last.end, next.end), score };
    }
  }
  return result;
}

function isPartOf(text: string, last: Match, next: Match): boolean {
  if (!link.test(text.slice(last.end, next.start))) return false;
  const hasYear = ({ start, end }: Match): boolean => /\d{4}/.test(text.slice(start, end));
  return !(hasYear(last) && hasYear(next));
}

const minStrength = 0.5;

type DobContext = 'announced' | 'close' | 'answer' | 'no';

/** How surely what stands at [start, end) is said to be a date of birth. */
function dobContextAt(view: View, start: number, end: number): DobContext {
  const topic = topicAt(view, start, end);
  if (topic?.from !== 'question' && topic?.kind === 'DOB' && topic.strength >= minStrength) {
    return topic.strength === 1 ? 'close' : 'announced';
  }
  const lead = view.text.slice(Math.max(0, start - 48), start);
  if (comesOfAge.test(lead) || baby.test(view.text.slice(end, end + 8))) return 'close';
  const isOther = topic !== undefined && topic.from !== 'question' && topic.strength > 0.3;
  return isAsked(view, 'DOB') && !isOther ? 'answer' : 'no';
}

const answerLength = 72;

/** An answer is short, or comes early in what is said. */
function isAnswer(view: View, start: number, short: boolean): boolean {
  return view.text.length <= answerLength || (!short && start <= answerLength / 2);
}

const scores = { full: 0.92, 'month-day': 0.92, 'month-year': 0.92, month: 0.6 } as const;

function readDate(view: View, date: DateSpan): Match[] {
  const { start, end, precision } = date;
  const isMonth = precision === 'month';
  if (isMonth && isVerb(view.text, start, end)) return [];
  const context = dobContextAt(view, start, end);
  if (context === 'no' || (context === 'answer' && !isAnswer(view, start, isMonth))) {
    return unlabelled(view, date);
  }
  if (isMonth && context === 'announced') return [];
  return [{ start, end, score: scores[precision], rule: `${precision}-${context}` }];
}

function unlabelled(view: View, { start, end, precision, year }: DateSpan): Match[] {
  if (precision !== 'full' || !isBirthYear(year)) return [];
  const topic = topicAt(view, start, end);
  const isOther = topic !== undefined && topic.kind !== 'DOB' && topic.strength > 0.5;
  if (isOther && topic.from === 'question') return [];
  if (isEventAround(view.text, start, end)) return [];
  return [{ start, end, score: 0.5, rule: 'full-unlabelled' }];
}

/** "may" is a month only where no verb can stand. */
function isVerb(text: string, start: number, end: number): boolean {
  return (
    verbAround.test(text.slice(Math.max(0, start - 8), end)) ||
    verbAround.test(text.slice(start, end + 12))
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
    if (digits.length > 8) return [];
    const context = dobContextAt(view, start, end);
    const isNamed = partName.test(view.text.slice(Math.max(0, start - 12), start));
    if (isNamed && context !== 'no' && digits.length < 5) {
      return [{ start, end, score: 0.7, rule: 'named-part' }];
    }
    if (context === 'no' || isVetoed(view.text, numeral)) return [];
    return isBirthNumber(view, numeral, context)
      ? [{ start, end, score: 0.7, rule: `digits-${context}` }]
      : [];
  });
}

function isVetoed(text: string, { start, end }: Numeral): boolean {
  return (
    isEmbedded(text, { start, end }) ||
    /\d[.:]$|\p{L}-$/u.test(text.slice(Math.max(0, start - 2), start)) ||
    elsewhere.test(text.slice(end, end + 8)) ||
    aged.test(text.slice(Math.max(0, start - 8), start)) ||
    isQuantity(text, start, end)
  );
}

function isBirthNumber(view: View, numeral: Numeral, context: DobContext): boolean {
  const { digits, groups } = numeral;
  if (digits.length === 1) return false;
  if (context === 'answer' && view.text.length > answerLength) return false;
  if (digits.length === 2)
    return context === 'answer' ? view.text.length <= 24 : context === 'close';
  if (digits.length === 3 && context === 'announced') return false;
  if (digits.length === 4 && context === 'answer' && groups.length === 1) {
    return isYear(digits);
  }
  return isCompactDate(digits) || (groups.length === 3 && digits.length >= 3);
}

/** "the fourth", said in answer to the question for it. */
function ordinals(view: View): Match[] {
  if (view.text.length > answerLength || !isAsked(view, 'DOB')) return [];
  return matchesOf(view.text, [{ name: 'day', regex: ordinal, score: 0.6 }]);
}
