import { describe, expect, it } from 'vitest';
import { licenseRecognizer } from '../../../../server/detect/recognizers/license.ts';
import { type Case, found } from './found.ts';

const cases: readonly Case[] = [
  ['NPI by check digit', 'NPI 1234567893', ['1234567893']],
  ['NPI in groups', 'npi 1234-567-893', ['1234-567-893']],
  ['DEA by check digit', 'it says AB1234563', ['AB1234563']],
  ['DEA by name', 'DEA number is BX9999999', ['BX9999999']],
  ['driver', "driver's license number is D448-2910-77", ['D448-2910-77']],
  [
    'driver, spoken',
    'my drivers license is d four four eight two nine one oh',
    ['d four four eight two nine one oh'],
  ],
  ['nurse', 'my license number is RN-448291', ['RN-448291']],
  ['medical', 'medical license no. A-77120', ['A-77120']],
  ['passport', 'passport number 553920118', ['553920118']],
  ['UK driver by shape', 'DOEXX701019AB9CD', ['DOEXX701019AB9CD']],
  ['ten digits of no NPI', '1234567890', []],
  ['a licence plate', 'license plate number ABC 1234', []],
  ['an age', 'got my license at 16 years', []],
  ['a DEA shape with a wrong digit', 'part AB1234560', []],
];

describe('LICENSE is found, and what only looks like it is not', () => {
  it.each(cases)('%s', (_why, text, expected, question) => {
    expect(found(licenseRecognizer, text, question)).toEqual(expected);
  });
});
