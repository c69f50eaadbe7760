import { describe, expect, it } from 'vitest';
import {
  faxRecognizer,
  phoneRecognizer,
} from '../../../../../server/detect/recognizers/telephone/phone.ts';
import { type Case, found } from '../found.ts';

const written: readonly Case[] = [
  ['dashes', 'reach me at 919-555-0142', ['919-555-0142']],
  ['parentheses', 'it is (919) 555-0142.', ['(919) 555-0142']],
  ['no context at all', '919-555-0142', ['919-555-0142']],
  ['dots', 'cell: 919.555.0142', ['919.555.0142']],
  ['blanks', 'cell 919 555 0142 thanks', ['919 555 0142']],
  ['country code', '1-919-555-0142', ['1-919-555-0142']],
  ['international', 'text +44 20 7946 0958 please', ['+44 20 7946 0958']],
  ['plus and parenthesis', '+1 (919) 555-0142', ['+1 (919) 555-0142']],
  ['an extension', 'office 919-555-0142 ext. 22', ['919-555-0142 ext. 22']],
  ['an extension in Spanish', '919-555-0142, extensión 22', ['919-555-0142, extensión 22']],
  ['an x extension', '919-555-0142x5501', ['919-555-0142x5501']],
  ['seven digits', "his number's 555-0142", ['555-0142']],
  ['seven digits in a row', 'my phone is 5550142', ['5550142']],
  ['ten digits in a row', 'call 9195550142', ['9195550142']],
  ['toll-free', 'the hotline is 800-555-0199', ['800-555-0199']],
  ['vanity', 'ring 1-800-FLOWERS', ['1-800-FLOWERS']],
  ['two of them', '919-555-0142 or 919-555-0143', ['919-555-0142', '919-555-0143']],
  ['labelled behind', '0431 19 97 22 (mobile)', ['0431 19 97 22']],
  ['behind a line break', '12 Oak St\n919-555-0142 office', ['919-555-0142']],
  ['other groupings under a label', 'phone (88) 684-334', ['(88) 684-334']],
  ['digits one by one', '9 1 9 5 5 5 0 1 4 2', ['9 1 9 5 5 5 0 1 4 2']],
  ['its last four', 'your phone number ends in 0142', ['0142']],
  ['a country code and seven digits', '+1-555-0142', ['+1-555-0142']],
  ["someone's number", "the clinic's number is 01632 960 001", ['01632 960 001']],
  ['a long label', 'house phone number is 01632 960001', ['01632 960001']],
  ['three long groups', '7809 555 0142', ['7809 555 0142']],
  ['an extension that looks like a count', 'ph 919 5550142 x 784', ['919 5550142 x 784']],
  ['a trunk zero', '090-1234-5678', ['090-1234-5678']],
  ['behind a room number', 'room 12 919-555-0142', ['919-555-0142']],
];

const spoken: readonly Case[] = [
  [
    'digits',
    'my cell is nine one nine five five five oh one four two',
    ['nine one nine five five five oh one four two'],
  ],
  ['seven digits', 'call five five five oh one four two', ['five five five oh one four two']],
  [
    'double',
    'double five five oh one four two is my home phone',
    ['double five five oh one four two'],
  ],
  [
    'a hesitation',
    'phone five five five, um, oh one four two',
    ['five five five, um, oh one four two'],
  ],
  [
    'pairs',
    'reach me at ninety one nine fifty five fifty one forty two',
    ['ninety one nine fifty five fifty one forty two'],
  ],
  [
    'plus',
    'plus forty four twenty seven nine four six oh nine five eight',
    ['plus forty four twenty seven nine four six oh nine five eight'],
  ],
  [
    'eight hundred',
    'dial one eight hundred five five five oh one nine nine',
    ['one eight hundred five five five oh one nine nine'],
  ],
  [
    'an extension',
    'call nine one nine five five five oh one four two extension twelve',
    ['nine one nine five five five oh one four two extension twelve'],
  ],
  [
    'nothing but the number',
    'nine one nine five five five oh one four two',
    ['nine one nine five five five oh one four two'],
  ],
  [
    'a correction',
    'my number is nine one nine five sorry nine one nine five five five oh one four two',
    ['nine one nine five', 'nine one nine five five five oh one four two'],
  ],
];

