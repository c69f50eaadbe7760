import { matchesOf, type Pattern } from '../view/pattern.ts';
import type { Recognizer } from '../view/recognizer.ts';
import { hasDigit } from '../view/text.ts';
import { numberNoun } from '../vocabulary/field-names.ts';
import { passesLuhn } from './identifier/check-digits.ts';
import { defineLabels, findLabelled } from './identifier/labelled-values.ts';

const noun = `(?:${numberNoun}|code(?![a-z]))`;
const labels = defineLabels([
  [
    {
      name: 'serial',
      minDigits: 3,
      maxLength: 40,
      score: 0.75,
      accepts: ({ compact }) => compact.length >= 5,
    },
    `\\b(?:serial(?: ?${noun})?|s/n|(?:device|implant|pacemaker|defibrillator|pump|meter|monitor|cgm|sensor|cpap|model|lot|batch|catalog|unique device|equipment|machine|hardware)(?:'s)?(?: serial)? ${noun}|u\\.?d\\.?i\\.?)(?![a-z])(?: ?${noun})?`,
  ],
  [
    { name: 'imei', minDigits: 8, maxLength: 40, score: 0.85 },
    `\\b(?:i\\.?m\\.?e\\.?i\\.?|m\\.?e\\.?i\\.?d\\.?|i\\.?m\\.?s\\.?i\\.?|i\\.?c\\.?c\\.?i\\.?d\\.?|u\\.?d\\.?i\\.?d\\.?|e\\.?s\\.?n\\.?)(?![a-z])(?: ?${noun})?`,
  ],
  [
    { name: 'named-mac', minDigits: 3, maxLength: 12, score: 0.8 },
    '\\b(?:m\\.?a\\.?c\\.?|hardware|bluetooth|wi-?fi|ethernet)(?![a-z]) address(?:es)?',
  ],
]);
/** Hexadecimal: these may stand without a digit. */
const macs: readonly Pattern[] = [
  {
    name: 'mac',
    regex:
      /(?<![a-f0-9:-])(?:[a-f0-9]{2}(?<joint>[:-])(?:[a-f0-9]{2}\k<joint>){4}[a-f0-9]{2}|[a-f0-9]{4}\.[a-f0-9]{4}\.[a-f0-9]{4})(?![a-f0-9:-])/gi,
    score: 0.9,
  },
  {
    name: 'mac-named',
    regex:
      /\b(?:m\.?a\.?c\.?|hardware|bluetooth) address(?:es)?(?: (?:is|was|to|on file|should read|should be|it's)){0,3}[\s:,]{1,3}(?<value>[a-f0-9]{2}(?:[ :.-]{0,3}[a-f0-9]{2}){5})(?![a-f0-9])/dgi,
    score: 0.85,
  },
];
const udi: Pattern = {
  name: 'udi',
  regex: /\(01\)\d{14}(?:\((?:10|11|17|21)\)[a-z0-9-]{1,20}){0,4}/gi,
  score: 0.95,
};
const imeiRegex = /(?<![\w.+$/-])\d{2}[- ]?\d{6}[- ]?\d{6}[- ]?\d(?![\w/-]|\.\d)/g;
const isImei = (value: string): boolean => passesLuhn(value.replace(/\D/g, ''));
const namedImei: Pattern = { name: 'imei-check', regex: imeiRegex, score: 0.95, accepts: isImei };
/** Where no word names the number, it must begin as a reporting body in use does. */
const bareImei: Pattern = {
  name: 'imei-check',
  regex: imeiRegex,
  score: 0.4,
  accepts: (value) => /^(?:01|35|86|99)/.test(value) && isImei(value),
};
const imeiInSight = /\b(?:imei|device|handset)\b/i;

/** Device identifiers: MAC, IMEI (Luhn), UDI by shape; serial numbers by name. */
export const deviceIdRecognizer: Recognizer = {
  kind: 'DEVICE_ID',
  id: 'device-id',
  find(view) {
    const { text } = view;
    if (!hasDigit(text)) return matchesOf(text, macs);
    const imei = imeiInSight.test(text) ? namedImei : bareImei;
    return [...matchesOf(text, [...macs, udi, imei]), ...findLabelled(view, labels)];
  },
};
