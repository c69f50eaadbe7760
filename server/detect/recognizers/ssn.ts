import { type Topic, topicAt } from '../view/context.ts';
import {
  dictationsOf,
  digitsOf,
  isEmbedded,
  isPunctuated,
  type Numeral,
  numeralOf,
  numeralsOf,
  shapeOf,
} from '../view/numerals.ts';
import type { Evidence, Match, Recognizer, View } from '../view/recognizer.ts';
import { isQuantity } from '../vocabulary/amounts.ts';
import { inLanguages } from '../vocabulary/in-languages.ts';

/** Why a number counts, surest first. */
const evidence = {
  named: { rule: 'context', score: 0.98 },
  lastFourSaid: { rule: 'last-four', score: 0.9 },
  inParts: { rule: 'parts', score: 0.9 },
  grouped: { rule: 'grouped', score: 0.85 },
  miscounted: { rule: 'context-miscounted', score: 0.75 },
  lastFour: { rule: 'last-four', score: 0.6 },
  part: { rule: 'part', score: 0.6 },
  groupedButOther: { rule: 'grouped', score: 0.5 },
  lastFourUnnamed: { rule: 'last-four-unnamed', score: 0.4 },
  nineDigits: { rule: 'bare', score: 0.3 },
} as const satisfies Record<string, Evidence>;

/** Numbers printed in public as samples; they belong to no person. */
const publishedSamples = new Set(['078051120', '219099999', '457555462']);

const lastFour =
  /\b(?:last|final|ends?|ending|ended|ends in|ending in)\b[\s\S]{0,12}?\b(?:four|4|in|with|digits)\b/i;
const corrected =
  /\b(?:no|not|or|sorry|wait|actually|mean|correction|rather)[\s,.…–-]{1,4}(?:it's |is |it is )?$/i;
const phoneLike = /^(?:\d[-. ])?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}$/;
const dateLike = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/;

const grouped = /^3-2-4$/;
const countedLast =
  /\b(?:last|final) (?:four|4)(?: digits| numbers)?(?: (?:is|are|would be|of it|here))?[\s,:]{0,3}$/i;
const askedLast =
  /\b(?:last|final) (?:four|4)(?: digits| numbers)?(?: (?:please|again|then|for me))?[?.\s]*$/;
/** US social security numbers, taxpayer numbers of the same form, and their last four digits. */
export const ssnRecognizer: Recognizer = {
  kind: 'SSN',
  id: 'ssn',
  find: (view) => [
    ...numeralsOf(view).flatMap((numeral) => inNumeral(view, numeral)),
    ...dictated(view),
  ],
};

/** All nine digits, said in parts: "316, um, 55, um, 8229". */
function dictated(view: View): readonly Match[] {
  return dictationsOf(view).flatMap((parts) => {
    const isNamed = parts.some((part) => topicAt(view, part.start, part.end)?.kind === 'SSN');
    if (!isNamed || digitsOf(parts).length !== 9) return [];
    return parts.map(({ start, end }) => ({ start, end, ...evidence.inParts }));
  });
}

function inNumeral(view: View, numeral: Numeral): readonly Match[] {
  if (numeral.digits.length < 2) return [];
  const whole = read(view, numeral);
  if (whole !== undefined) return [whole];
  const found: Match[] = [];
  for (let from = 0; from + 3 <= numeral.groups.length; from += 1) {
    const window = numeralOf(numeral.groups.slice(from, from + 3));
    if (shapeOf(window) !== '3-2-4') continue;
    const match = read(view, window);
    if (match !== undefined) found.push(match);
  }
  return found;
}

function read(view: View, numeral: Numeral): Match | undefined {
  const { text } = view;
  if (publishedSamples.has(numeral.digits)) return undefined;
  if (isEmbedded(text, numeral)) return undefined;
  const isAmount = isQuantity(text, numeral.start, numeral.end);
  if (isAmount && !isPunctuated(numeral, grouped)) return undefined;
  const found = evidenceFor(view, numeral);
  return found && { start: numeral.start, end: numeral.end, ...found };
}

function evidenceFor(view: View, numeral: Numeral): Evidence | undefined {
  const topic = topicAt(view, numeral.start, numeral.end);
  if (topic?.kind === 'SSN' && topic.strength > 0.4) {
    const found = byContext(view, numeral, topic);
    if (found !== undefined) return found;
  }
  if (isReadings(view.text, numeral.start)) return undefined;
  return byShape(numeral, topic) ?? unnamedLastFour(view, numeral, topic);
}

