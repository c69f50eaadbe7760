import { datesOf } from '../detect/recognizers/date/date-spans.ts';
import { mostPeople, type RosterHit } from './roster-hit.ts';
import type { RosterIndex } from './roster-index.ts';
import { emailForm, isStreetSign, type ValueKind } from './value-keys.ts';

/** The birth dates, telephone numbers, e-mail addresses, record numbers and streets of a text that the roster holds. */
export function readValues(text: string, index: RosterIndex): readonly RosterHit[] {
  const emails = readEmails(text, index);
  if (!/\p{N}/u.test(text)) return emails;
  return [
    ...emails,
    ...readDates(text, index),
    ...readNumbers(text, index),
    ...readCodes(text, index),
    ...readStreets(text, index),
  ];
}

/** A hit, if the roster holds the value. */
function hit(
  index: RosterIndex,
  found: Pick<RosterHit, 'kind' | 'start' | 'end' | 'strength'>,
  key: ValueKind,
  canonicals: readonly string[],
): readonly RosterHit[] {
  const people = canonicals.flatMap((canonical) => index.peopleWith(key, canonical, mostPeople));
  if (people.length === 0) return [];
  return [{ ...found, words: [], people, isEvidence: found.strength === 'sure' }];
}

const email = /[^\s@<>(),;:"]{1,64}@[^\s@<>(),;:"]{1,190}/g;