const anyPhrase: readonly Case[] = [
  [
    'no word for it',
    "the number i'm calling about is four one two five five five oh one six one",
    ['four one two five five five oh one six one'],
  ],
  ['local', 'no area code just five five five oh one four two', ['five five five oh one four two']],
  ['local, with a blank', 'leave word at 555 0142 for him', ['555 0142']],
  [
    'run on to the verb',
    "five five five oh one four two's the house",
    ['five five five oh one four two'],
  ],
  [
    'hundreds',
    'ring oh seven seven hundred nine hundred four six one',
    ['oh seven seven hundred nine hundred four six one'],
  ],
  ['where someone is', "you'll find him at 30325561", ['30325561']],
  ['an access prefix', '0044 20 7946 0018', ['0044 20 7946 0018']],
  [
    'a corrected end',
    "my cell's four one two five five five oh one sixty wait no sixty one",
    ['four one two five five five oh one sixty', 'sixty one'],
  ],
  [
    'the area code apart',
    'area code two one five number five five five oh one five oh',
    ['two one five', 'five five five oh one five oh'],
  ],
  [
    'parts with words between',
    "area code is four one three and then it's five five five and the last four are oh one oh two",
    ['four one three', 'five five five', 'oh one oh two'],
  ],
  [
    'the area code behind its number',
    'phone is okay six oh eight is the area code then five five five oh one nine oh',
    ['six oh eight', 'five five five oh one nine oh'],
  ],
  [
    'a pause for thought',
    'my new number as of tuesday is seven oh two five five five let me see oh one five five',
    ['seven oh two five five five', 'oh one five five'],
  ],
  [
    'digits with "then" between',
    'write it down 8 then 1 then 8 then 5 then 5 then 5 then 0 then 1 then 6 then 3',
    ['8 then 1 then 8 then 5 then 5 then 5 then 0 then 1 then 6 then 3'],
  ],
  [
    'its end alone',
    'text the code to the one that ends in oh nine one seven',
    ['oh nine one seven'],
  ],
  ['in a link', 'https://x.example/?tel=%2B12025550143&x=1', ['%2B12025550143']],
  ['in HTML', 'call 202&nbsp;555&#45;0143', ['202&nbsp;555&#45;0143']],
  ['in a link in a link', 'tel=%252B12025550143&x=1', ['%252B12025550143']],
  ['in JSON that is cut off', String.raw`{"note":"call\n202-555-0143\nbye`, ['202-555-0143']],
  [
    'in JSON of ASCII',
    String.raw`{"phone":"\u0032\u00302\u2011555\u20110143`,
    [String.raw`\u0032\u00302\u2011555\u20110143`],
  ],
  ['behind a word of a program', '{"phone_202-555-0143":{', ['202-555-0143']],
  [
    'whatever it stands behind',
    'page 202-555-0143 or room 202-555-0144',
    ['202-555-0143', '202-555-0144'],
  ],
  ['a label some words behind', '4125550161 goes straight to her phone', ['4125550161']],
];

const asked: readonly Case[] = [
  ['seven digits', 'sure, 5550142', ['5550142'], "what's the best number to reach you?"],
  ['a part of it', 'nine one nine', ['nine one nine'], 'and your phone number?'],
  ['another question', '5550142', [], 'what is your medical record number'],
  ['an hour', 'after four thirty', [], 'when can we call you'],
  ['a count', 'i have 200 of them', [], 'and your phone number?'.replace('phone', 'lucky')],
];

const nearMisses: readonly Case[] = [
  ['emergency lines', 'call 911 or dial 988', []],
  ['information lines', 'you can reach us at 311, or call 411', []],
  ['a code', 'the call reference is 8-2210-4471-K', []],
  ['a date', 'call on 10/12/2021', []],
  ['an ISO date', 'called 2021-10-12', []],
  ['a time', 'call at 10:30', []],
  ['an IPv4 address', 'the phone is at 192.168.10.20', []],
  ['money', 'the phone costs $1,234,567', []],
  ['a price', 'the phone was 1234567 dollars', []],
  ['a dose', 'take 1000000 units', []],
  ['vitals', 'blood pressure 120 over 80, heart rate 72', []],
  ['a duration', 'for 15 20 30 minutes', []],
  ['a year range', 'from 2019-2020', []],
  ['a card', '4111 1111 1111 1111', []],
  ['a claim', 'claim number 9195550142', []],
  ['a record', 'mrn 9195550142', []],
  ['a number of another sort', 'tax file number 789 123 456', []],
  ['a sample SSN', 'sample 078-05-1120', []],
  ['an SSN', 'ssn 123-45-6789', []],
  ['emergency', 'call 911', []],
  ['a decimal', '3.1415926', []],
  ['a room', 'in room 4150142', []],
  ['part of a word', 'part AB9195550142', []],
  ['a budget', 'call them, my budget is 9980000 credits', []],
  ['a fiscal year', 'for the fiscal year ending 2024', []],
  ['two small numbers', 'take the 415 bus and then the 22', []],
  ['a plain count', 'one two three go', []],
];

describe('PHONE is found', () => {
  it.each(written)('written: %s', (_why, text, finds) => {
    expect(found(phoneRecognizer, text)).toEqual(finds);
  });

  it.each(spoken)('spoken: %s', (_why, text, finds) => {
    expect(found(phoneRecognizer, text)).toEqual(finds);
  });

  it.each(anyPhrase)('in any phrase: %s', (_why, text, finds) => {
    expect(found(phoneRecognizer, text)).toEqual(finds);
  });

  it.each(asked)('as the answer to a question: %s', (_why, text, finds, question) => {
    expect(found(phoneRecognizer, text, question)).toEqual(finds);
  });
});

describe('what looks like a telephone number and is none', () => {
  it.each(nearMisses)('%s', (_why, text, finds) => {
    expect(found(phoneRecognizer, text)).toEqual(finds);
  });
});

describe('FAX is a telephone number that the words call one', () => {
  it.each([
    ['before', 'fax 919-555-0142', ['919-555-0142']],
    ['behind', '919-555-0142 is our fax', ['919-555-0142']],
    ['next to a phone', 'phone 919-555-0142 fax 919-555-0143', ['919-555-0143']],
    ['spoken', 'fax it to five five five oh one four two', ['five five five oh one four two']],
    ['asked', '919 555 0142', ['919 555 0142'], 'and your fax number'],
    ['a phone', 'phone 919-555-0142', []],
  ] satisfies readonly Case[])('%s', (_why, text, finds, question = '') => {
    expect(found(faxRecognizer, text, question)).toEqual(finds);
  });

  it('is masked as PHONE where the policy has no FAX', () => {
    expect(found(phoneRecognizer, 'fax 919-555-0142')).toEqual(['919-555-0142']);
  });
});
