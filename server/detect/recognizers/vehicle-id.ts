import type { Match, Recognizer, View } from '../view/recognizer.ts';
import { hasDigit } from '../vocabulary/words.ts';
import { hasVinShape, isVin } from './identifier/check-digits.ts';
import { defineLabel, findLabelled } from './identifier/labelled-values.ts';

const noun = '(?:#|(?:numbers?|no\\.?|num|id)(?![a-z]))';
const labels = [
  defineLabel({
    rule: 'named-vin',
    cue: `\\b(?:v\\.?i\\.?n\\.?|(?:vehicle|car|chassis|truck)(?: identification| id| serial)? ${noun})(?![a-z])(?: ?${noun})?`,
    minDigits: 5,
    maxLength: 19,
    score: 0.8,
    accepts: ({ compact }) => compact.length >= 11,
  }),
  defineLabel({
    rule: 'plate',
    cue: `\\b(?:(?:licen[sc]e|number|registration|vehicle|car|vanity|tag|temp(?:orary)?)[- ](?:plate|tag)s?|plates?(?= ?(?:${noun}|is|:))|tag ?${noun}|registration(?= (?:is|plate)))(?![a-z])(?: ?${noun})?`,
    minDigits: 1,
    maxLength: 9,
    score: 0.75,
    tight: true,
    accepts: ({ compact }) => compact.length >= 4,
  }),
];
const shape = /(?<![a-z0-9])[a-hj-npr-z0-9]{17}(?![a-z0-9])/gi;

/** Vehicle identifiers: VINs by check digit, VINs and licence plates by name. */
export const vehicleIdRecognizer: Recognizer = {
  kind: 'VEHICLE_ID',
  detector: 'regex.vehicle-id',
  find(view: View): readonly Match[] {
    const { text } = view;
    if (!hasDigit(text)) return [];
    const numbers = Array.from(text.matchAll(shape)).flatMap(({ index, 0: found }) => {
      if (!hasVinShape(found)) return [];
      const isChecked = isVin(found);
      return [
        {
          start: index,
          end: index + found.length,
          score: isChecked ? 0.95 : 0.45,
          rule: isChecked ? 'vin-check' : 'vin-shape',
        },
      ];
    });
    return [...numbers, ...findLabelled(view, labels)];
  },
};