function readEmails(text: string, index: RosterIndex): readonly RosterHit[] {
  if (!text.includes('@')) return [];
  return Array.from(text.matchAll(email)).flatMap(({ 0: said, index: start }) => {
    const address = said.replace(/[.!?']$/, '');
    const found = { kind: 'EMAIL', start, end: start + address.length, strength: 'sure' } as const;
    return hit(index, found, 'EMAIL', [emailForm(address)]);
  });
}

function readDates(text: string, index: RosterIndex): readonly RosterHit[] {
  const dates = datesOf({ text, form: 'shadow', speaker: 'user', question: '', further: [] });
  return dates.flatMap(({ start, end, precision }) =>
    precision === 'full'
      ? hit(
          index,
          { kind: 'DOB', start, end, strength: 'sure' },
          'DOB',
          daysOf(text.slice(start, end)),
        )
      : [],
  );
}

const monthNames = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** The days, as `YYYY-MM-DD`, that a date may mean: 3/4/82 is in March or in April. */
function daysOf(said: string): readonly string[] {
  const numbers = said.match(/\d+/g) ?? [];
  const named = (said.match(/\p{L}{3,}/gu) ?? [])
    .map((word) => monthNames.indexOf(word.slice(0, 3).toLowerCase()))
    .find((at) => at >= 0 && at % 3 === 0);
  if (named !== undefined) {
    const year = numbers.find((number) => number.length === 4) ?? numbers[1] ?? '';
    const day = numbers.find((number) => number !== year) ?? numbers[0] ?? '';
    return yearsOf(year).map((one) => isoDay(one, `${named / 3 + 1}`, day));
  }
  const [a = '', b = '', c = ''] = numbers;
  if (a.length === 4) return [isoDay(a, b, c)];
  return yearsOf(c).flatMap((year) => [isoDay(year, a, b), isoDay(year, b, a)]);
}

const yearsOf = (year: string): readonly string[] =>
  year.length === 4 ? [year] : [`19${year.padStart(2, '0')}`, `20${year.padStart(2, '0')}`];

const isoDay = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

const numberRun = /\d[\d\s().+/-]*/g;
const mostGroups = 24;
const mostDigits = 15;
/** Shorter record numbers look like any number. */
const leastRecord = 6;

/** Telephone and record numbers, whose digits may stand in groups. */
function readNumbers(text: string, index: RosterIndex): readonly RosterHit[] {
  return Array.from(text.matchAll(numberRun)).flatMap(({ 0: run, index: from }) => {
    const groups = Array.from(run.matchAll(/\d+/g), ({ 0: digits, index: at }) => ({
      digits,
      start: from + at,
      end: from + at + digits.length,
    })).slice(0, mostGroups);
    return groups.flatMap(({ start }, first) => {
      let digits = '';
      return groups.slice(first).flatMap((group, ahead) => {
        digits += group.digits;
        if (digits.length > mostDigits) return [];
        return numberHits(index, digits, { start, end: group.end }, ahead === 0);
      });
    });
  });
}

function numberHits(
  index: RosterIndex,
  digits: string,
  span: Pick<RosterHit, 'start' | 'end'>,
  isOneGroup: boolean,
): readonly RosterHit[] {
  const { length } = digits;
  const sure = { ...span, strength: 'sure' } as const;
  const unsure = { ...span, strength: 'unsure' } as const;
  const long =
    length >= 7 ? hit(index, { ...sure, kind: 'PHONE' }, 'PHONE', [digits.slice(-10)]) : [];
  if (long.length > 0) return long;
  const part = length === 7 || (length === 4 && isOneGroup);
  const record = length >= leastRecord ? sure : unsure;
  return [
    ...(part ? hit(index, { ...unsure, kind: 'PHONE' }, 'PART', [digits]) : []),
    ...(length >= 4 ? hit(index, { ...record, kind: 'MRN' }, 'MRN', [digits]) : []),
  ];
}

const code = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[-/.]?[\p{L}\p{N}]){2,23}/gu;

/** Record numbers with letters; the letters may stand before the digits as a word of their own. */
function readCodes(text: string, index: RosterIndex): readonly RosterHit[] {
  return Array.from(text.matchAll(code)).flatMap(({ 0: said, index: start }) => {
    if (!/\p{N}/u.test(said)) return [];
    const [lead = ''] =
      /(?<![\p{L}\p{N}])\p{L}{1,5}[\s-]$/u.exec(text.slice(Math.max(0, start - 7), start)) ?? [];
    const form = said.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    const end = start + said.length;
    const isCode = /\p{L}/u.test(form);
    const sure = { kind: 'MRN', end, strength: 'sure' } as const;
    return [
      ...(isCode ? hit(index, { ...sure, start }, 'MRN', [form]) : []),
      ...(lead === ''
        ? []
        : hit(index, { ...sure, start: start - lead.length }, 'MRN', [
            lead.trim().replace('-', '').toLowerCase() + form,
          ])),
    ];
  });
}

const houseNumber = /(?<![\p{L}\p{N}.,])\p{N}{1,6}(?![\p{L}\p{N}])/gu;
const ahead = 60;
const streetEnd =
  /^(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|court|ct|place|pl|way|circle|terrace|parkway|pkwy|highway|hwy|trail|loop)$/;

/** A house number with the street that the roster has with it. */
function readStreets(text: string, index: RosterIndex): readonly RosterHit[] {
  return Array.from(text.matchAll(houseNumber)).flatMap(({ 0: number, index: start }) => {
    const end = start + number.length;
    return [...streetAfter(text, start, end, index), ...streetBefore(text, start, end, index)];
  });
}

function streetAfter(
  text: string,
  start: number,
  end: number,
  index: RosterIndex,
): readonly RosterHit[] {
  const words = Array.from(text.slice(end, end + ahead).matchAll(/\p{L}+/gu), (match) => ({
    word: match[0].toLowerCase(),
    end: end + match.index + match[0].length,
  })).slice(0, 5);
  const at = words.findIndex(({ word }) => !isStreetSign(word));
  const street = words[at];
  if (street === undefined || street.word.length < 2) return [];
  const type = words.slice(at + 1, at + 3).find(({ word }) => streetEnd.test(word));
  const isLong = end - start > 2 || type !== undefined;
  const found = {
    kind: 'ADDRESS',
    start,
    end: type?.end ?? street.end,
    strength: isLong ? 'sure' : 'unsure',
  } as const;
  return hit(index, found, 'ADDRESS', [`${text.slice(start, end)} ${street.word}`]);
}

/** "calle Morelos 123". */
function streetBefore(
  text: string,
  start: number,
  end: number,
  index: RosterIndex,
): readonly RosterHit[] {
  const from = Math.max(0, start - ahead);
  const words = Array.from(text.slice(from, start).matchAll(/\p{L}+/gu), (match) => ({
    word: match[0].toLowerCase(),
    start: from + match.index,
  })).slice(-5);
  const sign = words.findLastIndex(({ word }) =>
    /^(?:calle|avenida|av|carrera|camino|paseo|calzada)$/.test(word),
  );
  const street =
    sign < 0 ? undefined : words.slice(sign + 1).find(({ word }) => !isStreetSign(word));
  if (street === undefined) return [];
  const found = {
    kind: 'ADDRESS',
    start: words[sign]?.start ?? street.start,
    end,
    strength: 'sure',
  } as const;
  return hit(index, found, 'ADDRESS', [`${text.slice(start, end)} ${street.word}`]);
}
