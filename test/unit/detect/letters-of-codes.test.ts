import { describe, expect, it } from 'vitest';
import { withCodeLetters } from '../../../server/detect/letters-of-codes.ts';
import { foundBy } from '../../support/found-by.ts';

/** What the value in brackets, found with `kind`, is made of besides. */
function wholeOf(said: string, kind = 'ACCOUNT'): readonly string[] {
  const text = said.replace(/[[\]]/g, '');
  const [start, end] = [said.indexOf('['), said.indexOf(']') - 1];
  const found = [{ kind, start, end, score: 0.3, ...foundBy('regex.account', 0.3) }];
  return withCodeLetters(text, found).map((one) => `${one.kind} ${text.slice(one.start, one.end)}`);
}

describe('a value of digits has the letters and digits that stand next to it', () => {
  it.each<[said: string, whole: string]>([
    ['the order is SO-[991-2047] today', 'ACCOUNT SO-991-2047'],
    ['es la pf [220 9185] correcto', 'ACCOUNT pf 220 9185'],
    ['it is i dash [5 5 0 6 8 8]', 'ACCOUNT i dash 5 5 0 6 8 8'],
    ['wc dash [41 410]', 'ACCOUNT wc dash 41 410'],
    ['referencia pa guion [seis seis nueve]', 'ACCOUNT pa guion seis seis nueve'],
    ['es [siete siete dos] letra a', 'ACCOUNT siete siete dos letra a'],
    [
      'es [ocho uno cero] y al final una letra ele',
      'ACCOUNT ocho uno cero y al final una letra ele',
    ],
    ['it is [4482] and the letter f as in frank', 'ACCOUNT 4482 and the letter f'],
    ['b 8002 [1515 01]', 'ACCOUNT b 8002 1515 01'],
    ['the number is AUTH [000-7162]', 'ACCOUNT AUTH 000-7162'],
    ['azul dice [0074]... y luego 59.', 'ACCOUNT 0074... y luego 59'],
    ['it is [0074] and then four oh', 'ACCOUNT 0074 and then four oh'],
    ['entonces 1 1 7 0 4 [9 3 3] 2 a', 'ACCOUNT 1 1 7 0 4 9 3 3 2 a'],
  ])('%s', (said, whole) => {
    expect(wholeOf(said)).toEqual([whole]);
  });

  it.each([
    'my mrn [4482913]',
    'SSN-[536-48-1442]',
    '[4482913] 20 mg',
    'it is [4482913] and then two tablets',
    'el [4482913] y la letra chica',
    'it is [4482913] and the letter you sent',
  ])('and not what stands by itself: %s', (said) => {
    expect(wholeOf(said)).toEqual([]);
  });

  it('what has letters is no telephone', () => {
    expect(wholeOf('PA-[7746-0032]', 'FAX')).toEqual(['FAX PA-7746-0032', 'ACCOUNT PA-7746-0032']);
  });

  it('a letter before digits that are no whole telephone number', () => {
    expect(wholeOf('the number is s [25 18834]', 'PHONE')).toEqual([
      'PHONE s 25 18834',
      'ACCOUNT s 25 18834',
    ]);
    expect(wholeOf('call me at k [202 555 0143]', 'PHONE')).toEqual([]);
  });

  it('two telephone numbers, and two long codes, stay two', () => {
    expect(wholeOf('call [202-555-0143] 202-555-0199', 'PHONE')).toEqual([]);
    expect(wholeOf('the two are [44829130] 448291')).toEqual(['ACCOUNT 44829130 448291']);
    expect(wholeOf('the two are [4482913044] 448291')).toEqual([]);
  });

  it('a long code is as sure as a validated pattern', () => {
    const text = 'b 8002 1515 01';
    const found = [
      { kind: 'ACCOUNT', start: 7, end: 14, score: 0.2, ...foundBy('regex.account', 0.2) },
    ];
    const [whole] = withCodeLetters(text, found);
    expect(whole).toMatchObject({ score: 0.5, strength: 'strong' });
  });

  it('a name has none', () => {
    expect(wholeOf('pf [lindgren]', 'NAME')).toEqual([]);
  });
});
