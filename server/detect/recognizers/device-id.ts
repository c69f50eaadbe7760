import type { Match, Recognizer, View } from '../view/recognizer.ts';
import { hasDigit } from '../vocabulary/words.ts';
import { passesLuhn } from './identifier/check-digits.ts';
import { defineLabel, findLabelled } from './identifier/labelled-values.ts';

const noun = '(?:#|(?:numbers?|no\\.?|num|id|identifier|code)(?![a-z]))';
const labels = [
  defineLabel({
    rule: 'serial',
    cue: `\\b(?:serial(?: ?${noun})?|s/n|(?:device|implant|pacemaker|defibrillator|pump|meter|monitor|cgm|sensor|cpap|model|lot|batch|catalog|unique device|equipment|machine|hardware)(?:'s)?(?: serial)? ${noun}|u\\.?d\\.?i\\.?)(?![a-z])(?: ?${noun})?`,
    minDigits: 3,
    maxLength: 40,
    score: 0.75,
    accepts: ({ compact }) => compact.length >= 5,
  }),
  defineLabel({
    rule: 'imei',
    cue: `\\b(?:i\\.?m\\.?e\\.?i\\.?|m\\.?e\\.?i\\.?d\\.?|i\\.?m\\.?s\\.?i\\.?|i\\.?c\\.?c\\.?i\\.?d\\.?|u\\.?d\\.?i\\.?d\\.?|e\\.?s\\.?n\\.?)(?![a-z])(?: ?${noun})?`,
    minDigits: 8,
    maxLength: 40,
    score: 0.85,
  }),
  defineLabel({
    rule: 'named-mac',
    cue: '\\b(?:m\\.?a\\.?c\\.?|hardware|bluetooth|wi-?fi|ethernet)(?![a-z]) address(?:es)?',
    minDigits: 3,
    maxLength: 12,
    score: 0.8,
  }),
];
const mac =
  /(?<![a-f0-9:-])(?:[a-f0-9]{2}(?<joint>[:-])(?:[a-f0-9]{2}\k<joint>){4}[a-f0-9]{2}|[a-f0-9]{4}\.[a-f0-9]{4}\.[a-f0-9]{4})(?![a-f0-9:-])/gi;
const namedMac =
  /\b(?:m\.?a\.?c\.?|hardware|bluetooth) address(?:es)?(?: (?:is|was|to|on file|should read|should be|it's)){0,3}[\s:,]{1,3}(?<value>[a-f0-9]{2}(?:[ :.-]{0,3}[a-f0-9]{2}){5})(?![a-f0-9])/dgi;
const imei = /(?<![\w.+$/-])\d{2}[- ]?\d{6}[- ]?\d{6}[- ]?\d(?![\w/-]|\.\d)/g;
const imeiInSight = /\b(?:imei|device|handset)\b/i;
const udi = /\(01\)\d{14}(?:\((?:10|11|17|21)\)[a-z0-9-]{1,20}){0,4}/gi;

function spans(text: string, pattern: RegExp, score: number, rule: string): Match[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: all, indices }) => {
    const [start, end] = indices?.groups?.['value'] ?? [index, index + all.length];
    return { start, end, score, rule };
  });
}

/** Luhn, and a reporting body in use where no word says what the number is. */
function isImei(digits: string, isNamed: boolean): boolean {
  return passesLuhn(digits) && (isNamed || /^(?:01|35|86|99)/.test(digits));
}

/** Device identifiers: MAC, IMEI (Luhn), UDI by shape; serial numbers by name. */
export const deviceIdRecognizer: Recognizer = {
  kind: 'DEVICE_ID',
  detector: 'regex.device-id',
  find(view: View): readonly Match[] {
    const { text } = view;
    const shaped = [...spans(text, mac, 0.9, 'mac'), ...spans(text, namedMac, 0.85, 'mac-named')];
    if (!hasDigit(text)) return shaped;
    const isNamed = imeiInSight.test(text);
    return [
      ...shaped,
      ...findLabelled(view, labels),
      ...spans(text, udi, 0.95, 'udi'),
      ...spans(text, imei, isNamed ? 0.95 : 0.4, 'imei-check').filter(({ start, end }) =>
        isImei(text.slice(start, end).replace(/\D/g, ''), isNamed),
      ),
    ];
  },
};
