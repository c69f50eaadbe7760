import type { Match, Recognizer, View } from '../view/recognizer.ts';
import { hasDigit } from '../vocabulary/words.ts';
import { isMbi, isNhsNumber } from './identifier/check-digits.ts';
import { defineLabel, findLabelled } from './identifier/labelled-values.ts';

const noun = '(?:#|(?:numbers?|no\\.?|num|id|ids|identifier|identification(?: number)?)(?![a-z]))';
const labels = [
  defineLabel({
    rule: 'named-plan',
    cue: `\\b(?:(?:insurance |health |plan )?member(?:ship)?|subscriber|beneficiary|group|plan|health (?:plan|insurance|card)|(?<!national )insurance(?: card)?|cardholder|dependent|payer|rx ?(?:bin|grp|group|pcn)|bin|pcn|e ?h ?i ?c|g ?h ?i ?c|european health insurance card)(?:'s)?[ -]?(?:policy )?(?:card )?${noun}`,
    minDigits: 3,
    maxLength: 24,
    score: 0.8,
  }),
  defineLabel({
    rule: 'medicare',
    cue: `\\b(?:medicare|medicaid|medi-cal|m\\.?b\\.?i\\.?|h\\.?i\\.?c\\.?n\\.?|ohip|tricare)(?![a-z])(?: (?:beneficiary|recipient|health|card|member|id|claim)){0,2}(?: ?${noun})?`,
    minDigits: 5,
    maxLength: 16,
    score: 0.85,
  }),
  defineLabel({
    rule: 'nhs',
    cue: `\\b(?:n\\.?h\\.?s\\.?|national health(?: service)?)(?![a-z])(?: ?${noun})?`,
    minDigits: 10,
    maxLength: 10,
    score: 0.85,
  }),
];
const beneficiary =
  /(?<![a-z0-9-])[1-9][ac-hjkmnp-rt-y][ac-hjkmnp-rt-y0-9]\d[ -]?[ac-hjkmnp-rt-y][ac-hjkmnp-rt-y0-9]\d[ -]?[ac-hjkmnp-rt-y]{2}\d{2}(?![a-z0-9-])/gi;
const nhsNumber = /(?<![\w.+$-])\d{3}[ -]\d{3}[ -]\d{4}(?![\w-]|\.\d)/g;
const nhsInSight = /\bn\.?h\.?s\b/i;

function shaped(
  text: string,
  pattern: RegExp,
  isValid: (compact: string) => boolean,
  rule: string,
): Match[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ index, 0: found }) =>
    isValid(found.replace(/[ -]/g, ''))
      ? [{ start: index, end: index + found.length, score: 0.9, rule }]
      : [],
  );
}

/** Health-plan beneficiary numbers: Medicare by grammar, NHS by check digit, all others by name. */
export const healthPlanIdRecognizer: Recognizer = {
  kind: 'HEALTH_PLAN_ID',
  detector: 'regex.health-plan-id',
  find(view: View): readonly Match[] {
    const { text, question } = view;
    if (!hasDigit(text)) return [];
    const isNhs = nhsInSight.test(text) || nhsInSight.test(question);
    return [
      ...findLabelled(view, labels),
      ...shaped(text, beneficiary, isMbi, 'mbi'),
      ...(isNhs ? shaped(text, nhsNumber, isNhsNumber, 'nhs-number') : []),
    ];
  },
};
