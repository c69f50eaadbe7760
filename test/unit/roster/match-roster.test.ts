import { describe, expect, it } from 'vitest';
import { lazyUtterance } from '../../../server/pipeline/detection-passes.ts';
import { addShown, readRoster, weighHits } from '../../../server/roster/match-roster.ts';
import type { RosterIndex } from '../../../server/roster/roster-index.ts';
import { powerOfGrowth } from '../../support/cpu-time.ts';
import { indexOf } from '../../support/roster-index-kit.ts';

const index = indexOf(
  {
    givenNames: ['Ngozi'],
    familyNames: ['Okafor-Reyes'],
    birthDate: '1982-03-04',
    phones: ['(555) 201-0142'],
    emails: ['ngozi@example.com'],
    addresses: ['1420 Juniper St Apt 3, Springfield'],
    recordNumbers: ['MC-004417'],
  },
  { givenNames: ['Patience'], familyNames: ['Wembley'], birthDate: '1990-11-30' },
  { givenNames: ['Will'], familyNames: ['May'] },
  { givenNames: ['Guadalupe'], familyNames: ['van der Zwaluw'] },
  { givenNames: ['Ulrike'], familyNames: ['Adebayo'], role: 'staff', mayBeSaid: true },
  { givenNames: ['Femi'], familyNames: ['Adebayo'], birthDate: '1971-06-02' },
  { givenNames: ['Austin'], familyNames: ['Quimby'] },
  { givenNames: ['Tumo'], familyNames: ['Quimby'] },
);

/** What is found in the last of the texts of a call, and which stretches are let pass. */
function found(texts: readonly string[], roster: RosterIndex = index) {
  const shown = new Set<number>();
  const hits = texts.map((text) => readRoster(lazyUtterance(text, 'user'), roster));
  for (const some of hits) addShown(shown, some, roster);
  const text = texts.at(-1) ?? '';
  const { detections, passed } = weighHits(hits.at(-1) ?? [], shown, roster);
  const said = detections.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
  return { said: [...new Set(said)], passed: passed.map(([start, end]) => text.slice(start, end)) };
}

describe('a rare name of the roster is a name wherever somebody says it', () => {
  it.each([
    ['is ngozi in today', 'NAME ngozi'],
    ['the appointment of Ngozi Okafor-Reyes', 'NAME Ngozi Okafor-Reyes'],
    ['reyes, ngozi', 'NAME ngozi'],
    ['it is o-k-a-f-o-r', 'NAME o-k-a-f-o-r'],
    ['i wait for lupita van der zwaluw', 'NAME lupita van der zwaluw'],
    ['i wait for vanderzwaluw', 'NAME vanderzwaluw'],
  ])('%j holds %j', (text, value) => {
    expect(found([text]).said).toContain(value);
  });

  it.each([
    ['a doubled letter', 'i wait for zwalluw', 'NAME zwalluw'],
    ['both words misheard', 'engozi okafur is here', 'NAME engozi okafur'],
    ['a short name with its capital', 'i called Femy today', 'NAME Femy'],
    ['ñ for m behind a word for kin', 'vive con mi tío tuño', 'NAME tuño'],
    ['misheard behind a cue', 'my name is okafur', 'NAME okafur'],
  ])('is found with %s', (_, text, value) => {
    expect(found([text]).said).toContain(value);
  });
});

