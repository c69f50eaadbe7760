import { describe, expect, it } from 'vitest';
import type { NerKind } from '../../../../server/detect/ner/labels.ts';
import {
  isLetterCount,
  isPlausible,
  isRowOfSums,
  isYearOfThing,
  isYearSince,
} from '../../../../server/detect/ner/plausible.ts';

describe('a value that the model found', () => {
  it.each<[NerKind, string]>([
    ['NAME', 'ana reyes'],
    ['NAME', 's m i t h'],
    ['NAME', 'Smith'],
    ['DOB', 'the sixteenth'],
    ['PHONE', 'five five five oh one two three'],
    ['PHONE', '555-0123'],
    ['DOB', 'march third'],
    ['DOB', '3/4/80'],
    ['ADDRESS', 'twelve oak street'],
    ['ADDRESS', '90210'],
    ['ADDRESS', 'nine oh two one oh'],
    ['ADDRESS', 'nine um oh two one oh'],
    ['ADDRESS', 'twelve hundred oak'],
    ['LOC', 'springfield'],
    ['MRN', 'seven double four one'],
    ['ACCOUNT', 'b c four'],
    ['NAME', 'rosa bueno'],
    ['NAME', 'mi le'],
    ['NAME', 'reverend isaiah'],
    ['PHONE', 'nueve uno cinco cero dos'],
    ['DOB', 'quince de marzo'],
    ['MRN', 'eme cuatro cinco'],
    ['ADDRESS', 'calle hidalgo veintidós'],
    ['ADDRESS', 'siete nueve cero cero dos'],
  ])('stands as %s when it is %j', (kind, text) => {
    expect(isPlausible(kind, text)).toBe(true);
  });

  it.each<[NerKind, string]>([
    ['NAME', 'twenty one'],
    ['NAME', '42'],
    ['PHONE', 'the other number'],
    ['PHONE', '12'],
    ['DOB', 'last summer'],
    ['ADDRESS', 'twenty three'],
    ['ADDRESS', 'one hundred and twenty three'],
    ['ADDRESS', 'twenty three point five kilometers'],
    ['ADDRESS', 'two thousand and nineteen dollars'],
    ['ADDRESS', 'nineteen hundred eighty four point six'],
    ['LOC', 'forty two'],
    ['MRN', 'the record'],
    ['ACCOUNT', 'savings'],
    ['NAME', 'gracias'],
    ['NAME', 'buenos días'],
    ['NAME', 'reverend'],
    ['NAME', 'licenciada'],
    ['NAME', 'cuarenta dos'],
    ['ADDRESS', 'dos mil veinte'],
    ['ADDRESS', 'en la dos'],
    ['DOB', 'gracias'],
    ['NAME', 'theres'],
    ['NAME', 'arabic'],
    ['EMAIL', 'guion bajo'],
    ['EMAIL', 'punto es o punto com'],
  ])('falls as %s when it is %j', (kind, text) => {
    expect(isPlausible(kind, text)).toBe(false);
  });
});

describe('a row of numbers that the model takes for a telephone', () => {
  it.each([
    [
      'charged me fourteen ninety nine then twenty three fifty',
      'fourteen ninety nine then twenty three fifty',
    ],
    ['one two three four five six seven', 'one two three four five six seven'],
    ['forty seven sixty two nineteen will be due', 'forty seven sixty two nineteen'],
  ])('is none where somebody tells sums or counts: %s', (text, row) => {
    const start = text.indexOf(row);
    expect(isRowOfSums(text, start, start + row.length)).toBe(true);
  });

  it('stays one where digits are read out', () => {
    const text = 'they charged me, call five five five oh one nine nine';
    expect(isRowOfSums(text, 22, text.length)).toBe(false);
  });

  it('is no date with a letter, and no number with a plural', () => {
    expect(isPlausible('DOB', 'four two twenty five r twelve')).toBe(false);
    expect(isPlausible('MRN', 'two twenty five sixteens')).toBe(false);
    expect(isPlausible('ADDRESS', 'zero seven dash one')).toBe(false);
  });
});

describe('a year that the model takes for a birth date', () => {
  const isThings = (text: string, year: string): boolean => {
    const start = text.indexOf(year);
    return isYearOfThing(text, start, start + year.length);
  };

  it.each([
    ['they hit us in a two thousand and nine honda', 'two thousand and nine'],
    ['it was a two thousand and nine honda', 'thousand and'],
    ['I drive a 2019 Corolla.', '2019'],
    ['tengo un dos mil once toyota', 'dos mil once'],
  ])('is none where it is that of something: %s', (text, year) => {
    expect(isThings(text, year)).toBe(true);
  });

  it.each([
    ['a nineteen sixty one baby, yes', 'nineteen sixty one'],
    ['born in nineteen sixty one sir', 'nineteen sixty one'],
    ['is it a 1961', '1961'],
    ['a march third sixty one birthday', 'march third sixty one'],
  ])('stays one otherwise: %s', (text, year) => {
    expect(isThings(text, year)).toBe(false);
  });
});

describe('the year since when something is so', () => {
  const isSince = (text: string, year: string): boolean => {
    const start = text.indexOf(year);
    return isYearSince(text, start, start + year.length);
  };

  it('is no telephone number', () => {
    expect(isSince('an android from like twenty nineteen', 'twenty nineteen')).toBe(true);
    expect(isSince('mine since nineteen seventy one', 'nineteen seventy one')).toBe(true);
  });

  it('and the end of a telephone number is no year', () => {
    expect(isSince('five five five twenty nineteen', 'twenty nineteen')).toBe(false);
    expect(
      isSince('call from twenty nineteen forty four six', 'twenty nineteen forty four six'),
    ).toBe(false);
  });
});

describe('how often a word has a letter', () => {
  const isCount = (text: string, part: string): boolean => {
    const start = text.indexOf(part);
    return isLetterCount(text, start, start + part.length);
  };

  it.each([
    ["is that one r and two t's", 'r and two'],
    ["one r two t's t a m s e l", 'r two'],
    ['por correo con doble ere y doble ce', 'doble ere'],
  ])('is no part of an e-mail address: %s', (text, part) => {
    expect(isCount(text, part)).toBe(true);
  });

  it.each([
    ['it is j double r at cedar dot com', 'double r'],
    ['j one r two k at cedar dot com', 'one r two k'],
    ['es ce o doble ele arroba cedro punto com', 'doble ele'],
  ])('letters of an address are not: %s', (text, part) => {
    expect(isCount(text, part)).toBe(false);
  });
});
