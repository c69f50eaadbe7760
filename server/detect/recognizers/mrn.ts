import { matchesOf, type Pattern } from '../view/pattern.ts';
import type { Recognizer } from '../view/recognizer.ts';
import { numberNoun } from '../vocabulary/field-names.ts';
import { defineLabels, findLabelled } from './identifier/labelled-values.ts';
import { withLooseIdentifiers } from './identifier/loose-identifiers.ts';

const labels = defineLabels([
  [
    { name: 'record-number', minDigits: 3, maxLength: 16, score: 0.9 },
    `\\b(?:m\\.? ?r\\.? ?n\\.?(?![a-z]{2})(?: ?${numberNoun})?|mr ?#|(?:medical|hospital|health|clinical|patient'?s?) (?:records?|chart|file) ?${numberNoun}|(?:chart|record|hospital|patient'?s?|unit) ?${numberNoun}|medical records?)`,
  ],
  [
    {
      name: 'number-with-you',
      minDigits: 4,
      maxLength: 12,
      score: 0.92,
      accepts: ({ compact }) => !/^1?[2-9]\d{9}$|^0\d{9,10}$|^\d{0,3}555\d{4}$/.test(compact),
    },
    '\\bnumber (?:(?:that )?(?:you|they|the (?:clinic|hospital|ward|nurse|front desk)) (?:have|has|gave|give|assigned|use)s? (?:me|him|her|us|for (?:me|him|her|us))|(?:with|at|in|from) (?:you(?: guys| folks| all)?|(?:the|your|this) (?:clinic|hospital|system|practice|office|surgery))(?! (?:call|phone|reach))|for (?:me|him|her)|here)(?![a-z])',
  ],
  [
    { name: 'medical-id', minDigits: 3, maxLength: 16, score: 0.85 },
    `\\b(?:medical|admission|encounter|visit|hosp\\.?|wrist ?band|bracelet|clinic(?:'s)?) ${numberNoun}`,
  ],
]);

const glued: Pattern = {
  name: 'glued',
  regex: /\bmrn?[-#]?(?<value>\d{4,12})\b/dgi,
  score: 0.9,
};

/** Medical record numbers: named, glued to their label, or the bare answer to the question. */
export const mrnRecognizer: Recognizer = {
  kind: 'MRN',
  id: 'mrn',
  find: (view) =>
    withLooseIdentifiers(view, 'MRN', [
      ...findLabelled(view, labels),
      ...matchesOf(view.text, [glued]),
    ]),
};