describe('a name that is an everyday word needs evidence', () => {
  it.each([
    'i have no patience left',
    'the nurse may grace us',
    'that will be in may',
    'patience is what i need',
    'Patience, please.',
    'i grew up in austin',
    'go to the austin clinic',
  ])('%j names nobody', (text) => {
    expect(found([text]).said).toEqual([]);
  });

  it.each([
    ['a usual name by itself', 'is the john in the machine'],
    ['a saint', 'la virgen de guadalupe me lo cuidó'],
    ['a feast', 'nací el día de guadalupe'],
    ['a month', 'he is there till April'],
    ['a word that says a letter', 'n like nancy then two'],
    ['a title', 'the lady doctor called'],
    ['a form of address', 'no mija es que no leo'],
    ['an abbreviation that is spelled', 'i think it is a u t i'],
    ['a diminutive', 'tengo una mancha poquita aquí'],
    ['a virus', 'the epstein barr test'],
  ])('%s names nobody either', (_, text) => {
    const roster = indexOf(
      { givenNames: ['John', 'Guadalupe', 'April'], familyNames: ['Nancy', 'Doctor', 'Mija'] },
      { givenNames: ['Auti'], familyNames: ['Pokita', 'Barr'] },
    );
    expect(found([text], roster).said).toEqual([]);
  });

  it('takes a usual name that the words around show, or the call', () => {
    const roster = indexOf({ givenNames: ['John'], familyNames: ['Okafor'] });
    expect(found(['my brother john'], roster).said).toEqual(['NAME john']);
    expect(found(['last name okafor', 'is john there'], roster).said).toEqual(['NAME john']);
  });

  it.each(['¿cómo se llama ella?', 'la tarjeta vence el nueve', 'nel, ya no'])(
    '%j names nobody either where people of the roster are called so',
    (text) => {
      const roster = indexOf({ givenNames: ['Ella'], familyNames: ['Vence', 'Nel'] });
      expect(found([text], roster).said).toEqual([]);
    },
  );

  it.each([
    ['a cue', ['my name is patience'], 'NAME patience'],
    ['a title', ['i see mrs patience'], 'NAME patience'],
    ['a surname with it', ['it is patience wembley'], 'NAME patience wembley'],
    [
      'the birth date of that person',
      ['born november 30 1990', 'patience speaking'],
      'NAME patience',
    ],
    ['the surname in another turn', ['last name wembley', 'patience speaking'], 'NAME patience'],
  ])('%s is evidence', (_, texts, value) => {
    expect(found(texts).said).toContain(value);
  });

  it('does not take an everyday use for a name though the person is known', () => {
    expect(found(['patience wembley', 'i have no patience']).said).toEqual([]);
  });

  it('does not take evidence for somebody else', () => {
    expect(found(['born june 2 1971', 'patience speaking']).said).toEqual([]);
  });
});

describe('other values of people of the roster are found in any form', () => {
  it.each([
    [
      'a birth date in words',
      'march fourth nineteen eighty two',
      'DOB march fourth nineteen eighty two',
    ],
    ['a birth date in digits', 'that is 3/4/82', 'DOB 3/4/82'],
    ['a birth date in Spanish', 'el cuatro de marzo de 1982', 'DOB el cuatro de marzo de 1982'],
    ['a telephone number in words', 'five five five two oh one oh one four two', undefined],
    ['a record number', 'chart mc 004417', 'MRN mc 004417'],
    ['an e-mail address as said', 'ngozi at example dot com', 'EMAIL ngozi at example dot com'],
    ['a street with its number', 'at fourteen twenty juniper', 'ADDRESS fourteen twenty juniper'],
  ])('%s', (_, text, value = `PHONE ${text}`) => {
    expect(found([text]).said).toContain(value);
  });

  it('takes the last four digits of a number only for a person whom the call shows', () => {
    expect(found(['it ends in 0142']).said).toEqual([]);
    expect(found(['ngozi okafor', 'it ends in 0142']).said).toContain('PHONE 0142');
  });
});

describe('staff who may be said pass', () => {
  it('lets a title with the name stand', () => {
    expect(found(['doctor adebayo sees you at two'])).toEqual({
      said: [],
      passed: ['doctor adebayo'],
    });
  });

  it('lets the whole name stand', () => {
    expect(found(['with Ulrike Adebayo at two']).passed).toEqual(['Ulrike Adebayo']);
  });

  it('masks the name where the call shows a patient of that name', () => {
    expect(found(['i was born june 2 1971', 'doctor adebayo called'])).toEqual({
      said: ['NAME doctor adebayo'],
      passed: [],
    });
  });

  it('masks the name where somebody says it of themselves', () => {
    expect(found(['my name is adebayo'])).toEqual({ said: ['NAME adebayo'], passed: [] });
  });
});

it('reads a text in linear time', async () => {
  const read = (times: number) =>
    readRoster(lazyUtterance('patience okafur 1420 van der '.repeat(times), 'user'), index);
  expect(await powerOfGrowth(read, 200, 1_600)).toBeLessThan(1.5);
});
