import { describe, expect, it } from 'vitest';
import type { NerKind } from '../../../../server/detect/ner/labels.ts';
import { isPlausible } from '../../../../server/detect/ner/plausible.ts';

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
    ['DOB', 'four two twenty five r twelve'],
    ['ADDRESS', 'zero seven dash one'],
    ['EMAIL', 'guion bajo'],
    ['EMAIL', 'punto es o punto com'],
  ])('falls as %s when it is %j', (kind, text) => {
    expect(isPlausible(kind, text)).toBe(false);
  });
});