const measured = new RegExp(
  `\\b(?:${inLanguages(
    'sugars?|glucose|pressure|readings?|oxygen|weights?|pulse|heart rate|levels?|counts?',
    ({ said }) => said?.readings,
  )})\\b[^.?!]{0,24}$`,
  'i',
);

/** "my sugar was two forty one then one ninety eight": several readings, one after the other. */
const isReadings = (text: string, start: number): boolean =>
  measured.test(text.slice(Math.max(0, start - 48), start));

/**
 * Last four digits that may be those of a card or of an SSN. They count as those of an SSN, which is
 * worse to leak.
 */
function unnamedLastFour(
  { text, question }: View,
  { start, end, digits }: Numeral,
  topic: Topic | undefined,
): Evidence | undefined {
  if (digits.length !== 4 || topic !== undefined) return undefined;
  const isAnswer = askedLast.test(question) && text.length <= answerLength;
  const isSaid = countedLast.test(text.slice(Math.max(0, start - 40), start));
  const isCount = /^ (?:years|weeks|days|of\b)/.test(text.slice(end, end + 7));
  return (isAnswer || isSaid) && !isCount ? evidence.lastFourUnnamed : undefined;
}

/**
 * Under words that ask for it the rules for areas and serials are not held against a number: what
 * the recogniser of speech wrote may be one digit off, and a miss exposes a patient.
 */
function byContext(view: View, numeral: Numeral, topic: Topic): Evidence | undefined {
  const written = view.text.slice(numeral.start, numeral.end);
  const { length } = numeral.digits;
  if (phoneLike.test(written) || dateLike.test(written)) return undefined;
  if (length === 9) return evidence.named;
  if (length >= 7) return length <= 11 ? evidence.miscounted : undefined;
  return partOfNumber(view, numeral, topic);
}

/** The last four digits, or a few said at a time. */
function partOfNumber(view: View, numeral: Numeral, topic: Topic): Evidence | undefined {
  if (topic.from === 'question') return partOfAnswer(view, numeral);
  const lead = view.text.slice(Math.max(0, numeral.start - 100), numeral.start);
  const isSpent = topic.from === 'before' && topic.strength <= spentStrength;
  if (isSpent && !corrected.test(lead)) return undefined;
  if (numeral.digits.length === 4) {
    const near = lead + view.text.slice(numeral.start, numeral.end + 60);
    return lastFour.test(near) ? evidence.lastFourSaid : evidence.lastFour;
  }
  const isPart = topic.strength === 1 && numeral.digits.length > 2;
  return isPart ? evidence.part : undefined;
}

function partOfAnswer({ text }: View, { digits }: Numeral): Evidence | undefined {
  const longest = digits.length === 2 ? shortAnswer : answerLength;
  return text.length <= longest ? evidence.part : undefined;
}

/** A topic this weak has had its number; only a correction adds another. */
const spentStrength = 0.6;

/** Characters of an utterance that is an answer, and of one that is nothing but a few digits. */
const answerLength = 80;
const shortAnswer = 24;

function byShape(numeral: Numeral, topic: Topic | undefined): Evidence | undefined {
  const shape = shapeOf(numeral);
  const other =
    topic !== undefined && topic.kind !== 'SSN' && topic.strength > 0.5 && isNumberKind(topic);
  if (shape === '3-2-4') {
    if (!isIssued(numeral.digits)) return undefined;
    return other ? evidence.groupedButOther : evidence.grouped;
  }
  if (other || numeral.digits.length !== 9 || !isIssued(numeral.digits)) return undefined;
  const isList = numeral.groups.some(({ separator }) => separator.startsWith(','));
  return /^(?:9|3-6|5-4|3-3-3)$/.test(shape) && !isList ? evidence.nineDigits : undefined;
}

/** Numbers of this kind could have the digits of an SSN. */
const isNumberKind = ({ kind }: Topic): boolean =>
  kind !== 'DATE' && kind !== 'AGE' && kind !== 'EMAIL';

/** Areas 000 and 666, group 00 and serial 0000 are never issued; 9xx are taxpayer numbers, whose group is 50 or above. */
function isIssued(digits: string): boolean {
  if (/^(?:000|666)/.test(digits) || /^\d{3}00/.test(digits) || digits.endsWith('0000')) {
    return false;
  }
  return !digits.startsWith('9') || /^9\d\d[5-9]/.test(digits);
}
