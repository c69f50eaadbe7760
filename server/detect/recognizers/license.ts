import { matchesOf, type Pattern } from '../view/pattern.ts';
import type { Recognizer } from '../view/recognizer.ts';
import { hasDigit } from '../view/text.ts';
import { numberNoun } from '../vocabulary/field-names.ts';
import { isDeaNumber, isNpi } from './identifier/check-digits.ts';
import { defineLabels, findLabelled } from './identifier/labelled-values.ts';

const licence = 'licen[sc]es?';
const labels = defineLabels([
  [
    { name: 'npi', minDigits: 8, maxLength: 10, score: 0.85 },
    `\\b(?:n\\.?p\\.?i\\.?|national provider(?: (?:identifier|id))?|provider ${numberNoun})(?![a-z])(?: ?${numberNoun})?`,
  ],
  [
    { name: 'dea', minDigits: 5, maxLength: 10, score: 0.85 },
    `\\b(?:d\\.?e\\.?a\\.?|drug enforcement)(?![a-z])(?: (?:registration|license))?(?: ?${numberNoun})?`,
  ],
  [
    { name: 'driver', minDigits: 3, maxLength: 19, score: 0.8 },
    `\\b(?:(?:driver'?s?'?|driving|operator'?s?) ${licence}|d\\.?l\\.?(?= ?(?:number|no|#))|(?:state|government) i\\.?d\\.?)(?![a-z])(?: ?(?:card )?${numberNoun})?`,
  ],
  [
    { name: 'licence', minDigits: 3, maxLength: 20, score: 0.75 },
    `\\b(?:(?:medical|nursing|nurse'?s?|pharmacy|pharmacist|physician|professional|state|dental|bar|contractor|real estate|teaching|pilot'?s?|cpa|practice|board) )?(?:(?<!plate )(?:${licence}|certificate|certification|registration|credential))(?! plate) ?${numberNoun}`,
  ],
  [
    { name: 'licence-alone', minDigits: 4, maxLength: 20, score: 0.6 },
    `\\b${licence}(?! plate)(?= (?:is|:|was|to))`,
  ],
  [
    { name: 'passport', minDigits: 5, maxLength: 12, score: 0.8 },
    `\\b(?:passports?(?: ?(?:book|card))?|travel document)(?: ?${numberNoun})?(?![a-z])`,
  ],
]);

const patterns: readonly Pattern[] = [
  {
    name: 'dea-check',
    regex: /(?<![a-z0-9])[a-hj-mprstux][a-z9]\d{7}(?![a-z0-9])/gi,
    score: 0.7,
    context: { words: /\bd\.?e\.?a\b/i, score: 0.95 },
    accepts: isDeaNumber,
  },
  {
    name: 'npi-check',
    regex: /(?<![\w.+$/-])[12]\d{3}[ -]?\d{3}[ -]?\d{3}(?![\w/-]|\.\d)/g,
    score: 0.5,
    context: { words: /\b(?:n\.?p\.?i|provider)\b/i, score: 0.95 },
    accepts: (value) => isNpi(value.replace(/[ -]/g, '')),
  },
  {
    name: 'uk-driver',
    regex:
      /(?<![a-z0-9])[a-z9]{5}\d[0156]\d(?:0[1-9]|[12]\d|3[01])\d[a-z9]{2}\d?[a-z]{2}(?![a-z0-9])/gi,
    score: 0.7,
  },
];

/** Certificates and licences: NPI and DEA by check digit, the others by name. */
export const licenseRecognizer: Recognizer = {
  kind: 'LICENSE',
  id: 'license',
  find: (view) =>
    hasDigit(view.text) ? [...findLabelled(view, labels), ...matchesOf(view.text, patterns)] : [],
};
