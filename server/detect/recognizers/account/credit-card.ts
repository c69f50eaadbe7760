import { matchesOf, type Pattern } from '../../view/pattern.ts';
import type { Match, Recognizer, View } from '../../view/recognizer.ts';
import { hasDigit } from '../../view/text.ts';
import { monthSource } from '../../vocabulary/months.ts';
import { isCardNumber } from '../identifier/check-digits.ts';
import { defineLabels, findLabelled } from '../identifier/labelled-values.ts';

const paymentCard =
  '\\b(?:credit|debit|bank|payment|charge|hsa|fsa|gift|visa|mastercard|amex|american express|discover)(?: card)?';
const card = `(?:${paymentCard}|\\bcard)`;
const isNumber = ({ compact }: { readonly compact: string }): boolean =>
  /^\d{12,19}$/.test(compact);

/** Labels that may name something else: an insurance card, a code in a message. */
const unsure = { anyCard: 'any-card', code: 'loose-code' } as const;

const labels = defineLabels([
  [
    { name: 'named-card', minDigits: 12, maxLength: 19, score: 0.8, accepts: isNumber },
    `${paymentCard}(?: ?(?:number|no\\.?|num|#))?`,
  ],
  [
    { name: unsure.anyCard, minDigits: 12, maxLength: 19, score: 0.8, accepts: isNumber },
    '\\bcard(?: ?(?:number|no\\.?|num|#))?',
  ],
  [
    { name: 'last-four', minDigits: 4, maxLength: 4, score: 0.75 },
    `${card}s? (?:(?:number|no\\.?) )?[,\\s]{0,2}(?:is |that |which |it )?(?:end(?:s|ing|ed)?(?: (?:in|with))?|start(?:s|ing)? with|last (?:four|4)(?: digits)?)`,
  ],
  [
    {
      name: 'security-code',
      minDigits: 3,
      maxLength: 4,
      score: 0.75,
      accepts: ({ compact }) => /^\d{3,4}$/.test(compact),
    },
    '\\b(?:c\\.? ?v\\.? ?[vc]\\.? ?2?|card (?:security|verification) (?:code|number|value)|(?:code|digits|numbers?|three|3|four|4) (?:on|from) (?:the|its) (?:back|front|reverse)|(?:back|front) code)(?![a-z])(?: of (?:the|my|your|it) ?(?:card)?)?',
  ],
  [
    {
      name: unsure.code,
      minDigits: 3,
      maxLength: 4,
      score: 0.75,
      accepts: ({ compact }) => /^\d{3,4}$/.test(compact),
    },
    '\\b(?:security code|(?:three|3|four|4)[- ]digits?(?: (?:security )?(?:code|number))?)(?![a-z])(?: (?:on|from|at) (?:the|its|my|your) (?:back|front)(?: of (?:the|my|your|it) ?(?:card)?)?)?',
  ],
]);

const expiryValue = `(?<value>(?:(?:0|oh? )?[1-9]|1[0-2]|${monthSource})(?: of(?: the)?|[\\s,/.-]{0,3}) ?(?:20)?[2-4]\\d|(?:0[1-9]|1[0-2])[2-4]\\d)(?![\\d/-])`;
const expiryName =
  '\\b(?:exp(?:ir(?:y|es|ation|ing|ed))?\\.?|(?:good|valid) (?:thru|through|until|till|to))(?: date)?';
const expiry: Pattern = {
  name: 'expiry',
  regex: new RegExp(
    `${expiryName}[\\s:,]{0,3}(?:(?:is|it's|of|in|on|um|uh|will be|should be|should read|reads?|to)[\\s:,]){0,4}${expiryValue}`,
    'gid',
  ),
  score: 0.7,
};
const expiryAnswer: Pattern = {
  name: 'expiry',
  regex: new RegExp(`(?<![\\d/-])${expiryValue}`, 'gid'),
  score: 0.7,
};
/** "april of twenty nine and the code is …": what is called no more than a code, in one breath with the expiry. */
const codeBehind: Pattern = {
  name: 'security-code',
  regex: new RegExp(
    `${expiryValue.replace('<value>', '<expiry>')}[\\s,]{1,3}(?:and |with |y )?(?:the |a )?(?:security )?(?:code|c ?v ?[vc])(?: (?:is|it's|of|are))?[\\s,]{1,2}(?<value>\\d{3,4})(?!\\d)`,
    'gid',
  ),
  score: 0.75,
};
const expiryAsked = /\bexpir(?:y|es?|ation)\b|\bexp\b|\b(?:good|valid) (?:thru|through|until)\b/i;
const otherExpires =
  /\b(?:licen[sc]e|passport|prescription|visa application|milk|coupon|policy|coverage|contract|lease|warranty|offer|voucher|membership|registration|certificate|plan|medication|medicine|food)\b/i;
const cardInSight = /\b(?:card|credit|debit|visa|mastercard|amex|discover|cvv|cvc)\b/i;

const number: Pattern = {
  name: 'luhn',
  regex: /(?<![\w.]|\d[-/])\d(?:[ .-]{0,2}\d){11,18}(?![-/]?\d)/g,
  score: 0.97,
  accepts: (value) => isCardNumber(value.replace(/\D/g, '')),
};

/** When a card runs out: behind words of expiry where nothing else expires, or asked for. */
function expiries({ text, question }: View): Match[] {
  const isCard = cardInSight.test(text) || cardInSight.test(question);
  if (!isCard && otherExpires.test(text)) return [];
  const said = matchesOf(text, [expiry]);
  const isAsked = expiryAsked.test(question.slice(-160));
  const codes = isAsked || said.length > 0 ? matchesOf(text, [codeBehind]) : [];
  const isAnswer = said.length === 0 && text.length <= 60 && isAsked;
  return [...(isAnswer ? matchesOf(text, [expiryAnswer]).slice(0, 1) : said), ...codes];
}

const cardsByView = new WeakMap<View, readonly Match[]>();

/** Payment cards: number by issuer range and Luhn, and by name; last four, security code, expiry. */
export function findCards(view: View): readonly Match[] {
  if (!hasDigit(view.text)) return [];
  const known = cardsByView.get(view) ?? readCards(view);
  cardsByView.set(view, known);
  return known;
}

const readCards = (view: View): readonly Match[] => [
  ...matchesOf(view.text, [number]),
  ...findLabelled(view, labels),
  ...expiries(view),
];

/** Without those that may belong to no payment card: a policy may redact cards for good. */
function certainCards(view: View): readonly Match[] {
  const isCard = cardInSight.test(view.text) || cardInSight.test(view.question);
  const isUnsure = ({ rule }: Match): boolean =>
    rule.startsWith(unsure.anyCard) ||
    (!isCard && (rule.startsWith(unsure.code) || rule === expiry.name));
  return findCards(view).filter((match) => !isUnsure(match));
}

export const creditCardRecognizer: Recognizer = {
  kind: 'CREDIT_CARD',
  id: 'credit-card',
  find: certainCards,
};
