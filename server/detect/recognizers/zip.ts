import type { Recognizer } from '../recognizer.ts';
import { findPostcodes, postcodePatterns } from './postcode.ts';
import { hasDigit } from './words.ts';

export const patterns: readonly RegExp[] = postcodePatterns;

/** Postal codes as a kind of their own (design D9); without the kind they belong to ADDRESS. */
export const zipRecognizer: Recognizer = {
  kind: 'ZIP',
  detector: 'regex.zip',
  find: (view) => (hasDigit(view.text) ? findPostcodes(view) : []),
};
