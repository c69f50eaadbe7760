import { describe, expect, it } from 'vitest';
import { creditCardRecognizer } from '../../../../../server/detect/recognizers/account/credit-card.ts';
import { ibanRecognizer } from '../../../../../server/detect/recognizers/account/iban.ts';
import { type Case, found } from '../found.ts';

const cards: readonly Case[] = [
  ['plain', 'charge 4111111111111111 please', ['4111111111111111']],
  ['in groups', '5555 5555 5555 4444', ['5555 5555 5555 4444']],
  ['with dashes', '3782-822463-10005.', ['3782-822463-10005']],
  ['with dots', '6011.1111.1111.1117', ['6011.1111.1111.1117']],
  ['misheard, but named', 'my credit card number is 4111 1111 1111 1112', ['4111 1111 1111 1112']],
  ['a code of another sort, perhaps', 'the four digit code is 4471', []],
  [
    'spoken digit by digit',
    'four one one one one one one one one one one one one one one one',
    ['four one one one one one one one one one one one one one one one'],
  ],
  [
    'spoken in pairs',
    'visa forty one eleven eleven eleven eleven eleven eleven eleven',
    ['forty one eleven eleven eleven eleven eleven eleven eleven'],
  ],
  ['last four', 'the card ending in 4492', ['4492']],
  ['security code', 'cvv is 123', ['123']],
  ['expiry', 'card expires 04/27', ['04/27']],
  ['expiry in words', 'my card, the expiration date is april 2027', ['april 2027']],
  ['Luhn fails, no name', 'the part is 4111111111111112', []],
  ['too long', '41111111111111111111112', []],
  ['a tracking number', 'it is 1Z4111111111111111', []],
  ['a birthday card', 'i got a card with 20 dollars', []],
  ['expiry of a drug', 'the pills expire 04/27', []],
  ['a fall of cards', 'we played cards 3 times', []],
  ['one digit again and again', '0000 0000 0000 0000', []],
];

const ibans: readonly Case[] = [
  ['plain', 'GB82WEST12345698765432', ['GB82WEST12345698765432']],
  ['in groups, then words', 'DE89 3704 0044 0532 0130 00 is it', ['DE89 3704 0044 0532 0130 00']],
  ['lower case', 'to nl91abna0417164300 now', ['nl91abna0417164300']],
  [
    'named though a digit is wrong',
    'my iban is GB83WEST12345698765432',
    ['GB83WEST12345698765432'],
  ],
  [
    'spoken',
    'n l nine one a b n a oh four one seven one six four three oh oh',
    ['n l nine one a b n a oh four one seven one six four three oh oh'],
  ],
  ['wrong check, no name', 'ref GB83WEST12345698765432', []],
  ['a word and a number', 'in 20 minutes we go to room 12 and wait there for 30', []],
];

describe('CREDIT_CARD is found by issuer and Luhn, and by name', () => {
  it.each(cards)('%s', (_why, text, finds) => {
    expect(found(creditCardRecognizer, text)).toEqual(finds);
  });
});

describe('IBAN is found by country length and mod 97, and by name', () => {
  it.each(ibans)('%s', (_why, text, finds) => {
    expect(found(ibanRecognizer, text)).toEqual(finds);
  });
});
