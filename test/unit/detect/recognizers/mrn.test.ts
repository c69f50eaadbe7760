import { describe, expect, it } from 'vitest';
import { mrnRecognizer } from '../../../../server/detect/recognizers/mrn.ts';
import { type Case, found } from './found.ts';

const named: readonly Case[] = [
  ['with a short copula', "his mrn's 5519283", ['5519283']],
  ['behind the abbreviation', 'her mrn is 4471920.', ['4471920']],
  ['with a colon', 'MRN: 00019283', ['00019283']],
  ['with dots and a number sign', 'M.R.N. #7750012', ['7750012']],
  ['behind the long name', 'medical record number 552201, seen today', ['552201']],
  ['chart number', 'the chart number is 88120-B', ['88120-B']],
  ['patient id', 'Patient ID PT-77120 arrived', ['PT-77120']],
  ['hospital number', 'hospital number H0038812', ['H0038812']],
  ['glued to its label', 'pull up mrn5519283 please', ['5519283']],
  ['glued to a letter', 'next is mrnq 551928 , new patient', ['q 551928']],
  ['letters then digits', 'mrn kd 4471', ['kd 4471']],
  ['digit by digit with dashes', 'mrn 3-8-4-9-2-0', ['3-8-4-9-2-0']],
  ['in brackets', 'Rosa Delgado (MRN 4471920) called', ['4471920']],
  ['named after the value', '4471920 is my medical record number', ['4471920']],
  ['before a copula some words on', 'my mrn, if i remember it well, is 4471920', ['4471920']],
  ['two numbers', 'mrn 4471920 or 4471921', ['4471920', '4471921']],
  ['a list', 'MRNs 4471920, 4471921, 4471922', ['4471920', '4471921', '4471922']],
  [
    'a list that ends with "and"',
    'mrn KD4471920, KD4471921 and KD4471922',
    ['KD4471920', 'KD4471921', 'KD4471922'],
  ],
  [
    'a list before a number of another length',
    'mrn 4471920, 4471921, 555',
    ['4471920', '4471921, 555'],
  ],
  ['followed by an age', 'mrn 4471920, 57-year-old female', ['4471920']],
];

const spoken: readonly Case[] = [
  [
    'a wristband some words before',
    "on my wristband there's four four one nine oh two",
    ['four four one nine oh two'],
  ],
  [
    'a chart some words behind',
    'six one two nine four four is on top of my chart',
    ['six one two nine four four'],
  ],
  [
    'what the ward gave',
    'the ward gave us seven oh one one nine two eight',
    ['seven oh one one nine two eight'],
  ],
  [
    'a number with the clinic',
    'my number with you guys is seven seven oh one two three',
    ['seven seven oh one two three'],
  ],
  [
    'a short one right behind its name',
    'pull up chart double seven four one nine',
    ['double seven four one nine'],
  ],
  [
    'of two people',
    'his record is four four one nine oh two and mine is four four one nine oh three',
    ['four four one nine oh two', 'four four one nine oh three'],
  ],
  ['digit words', 'm r n four four seven one nine two', ['four four seven one nine two']],
  ['pairs', 'medical record number forty four seventy one nine', ['forty four seventy one nine']],
  ['spelled letters', 'my mrn is k d four four seven one', ['k d four four seven one']],
  ['a filler inside', 'mrn four four um seven one', ['four four um seven one']],
  [
    'a correction',
    'mrn is four nine two eight sorry four nine two nine',
    ['four nine two eight', 'four nine two nine'],
  ],
];

const asked: readonly Case[] = [
  ['a bare answer', 'sure 4471920', ['4471920'], 'what is your medical record number?'],
  ['a spoken answer', 'four four seven one', ['four four seven one'], 'can i get your mrn'],
  ['another question', 'sure 4471920', [], 'what is your phone number?'],
  ['an amount in the answer', 'i do not know it, maybe in 10 minutes', [], 'your mrn please'],
];

const nearMisses: readonly Case[] = [
  ['a number of patients', 'the hospital saw 1200 patients', []],
  ['beds of a ward', 'the ward has 24 beds', []],
  ['pages', 'the file is 200 pages long', []],
  ['a year', 'my chart from 2015', []],
  ['an account', 'my account with the bank is 44192201', []],
  ['no value', 'do you have my medical record number?', []],
  ['a bare number', 'i counted 4471920 of them', []],
  ['a dose', 'the patient took 500 mg twice', []],
  ['a duration', 'medical records from 15 years ago', []],
  ['an age', 'patient is 57 years old', []],
  ['a room', 'the patient in room 412', []],
  ['an initial-like word', 'mr 12 points is his nickname', []],
  ['an MRI', 'the mri from 2019 was clean', []],
  ['a date', 'the record is from 10/12/2019', []],
  ['a short date', 'the patient came on 3/4/2011', []],
  ['a dashed date', 'the chart says 3-4-2011', []],
  ['vertebrae', 'the patient has a fracture at T11/T12', []],
  ['lab values', 'the patient had a CD4 450 and a B12 1200', []],
  ['a spoken amount', 'the hospital has four hundred thousand and twelve', []],
  ['money', 'the copy of my chart number one costs $1200', []],
];

describe('MRN is found by its name', () => {
  it.each(named)('%s', (_why, text, finds) => {
    expect(found(mrnRecognizer, text)).toEqual(finds);
  });
});

describe('MRN is found as it is spoken (design D2)', () => {
  it.each(spoken)('%s', (_why, text, finds) => {
    expect(found(mrnRecognizer, text)).toEqual(finds);
  });
});

describe('the question decides what a bare answer is', () => {
  it.each(asked)('%s', (_why, text, finds, question) => {
    expect(found(mrnRecognizer, text, question)).toEqual(finds);
  });
});

it('takes a cardinal that its label names', () => {
  const text = 'the chart number is one hundred twenty three thousand four hundred and five';
  expect(found(mrnRecognizer, text)).toEqual([text.slice('the chart number is '.length)]);
});

describe('what only looks like an MRN is left alone', () => {
  it.each(nearMisses)('%s', (_why, text, finds) => {
    expect(found(mrnRecognizer, text)).toEqual(finds);
  });
});
