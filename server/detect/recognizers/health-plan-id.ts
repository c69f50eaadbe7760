import { matchesOf, type Pattern } from '../view/pattern.ts';
import type { Recognizer } from '../view/recognizer.ts';
import { hasDigit } from '../view/text.ts';
import { numberNoun } from '../vocabulary/field-names.ts';
import { isMbi, isNhsNumber } from './identifier/check-digits.ts';
import { defineLabels, findLabelled } from './identifier/labelled-values.ts';

const labels = defineLabels([
  [
    { name: 'named-plan', minDigits: 3, maxLength: 24, score: 0.8 },
    `\\b(?:(?:insurance |health |plan )?member(?:ship)?|subscriber|beneficiary|group|plan|health (?:plan|insurance|card)|(?<!national )insurance(?: card)?|cardholder|dependent|payer|rx ?(?:bin|grp|group|pcn)|bin|pcn|e ?h ?i ?c|g ?h ?i ?c|european health insurance card)(?:'s)?[ -]?(?:policy )?(?:card )?${numberNoun}`,
  ],
  [
    { name: 'medicare', minDigits: 5, maxLength: 16, score: 0.85 },
    `\\b(?:medicare|medicaid|medi-cal|m\\.?b\\.?i\\.?|h\\.?i\\.?c\\.?n\\.?|ohip|tricare)(?![a-z])(?: (?:beneficiary|recipient|health|card|member|id|claim)){0,2}(?: ?${numberNoun})?`,
  ],
  [
    { name: 'nhs', minDigits: 10, maxLength: 10, score: 0.85 },
    `\\b(?:n\\.?h\\.?s\\.?|national health(?: service)?)(?![a-z])(?: ?${numberNoun})?`,
  ],
]);

const compact = (value: string): string => value.replace(/\bthen\b|[ ,-]/gi, '');

const beneficiary: Pattern = {
  name: 'mbi',
  regex:
    /(?<![a-z0-9-])[1-9][ac-hjkmnp-rt-y][ac-hjkmnp-rt-y0-9]\d(?:[ -]|, ?(?:then )?| then )?[ac-hjkmnp-rt-y][ac-hjkmnp-rt-y0-9]\d(?:[ -]|, ?(?:then )?| then )?[ac-hjkmnp-rt-y]{2}\d{2}(?![a-z0-9-])/gi,
  score: 0.9,
  accepts: (value) => isMbi(compact(value)),
};
/** Counts only where the text or the question names the service: most such numbers are telephones. */
const nhsNumber: Pattern = {
  name: 'nhs-number',
  regex: /(?<![\w.+$-])\d{3}[ -]\d{3}[ -]\d{4}(?![\w-]|\.\d)/g,
  score: 0.9,
  accepts: (value) => isNhsNumber(compact(value)),
};
const nhs = /\bn\.?h\.?s\b/i;

/** Health-plan beneficiary numbers: Medicare by grammar, NHS by check digit, all others by name. */
export const healthPlanIdRecognizer: Recognizer = {
  kind: 'HEALTH_PLAN_ID',
  id: 'health-plan-id',
  find(view) {
    const { text, question } = view;
    if (!hasDigit(text)) return [];
    const isNhs = nhs.test(text) || nhs.test(question);
    const patterns = isNhs ? [beneficiary, nhsNumber] : [beneficiary];
    return [...findLabelled(view, labels), ...matchesOf(text, patterns)];
  },
};
