import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileKnownValues, findKnownValues } from '../../../server/detect/index.ts';
import { canonicalValue, detectorName, type KnownValue } from '../../../server/domain/detection.ts';
import { shadowOf } from '../../../server/normalize/index.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

function known(kind: string, surface: string): KnownValue {
  return { kind, surface, canonical: canonicalValue(kind, shadowOf(surface).text) };
}

function heard(text: string, ...values: readonly KnownValue[]): string[] {
  const utterance = { speaker: 'user', text, shadow: shadowOf(text) } as const;
  return findKnownValues(utterance, compileKnownValues(values)).map(({ start, end }) =>
    text.slice(start, end),
  );
}

describe('a value known in the call is found wherever it stands (design D5)', () => {
  it.each([
    ['a name in any case', known('NAME', 'Ana Ruiz'), 'so ANA RUIZ, right?', ['ANA RUIZ']],
    ['a name with other blanks', known('NAME', 'ana ruiz'), 'ana  ruiz here', ['ana  ruiz']],
    ['a spelled name', known('NAME', 'Ruiz'), 'r u i z is how you spell it', ['r u i z']],
    ['a word that is a family', known('NAME', 'Rivers'), 'the rivers family', ['rivers']],
    ['a possessive', known('NAME', 'Ruiz'), "is it Ruiz's chart", ['Ruiz']],
    ['several people of a name', known('NAME', 'Prejean'), 'kin to the prejeans', ['prejeans']],
    ['an apostrophe', known('NAME', "O'Neil"), 'mister oneil', ['oneil']],
    [
      'a number with other separators',
      known('PHONE', '919-555-0142'),
      'so (919) 555 0142',
      ['919) 555 0142'],
    ],
    [
      'a number spoken',
      known('PHONE', '919-555-0142'),
      'nine one nine five five five oh one four two',
      ['nine one nine five five five oh one four two'],
    ],
    [
      'a spoken number written',
      known('SSN', 'one two three forty five sixty seven eighty nine'),
      '123-45-6789',
      ['123-45-6789'],
    ],
    ['a number in one row', known('MRN', '4471 920'), 'it was 4471920', ['4471920']],
    ['a number digit by digit', known('MRN', '4471920'), '4-4-7-1-9-2-0', ['4-4-7-1-9-2-0']],
    [
      'an identifier with letters',
      known('MRN', 'KD-4471'),
      'k d forty four seventy one',
      ['k d forty four seventy one'],
    ],
    [
      'an address of e-mail, spoken',
      known('EMAIL', 'ana@example.com'),
      'ana at example dot com',
      ['ana at example dot com'],
    ],
    [
      'a date',
      known('DOB', 'june 4th 1982'),
      'june fourth nineteen eighty two',
      ['june fourth nineteen eighty two'],
    ],
    [
      'each time it is said',
      known('NAME', 'Ruiz'),
      'ruiz, ruiz and ruiz',
      ['ruiz', 'ruiz', 'ruiz'],
    ],
    [
      'where letters and digits meet, as the scan of what is sent sees it',
      known('ACCOUNT', '5GJWYRJEF63C2'),
      'SJVS5GJWYRJEF63C2MP and 5GJWYRJEF63C2MP',
      ['5GJWYRJEF63C2', '5GJWYRJEF63C2'],
    ],
  ] as const)('%s', (_why, value, text, expected) => {
    expect(heard(text, value)).toEqual(expected);
  });

  it('a known value names the detector consistency', () => {
    const utterance = { speaker: 'user', text: 'ruiz', shadow: shadowOf('ruiz') } as const;
    const found = findKnownValues(utterance, compileKnownValues([known('NAME', 'Ruiz')]));
    expect(found.map(detectorName)).toEqual(['consistency']);
  });
});

describe('a known value is not seen where it does not stand', () => {
  it.each([
    ['inside a longer word', known('NAME', 'Ann'), 'the annual plan of Joann'],
    ['across words', known('NAME', 'Ana'), 'an apple and an a plus'],
    ['inside a longer number', known('MRN', '4471'), 'account 9944710'],
    ['digits of a sentence', known('MRN', '4471'), 'take 4 of 4 on day 7. Then 1'],
    ['too few digits', known('SSN', '123'), '123 go'],
    ['one letter', known('NAME', 'A'), 'a plan'],
    ['an everyday word', known('NAME', 'Will'), 'he will be there, may be'],
    [
      'a word that explains the name',
      known('NAME', 'Paz'),
      'paz como la paz que no tengo'.slice(4),
    ],
    ['an ordinary word that is counted', known('NAME', 'Grant'), 'i would take a grant'],
    ['a pain', known('NAME', 'Dolores'), 'es que tengo dolores en la espalda'],
    ['a promise', known('NAME', 'Will'), 'Sure. Will do. Will the nurse call?'],
    ['the month that is a verb', known('DOB', 'may'), 'may i ask'],
    ['a month alone', known('DOB', 'June'), 'in June again'],
    ['words of every sentence', known('NAME', 'De la'), 'el de la tienda, de nuevo a la una'],
    ['the name of a letter', known('NAME', 'hache'), 'con hache'],
    ['a contraction', known('NAME', 'Don'), "if i don't answer, don’t call again"],
    ['no value', known('NAME', ''), 'anything'],
  ] as const)('%s', (_why, value, text) => {
    expect(heard(text, value)).toEqual([]);
  });

  it('an everyday word counts as a name only with a capital', () => {
    expect(heard('tell Will that i will', known('NAME', 'Will'))).toEqual(['Will']);
  });
});

describe('many known values', () => {
  const people = Array.from({ length: 150 }, (_, at) =>
    known('NAME', `Ana${'bcdfghjklm'[at % 10]}${'aeiou'[at % 5]} Ruiz${at}`),
  );
  const numbers = Array.from({ length: 150 }, (_, at) =>
    known('PHONE', `919-555-${1000 + at * 7}`),
  );
  const few = [
    known('NAME', 'Al'),
    known('NAME', 'Bo Li'),
    known('MRN', '4471'),
    known('DOB', '1/2'),
  ];
  const all = [...people, ...numbers, ...few];
  const pieces = [
    ...all.map(({ surface }) => surface),
    'and',
    'al',
    'nine one nine',
    '555',
    '-',
    '. ',
    'x',
  ];

  it('thousands of known values are found like each one alone', () => {
    const speech = fc.array(fc.constantFrom(...pieces), { maxLength: 8 });
    fc.assert(
      fc.property(speech, fc.constantFrom(' ', '', ', '), (said, joint) => {
        const text = said.join(joint);
        const utterance = { speaker: 'user', text, shadow: shadowOf(text) } as const;
        const found = (values: readonly KnownValue[]) =>
          findKnownValues(utterance, compileKnownValues(values)).map(
            ({ kind, start, end }) => `${kind} ${start} ${end}`,
          );
        const alone = all.flatMap((value) => found([value]));
        expect(new Set(found(all))).toEqual(new Set(alone));
      }),
    );
  });

  it('the search of thousands of known values takes time that grows with the text alone', async () => {
    const count = 30_000;
    const values = Array.from({ length: count }, (_, at) => known('MRN', `${4_400_000 + at}`));
    const text = values.map(({ surface }) => surface).join(', ');
    const utterance = { speaker: 'user', text, shadow: shadowOf(text) } as const;
    const cpuMs = await cpuMsOf(() => {
      expect(findKnownValues(utterance, compileKnownValues(values))).toHaveLength(count);
    });
    expect(cpuMs).toBeLessThan(3_000);
  });
});
