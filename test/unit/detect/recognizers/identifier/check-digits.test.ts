import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasVinShape,
  isAbaNumber,
  isCardNumber,
  isDeaNumber,
  isIban,
  isIssuedRange,
  isMbi,
  isNhsNumber,
  isNpi,
  isUkPostcode,
  isVin,
  passesLuhn,
} from '../../../../../server/detect/recognizers/identifier/check-digits.ts';

type Validator = (value: string) => boolean;

/** Published samples of each standard that hold, and values that break it in one way each. */
const samples: readonly (readonly [string, Validator, readonly string[], readonly string[]])[] = [
  ['Luhn', passesLuhn, ['79927398713', '18', '00'], ['79927398710', '', '7', '7992739871x']],
  [
    'payment cards',
    isCardNumber,
    [
      '4111111111111111',
      '378282246310005',
      '5555555555554444',
      '6011111111111117',
      '30569309025904',
    ],
    [
      '4111111111111112',
      '411111111111111',
      '9999999999999995',
      '0000000000000000',
      '1111111111111117',
    ],
  ],
  [
    'issuer ranges',
    isIssuedRange,
    ['2221000000000000', '3530111333300000'],
    ['2220990000000000', '37'],
  ],
  [
    'IBAN',
    isIban,
    ['GB82WEST12345698765432', 'de89370400440532013000', 'NO9386011117947'],
    ['GB82WEST12345698765433', 'GB82WEST1234569876543', 'XX8237040044053201300', 'GB82'],
  ],
  [
    'ABA routing',
    isAbaNumber,
    ['021000021', '011401533'],
    ['021000022', '991000021', '02100002', '000000000'],
  ],
  ['NPI', isNpi, ['1234567893', '1245319599'], ['1234567890', '3234567893', '123456789']],
  [
    'DEA',
    isDeaNumber,
    ['AB1234563', 'f91234563', 'AP5836727'],
    ['AB1234560', 'ZB1234563', 'AB123456'],
  ],
  [
    'VIN',
    isVin,
    ['1M8GDM9AXKP042788', '1HGCM82633A004352'],
    ['1M8GDM9A1KP042788', '1M8GDM9AXKP04278', '1M8GDM9AXKP04278O'],
  ],
  [
    'VIN shape',
    hasVinShape,
    ['1HGCM82633A004353'],
    ['12345678901234567', 'ABCDEFGHJKLMNPRST', '1HGCM82633A00435I'],
  ],
  [
    'Medicare MBI',
    isMbi,
    ['1EG4TE5MK73', '1eg4te5mk73'],
    ['0EG4TE5MK73', '1SG4TE5MK73', '1EG4TE5MK7', '1EGATE5MK73'],
  ],
  ['NHS', isNhsNumber, ['9434765919', '4505577104'], ['9434765918', '1111111111', '943476591']],
  [
    'UK postcodes',
    isUkPostcode,
    ['SW191EZ', 'm14wt', 'EC2A3LT', 'B11TT', 'GIR0AA'],
    ['QX191EZ', 'SW191CZ', 'SW19', 'SW191E'],
  ],
];

describe.each(samples)('check of %s', (_name, holds, good, bad) => {
  it('accepts published samples', () => {
    expect(good.filter((value) => !holds(value))).toEqual([]);
  });

  it('refuses values that break one rule', () => {
    expect(bad.filter(holds)).toEqual([]);
  });

  it('refuses any other text without failing', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof holds(text) === 'boolean'));
  });
});

describe('check digits', () => {
  it('catch every single wrong digit of a Luhn number', () => {
    const wrong = fc.tuple(fc.nat(10), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(wrong, ([at, step]) => {
        const digits = [...'79927398713'].map(Number);
        digits[at] = ((digits[at] ?? 0) + step) % 10;
        return !passesLuhn(digits.join(''));
      }),
    );
  });
});
