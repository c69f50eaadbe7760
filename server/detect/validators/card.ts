import { passesLuhn } from './luhn.ts';

/** First digits [from, to] of an issuer, compared over the length of `from`, and its card lengths. */
type IssuerRange = readonly [from: string, to: string, lengths: readonly number[]];

const issuers: readonly IssuerRange[] = [
  ['4', '4', [13, 16, 19]],
  ['51', '55', [16]],
  ['2221', '2720', [16]],
  ['34', '34', [15]],
  ['37', '37', [15]],
  ['6011', '6011', [16, 19]],
  ['644', '649', [16, 19]],
  ['65', '65', [16, 19]],
  ['622126', '622925', [16, 19]],
  ['300', '305', [14, 16]],
  ['3095', '3095', [14, 16]],
  ['36', '36', [14, 16, 19]],
  ['38', '39', [14, 16, 19]],
  ['3528', '3589', [16, 17, 18, 19]],
  ['62', '62', [16, 17, 18, 19]],
  ['81', '81', [16, 17, 18, 19]],
  ['50', '50', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['56', '58', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['60', '60', [16, 17, 18, 19]],
  ['63', '63', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['67', '67', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['2200', '2204', [16, 17, 18, 19]],
  ['9792', '9792', [16]],
];

/** Whether digits start in a range that payment networks issue, at a length used there. */
export function isIssuedRange(digits: string): boolean {
  return issuers.some(([from, to, lengths]) => {
    const prefix = digits.slice(0, from.length);
    return prefix >= from && prefix <= to && lengths.includes(digits.length);
  });
}

/** A payment card number: issuer range, length and Luhn; never one repeated digit. */
export function isCardNumber(digits: string): boolean {
  return isIssuedRange(digits) && passesLuhn(digits) && !/^(\d)\1*$/.test(digits);
}
