import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { lexiconBits } from '../../server/detect/ner/index.ts';
import type { Person } from '../../server/domain/roster.ts';

const root = join(import.meta.dirname, '../..');
const lines = (file: string): readonly string[] =>
  readFileSync(join(root, 'models/training/lexicon', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Lists of names: the usual ones of English and Spanish, and those of the whole world. */
function nameLists() {
  const { firstName, surname } = lexiconBits;
  const file = readFileSync(join(root, 'models/lexicon.txt.br'));
  const world = brotliDecompressSync(file)
    .toString('utf8')
    .split('\n')
    .map((line) => ({
      name: capitalized(line.split(' ')[0] ?? ''),
      bits: Number(line.split(' ')[1]),
    }));
  const having = (bit: number): readonly string[] =>
    world.filter(({ name, bits }) => (bits & bit) !== 0 && name.length > 1).map(({ name }) => name);
  return [
    { given: lines('en/most-given-names.txt'), family: lines('en/most-surnames.txt'), surnames: 1 },
    { given: lines('es/given-names.txt'), family: lines('es/surnames.txt'), surnames: 2 },
    { given: having(firstName), family: having(surname), surnames: 1 },
  ].map(({ given, family, surnames }) => ({
    given: given.map(capitalized),
    family: family.map(capitalized),
    surnames,
  }));
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const streets = 'Maple Oak Cedar Juniper Willow Alder Birch Larch Hazel Sycamore'.split(' ');

/**
 * Invented people, the same for the same seed: a third each with usual English names, Spanish names with two surnames,
 * and names from anywhere; some have a second given name. One in two hundred is staff whose name may be said.
 */
export function* inventedPeople(count: number, seed = 1): Generator<Person> {
  const lists = nameLists();
  const random = randomOf(seed);
  const whole = (below: number): number => Math.floor(random() * below);
  /** The first of a list more often than the last. */
  const pick = (list: readonly string[]): string =>
    list[Math.floor(list.length * random() ** 2)] ?? '';
  for (let number = 1; number <= count; number += 1) {
    const { given, family, surnames } = lists[number % lists.length] as (typeof lists)[number];
    const isStaff = number % 200 === 0;
    const second = whole(5) === 0 ? [pick(given)] : [];
    const familyNames = Array.from({ length: surnames }, () => pick(family));
    const year = 1930 + whole(90);
    yield {
      id: `invented-${number}`,
      role: isStaff ? 'staff' : 'patient',
      givenNames: [pick(given), ...second],
      familyNames,
      fullNames: [],
      birthDate: `${year}-${twoDigits(1 + whole(12))}-${twoDigits(1 + whole(28))}`,
      phones: [`+1${200 + whole(700)}${200 + whole(700)}${1000 + whole(9000)}`],
      emails: whole(2) === 0 ? [] : [`invented.${number}@example.com`],
      addresses: [`${100 + whole(9900)} ${pick(streets)} Street`],
      recordNumbers: [`${10_000_000 + 7 * number}`],
      mayBeSaid: isStaff,
    };
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
