import { describe, expect, it } from 'vitest';
import { vehicleIdRecognizer } from '../../../../server/detect/recognizers/vehicle-id.ts';
import { type Case, found } from './found.ts';

const cases: readonly Case[] = [
  ['VIN by check digit', 'it is 1M8GDM9AXKP042788', ['1M8GDM9AXKP042788']],
  ['VIN by name though a digit is wrong', 'vin 1M8GDM9A1KP042788', ['1M8GDM9A1KP042788']],
  [
    'VIN spoken',
    'vin is one m eight g d m nine a x k p zero four two seven eight eight',
    ['one m eight g d m nine a x k p zero four two seven eight eight'],
  ],
  ['plate', 'my license plate is ABC 1234', ['ABC 1234']],
  ['plate number', 'plate number 7XKR992', ['7XKR992']],
  ['plate spoken', 'my plate is k d b four four one nine', ['k d b four four one nine']],
  ['a plate of food', 'one plate of 3 eggs', []],
  ['a bone plate', 'a plate and 6 screws', []],
  ['seventeen digits', '12345678901234567', []],
];

describe('VEHICLE_ID is found, and what only looks like it is not', () => {
  it.each(cases)('%s', (_why, text, expected, question) => {
    expect(found(vehicleIdRecognizer, text, question)).toEqual(expected);
  });
});
