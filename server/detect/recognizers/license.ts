import type { Match, Recognizer, View } from '../view/recognizer.ts';
import { hasDigit } from '../vocabulary/words.ts';
import { isDeaNumber, isNpi } from './identifier/check-digits.ts';
import { defineLabel, findLabelled } from './identifier/labelled-values.ts';

const noun = '(?:#|(?:numbers?|no\\.?|num|id|identifier)(?![a-z]))';
const licence = 'licen[sc]es?';
const labels = [
  defineLabel({
    rule: 'npi',
    cue: `\\b(?:n\\.?p\\.?i\\.?|national provider(?: (?:identifier|id))?|provider ${noun})(?![a-z])(?: ?${noun})?`,
    minDigits: 8,
    maxLength: 10,
    score: 0.85,
  }),
  defineLabel({
    rule: 'dea',
    cue: `\\b(?:d\\.?e\\.?a\\.?|drug enforcement)(?![a-z])(?: (?:registration|license))?(?: ?${noun})?`,
    minDigits: 5,
    maxLength: 10,
    score: 0.85,
  }),
  defineLabel({
    rule: 'driver',
    cue: `\\b(?:(?:driver'?s?'?|driving|operator'?s?) ${licence}|d\\.?l\\.?(?= ?(?:number|no|#))|(?:state|government) i\\.?d\\.?)(?![a-z])(?: ?(?:card )?${noun})?`,
    minDigits: 3,
    maxLength: 19,
    score: 0.8,
  }),
  defineLabel({
    rule: 'licence',
    cue: `\\b(?:(?:medical|nursing|nurse'?s?|pharmacy|pharmacist|physician|professional|state|dental|bar|contractor|real estate|teaching|pilot'?s?|cpa|practice|board) )?(?:(?<!plate )(?:${licence}|certificate|certification|registration|credential))(?! plate) ?${noun}`,
    minDigits: 3,
    maxLength: 20,
    score: 0.75,
  }),
  defineLabel({
    rule: 'licence-alone',
    cue: `\\b${licence}(?! plate)(?= (?:is|:|was|to))`,
    minDigits: 4,
    maxLength: 20,
    score: 0.6,
    tight: true,
  }),
  defineLabel({
    rule: 'passport',
    cue: `\\b(?:passports?(?: ?(?:book|card))?|travel document)(?: ?${noun})?(?![a-z])`,
    minDigits: 5,
    maxLength: 12,
    score: 0.8,
  }),
];
const deaShape = /(?<![a-z0-9])[a-hj-mprstux][a-z9]\d{7}(?![a-z0-9])/gi;
const npiShape = /(?<![\w.+$/-])[12]\d{3}[ -]?\d{3}[ -]?\d{3}(?![\w/-]|\.\d)/g;
const deaInSight = /\bd\.?e\.?a\b/i;
const npiInSight = /\b(?:n\.?p\.?i|provider)\b/i;
const britishDriver =
  /(?<![a-z0-9])[a-z9]{5}\d[0156]\d(?:0[1-9]|[12]\d|3[01])\d[a-z9]{2}\d?[a-z]{2}(?![a-z0-9])/gi;

function shaped(text: string, pattern: RegExp, score: number, rule: string): Match[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    score,
    rule,
  }));
}

/** Certificates and licences: NPI and DEA by check digit, the others by name. */
export const licenseRecognizer: Recognizer = {
  kind: 'LICENSE',
  detector: 'regex.license',
  find(view: View): readonly Match[] {
    const { text } = view;
    if (!hasDigit(text)) return [];
    const holds = (isValid: (value: string) => boolean) => (match: Match) =>
      isValid(text.slice(match.start, match.end).replace(/[ -]/g, ''));
    const npiScore = npiInSight.test(text) ? 0.95 : 0.5;
    return [
      ...findLabelled(view, labels),
      ...shaped(text, deaShape, deaInSight.test(text) ? 0.95 : 0.7, 'dea-check').filter(
        holds(isDeaNumber),
      ),
      ...shaped(text, npiShape, npiScore, 'npi-check').filter(holds(isNpi)),
      ...shaped(text, britishDriver, 0.7, 'uk-driver'),
    ];
  },
};
