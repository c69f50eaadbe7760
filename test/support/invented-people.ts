import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { cs_CZ, en_IN, type LocaleDefinition, pl, sr_RS_latin, vi } from '@faker-js/faker';
import { lexiconBits } from '../../server/detect/ner/index.ts';
import type { Person } from '../../server/domain/roster.ts';

const root = join(import.meta.dirname, '../..');
const lines = (file: string): readonly string[] =>
  readFileSync(join(root, 'models/training/lexicon', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Lists of names of six origins, and those of the whole world. */
function nameLists(): readonly NameList[] {
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
  const english = {
    given: lines('en/most-given-names.txt').map(capitalized),
    family: lines('en/most-surnames.txt').map(capitalized),
  };
  const spanish = { given: lines('es/given-names.txt'), family: lines('es/surnames.txt') };
  return [
    { ...english, surnames: 1 },
    { ...spanish, surnames: 2 },
    { ...namesOf(en_IN), surnames: 1 },
    { ...namesOf(vi), surnames: 1 },
    { given: arabicGiven, family: arabicFamily, surnames: 1 },
    { ...joined([cs_CZ, pl, sr_RS_latin].map(namesOf)), surnames: 1 },
    { given: having(firstName), family: having(surname), surnames: 1 },
  ];
}

interface Names {
  readonly given: readonly string[];
  readonly family: readonly string[];
}

interface NameList extends Names {
  readonly surnames: number;
}

/** The names of a locale of faker, in the Latin alphabet. */
function namesOf({ person }: LocaleDefinition): Names {
  const all = (names: LocaleNames): readonly string[] =>
    Object.values(names ?? {}).flatMap((some) => some ?? []);
  return { given: all(person?.first_name), family: all(person?.last_name) };
}

type LocaleNames = Readonly<Record<string, readonly string[] | undefined>> | null | undefined;

/** The names of each list in turn, so that no list has all those that are picked often. */
function joined(lists: readonly Names[]): Names {
  const mixed = (of: keyof Names): readonly string[] =>
    lists
      .flatMap((list) => list[of].map((name, at) => ({ name, rank: at / list[of].length })))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ name }) => name);
  return { given: mixed('given'), family: mixed('family') };
}

/** As families from Arab countries write their names in English. */
const arabicGiven =
  'Mohammed Fatima Ahmed Aisha Ali Mariam Omar Khadija Hassan Zainab Hussein Noor Ibrahim Layla Khalid Yasmin Abdullah Salma Yousef Amina Mustafa Huda Mahmoud Rania Tariq Samira Karim Dalia Samir Hanan Walid Nadia Bilal Rasha Faisal Lina Ziad Reem Nabil Maha Hamza Dina Rashid Iman Jamal Suad Marwan Ghada Anwar Wafa Basim Zahra Fadi Sawsan Imad Hala Adel Lubna Majid Nawal Salim Asma Hisham Rawan Nasser Hiba Sami Abeer Tamer Nour Wael Widad Amjad Shaima Saif Duaa Raed Inas Haitham Manal Muhannad Bushra Qasim Najla Ayman Siham Murad Jumana Rami Kawthar Usama Ibtisam Laith Thuraya Munir Afaf Zuhair Basma Haidar Intisar Abdulrahman Sukaina Abdelaziz Umaima Ghassan Hadeel'.split(
    ' ',
  );
const arabicFamily =
  'Hassan, Ali, Ahmed, Khan, Al-Masri, Haddad, Khoury, Saleh, Mansour, Nasser, Hamdan, Abdallah, Al-Hashimi, Qureshi, Najjar, Shaheen, Sayegh, Darwish, Al-Rashid, Bishara, Farah, Hijazi, Kanaan, Tawfiq, El-Sayed, Abu Bakr, Al-Jabouri, Zayed, Barakat, Ghanem, Issa, Jaber, Kassab, Mahfouz, Nasrallah, Odeh, Rizk, Sabbagh, Totah, Zoghbi, Al-Dulaimi, Ben Youssef, Bouazizi, Benali, Cherif, El-Amin, El Fassi, Habib, Idrissi, Jubran, Karam, Lahoud, Maalouf, Naser, Qasem, Rahal, Shamoun, Tannous, Yassin, Zaman, Abdelrahman, Al-Tikriti, Bazzi, Chalhoub, Dabbagh, Fakhoury, Gemayel, Hakim, Itani, Jarrar, Khalaf, Makhlouf, Nimer, Obeid, Sarkis, Shehadeh, Tamimi, Wahba, Yacoub, Zein, Al-Zahrani, Al-Ghamdi, Al-Otaibi, Abdelnour, Abu Zaid, Alwan, Ashour, Atallah, Awad, Badawi, Daoud, Elias, Fayed, Halabi, Jumblatt, Kassis, Mikati, Nahas, Rabbani, Salameh, Sleiman'.split(
    ', ',
  );

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const streets = 'Maple Oak Cedar Juniper Willow Alder Birch Larch Hazel Sycamore'.split(' ');

/**
 * Invented people, the same for the same seed: a seventh each with usual English names, Spanish names with two surnames,
 * South Asian, Vietnamese, Arabic and Slavic ones, and names from anywhere; some have a second given name. One in two
 * hundred is staff whose name may be said.
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
