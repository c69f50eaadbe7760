import { describe, expect, it } from 'vitest';
import { ssnRecognizer } from '../../../../server/detect/recognizers/ssn.ts';
import { shadowOf } from '../../../../server/normalize/index.ts';
import { type Case, found } from './found.ts';

const finds: readonly Case[] = [
  [
    'parts with hesitation between',
    'the SSN for her is 316, um, 55, um, 8229',
    ['316', '55', '8229'],
  ],
  ['behind a word of counting', 'page 536-81-4432', ['536-81-4432']],
  ['dashes', '123-45-6789', ['123-45-6789']],
  ['blanks', 'my social is 123 45 6789.', ['123 45 6789']],
  ['dots', '123.45.6789', ['123.45.6789']],
  ['nine digits alone', '123456789', ['123456789']],
  ['an area that was never issued, said to be one', 'my ssn is 000-45-6789', ['000-45-6789']],
  ['a digit too many, said to be one', 'ssn 1234567890', ['1234567890']],
  ['a taxpayer number', '912-70-1234', ['912-70-1234']],
  ['an employer number', 'tax id 12-3456789', ['12-3456789']],
  ['the last four', 'the last four of my social are 4290', ['4290']],
  ['a correction', 'the last 4 of my ssn are 6547, no, 6347', ['6547', '6347']],
  ['labelled behind', '123456789 is my social', ['123456789']],
  [
    'spoken',
    'social security number one two three forty five sixty seven eighty nine',
    ['one two three forty five sixty seven eighty nine'],
  ],
  [
    'spoken dashes',
    'one two three dash four five dash six seven eight nine',
    ['one two three dash four five dash six seven eight nine'],
  ],
  ['the last four, spoken', 'last four of my social forty two ninety', ['forty two ninety']],
  [
    'spelled label',
    's s n one two three four five six seven eight nine',
    ['one two three four five six seven eight nine'],
  ],
  ['started over', 'social 21944 wait let me start over 219450317', ['21944', '219450317']],
  ['the last four, run on', 'last four oh three one seven of the social', ['oh three one seven']],
  [
    'the last four, named behind',
    'oh three one seven those are the last four of my social',
    ['oh three one seven'],
  ],
  ['the last four of nothing named', '0317', ['0317'], 'and the last four?'],
  ['the bare answer', 'sure, 4290', ['4290'], 'the last four of your social?'],
  ['the whole answer', '123 45 6789', ['123 45 6789'], "what's your social security number"],
  ['a part of the answer', 'forty five', ['forty five'], 'okay, go on with your social'],
];

const nearMisses: readonly Case[] = [
  ['a published sample', '078-05-1120', []],
  ['another published sample', 'ssn 219-09-9999', []],
  ['area 000', '000-45-6789', []],
  ['area 666', '666-45-6789', []],
  ['group 00', '123-00-6789', []],
  ['serial 0000', '123-45-0000', []],
  ['area 9xx with a low group', '912-30-1234', []],
  ['social history', 'social history: 2 beers, 1 pack, 4290 steps', []],
  ['a social worker', 'the social worker is in room 1234', []],
  ['a telephone number', 'social worker at 919-555-0142', []],
  ['a telephone number near the word', 'my social, and call 919-555-0142', []],
  ['an account', 'routing number 123456789', []],
  ['money', '$123456789', []],
  ['a date', 'social on 10/12/2021', []],
  ['a duration', 'on social security for 12 years', []],
  ['another number after it', 'ssn 4873 and the car is a 2016 model', ['4873']],
  ['a row of readings', 'peak flow 410, 380, 425', []],
  ['a span of time', 'the last four 2019 of them', []],
  ['part of a word', 'AB123-45-6789', []],
];

describe('SSN is found', () => {
  it.each(finds)('%s', (_why, text, expected, question = '') => {
    expect(found(ssnRecognizer, text, question)).toEqual(expected);
  });
});

type ScoreCase = [form: string, text: string, score: number, question?: string];

/** The highest score in a text; the threshold of a policy decides which scores count. */
const scores: readonly ScoreCase[] = [
  ['nine digits under a word for it', 'ssn 123456789', 0.98],
  ['the last four, said to be those', 'the last four of my social are 4290', 0.9],
  ['nine digits said in parts', 'the SSN for her is 316, um, 55, um, 8229', 0.9],
  ['groups of three, two and four', '123-45-6789', 0.85],
  ['a digit too many under a word for it', 'ssn 1234567890', 0.75],
  ['four digits under a word for it', 'social security number 4290', 0.6],
  ['a part of the answer', 'forty five', 0.6, 'okay, go on with your social'],
  ['such groups under a word for another number', 'account number 123-45-6789', 0.5],
  ['the last four of nothing named', '0317', 0.4, 'and the last four?'],
  ['nine digits alone', '123456789', 0.3],
];

describe('An SSN has the score of its form and of the words around it', () => {
  it.each(scores)('%s', (_form, text, expected, question = '') => {
    const shadow = shadowOf(text).text;
    const found = ssnRecognizer.find({
      text: shadow,
      form: 'shadow',
      speaker: 'user',
      question,
      further: [],
    });
    expect(Math.max(...found.map(({ score }) => score))).toBe(expected);
  });
});

describe('what looks like an SSN and is none', () => {
  it.each(nearMisses)('%s', (_why, text, expected) => {
    expect(found(ssnRecognizer, text)).toEqual(expected);
  });
});
