import { matchesOf, type Pattern } from '../view/pattern.ts';
import type { Recognizer } from '../view/recognizer.ts';
import { hasDigit } from '../view/text.ts';
import { numberNoun } from '../vocabulary/field-names.ts';
import { hasVinShape, isVin } from './identifier/check-digits.ts';
import { defineLabels, findLabelled } from './identifier/labelled-values.ts';

const labels = defineLabels([
  [
    {
      name: 'named-vin',
      minDigits: 5,
      maxLength: 19,
      score: 0.8,
      accepts: ({ compact }) => compact.length >= 11,
    },
    `\\b(?:v\\.?i\\.?n\\.?|(?:vehicle|car|chassis|truck)(?: identification| id| serial)? ${numberNoun})(?![a-z])(?: ?${numberNoun})?`,
  ],
  [
    {
      name: 'plate',
      minDigits: 1,
      maxLength: 9,
      score: 0.75,
      accepts: ({ compact }) => compact.length >= 4,
    },
    `\\b(?:(?:licen[sc]e|number|registration|vehicle|car|vanity|tag|temp(?:orary)?)[- ](?:plate|tag)s?|plates?(?= ?(?:${numberNoun}|is|:))|tag ?${numberNoun}|registration(?= (?:is|plate)))(?![a-z])(?: ?${numberNoun})?`,
  ],
]);
const shape = /(?<![a-z0-9])[a-hj-npr-z0-9]{17}(?![a-z0-9])/gi;
const patterns: readonly Pattern[] = [
  { name: 'vin-check', regex: shape, score: 0.95, accepts: isVin },
  {
    name: 'vin-shape',
    regex: shape,
    score: 0.45,
    accepts: (value) => hasVinShape(value) && !isVin(value),
  },
];

/** Vehicle identifiers: VINs by check digit, VINs and licence plates by name. */
export const vehicleIdRecognizer: Recognizer = {
  kind: 'VEHICLE_ID',
  id: 'vehicle-id',
  find: (view) =>
    hasDigit(view.text) ? [...matchesOf(view.text, patterns), ...findLabelled(view, labels)] : [],
};
