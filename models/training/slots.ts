import type { NerKind } from '../../server/detect/ner/labels.ts';
import type { Piece } from './labelled-text.ts';
import { capital } from './names.ts';
import type { Random } from './random.ts';
import type { Fill, SlotContext } from './slot-context.ts';
import { months, numberWords, ordinalWords, spokenCode, yearWords } from './spoken.ts';

/** Fills a slot (format: models/training/README.md). Throws when it is unknown. */
export function fillSlot(slot: string, context: SlotContext): Piece[] {
  const fill = context.language.slots[slot] ?? slots[slot];
  if (fill === undefined) throw new Error(`unknown slot {${slot}}`);
  return fill(context);
}

export const plain = (text: string): Piece[] => [{ text }];
export const labelled =
  (kind: NerKind, make: (context: SlotContext) => string): Fill =>
  (context) => [{ text: make(context), kind }];

export const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, (_, index) => (index === 0 ? 1 + random.below(9) : random.below(10))).join('');
export const letter = (random: Random): string => String.fromCharCode(65 + random.below(26));
export const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => letter(random)).join('');
export const between = (random: Random, low: number, high: number): number => low + random.below(high - low + 1);

/** Says a code, or leaves it as it is written. */
export function said(code: string, { random, style, language }: SlotContext): string {
  return random.chance(style.spokenNumbers) ? language.spokenCode(code, random) : code;
}

function fullName({ random, names }: SlotContext): string {
  const roll = random.next();
  const first = names.first();
  const last = names.last();
  if (roll < 0.72) return `${first} ${last}`;
  if (roll < 0.78) return first;
  if (roll < 0.82) return last;
  if (roll < 0.88) return `${first} ${letter(random)}${random.pick(['.', ''])} ${last}`;
  if (roll < 0.93) return `${first} ${names.first()} ${last}`;
  if (roll < 0.95) return `${first} ${last} ${random.pick(['Jr.', 'Junior', 'III', 'Sr.', 'the third'])}`;
  return `${last}, ${first}`;
}

function spelledName({ random, names, language }: SlotContext): string {
  const name = random.chance(0.5) ? names.first() : names.last();
  const plainLetters = [...name.replace(/ñ/gi, '1').normalize('NFKD').replace(/[^A-Za-z1]/g, '').replaceAll('1', 'ñ')];
  const roll = random.next();
  if (roll < 0.3) return plainLetters.join('-').toUpperCase();
  if (roll < 0.4) return plainLetters.map((char) => `${char.toUpperCase()}.`).join(' ');
  const style = roll < 0.8 ? 'plain' : roll < 0.9 ? 'as in' : 'nato';
  return plainLetters.map((char) => language.letterWords(char.toUpperCase(), style, random)).join(roll < 0.5 ? ', ' : ' ');
}

function phone(context: SlotContext): string {
  const { random } = context;
  const area = digits(random, 3);
  const middle = digits(random, 3);
  const end = digits(random, 4);
  if (random.chance(context.style.spokenNumbers)) {
    const gap = random.pick([' ', ' ', ' ', ', ', ' um ', ' uh ', ' dash ', '. ']);
    const groups = random.chance(0.85) ? [area, middle, end] : [middle, end];
    const ahead = random.chance(0.06) ? random.pick(['one ', 'plus one ', 'plus four four ']) : '';
    return ahead + groups.map((group) => spokenCode(group, random)).join(gap);
  }
  const roll = random.next();
  const extension = random.chance(0.05) ? random.pick([' ext. ', 'x', ' extension ']) + digits(random, between(random, 2, 4)) : '';
  if (roll < 0.08) return `${middle}-${end}${extension}`;
  if (roll < 0.16) return `${area}${middle}${end}`;
  if (roll < 0.24) return `+${between(random, 1, 99)} ${digits(random, between(random, 2, 4))} ${digits(random, between(random, 3, 4))} ${digits(random, between(random, 3, 4))}`;
  if (roll < 0.3) return `0${digits(random, between(random, 2, 4))} ${digits(random, between(random, 3, 4))} ${digits(random, 4)}`;
  if (roll < 0.36) return `+1${random.pick(['-', ' ', '.', ''])}${area}${random.pick(['-', ' ', '.'])}${middle}-${end}`;
  if (roll < 0.42) return `001-${area}-${middle}-${end}${extension}`;
  if (roll < 0.56) return `(${area}) ${middle}-${end}${extension}`;
  const gap = random.pick(['-', '-', ' ', '.']);
  return area + gap + middle + gap + end + extension;
}

function calendarDate(context: SlotContext, low: number, high: number): string {
  const { random } = context;
  const month = random.below(12);
  const day = between(random, 1, 28 + random.below(4) * Number(month !== 1));
  const year = between(random, low, high);
  const name = months[month] ?? '';
  const two = (value: number): string => String(value).padStart(2, '0');
  if (random.chance(context.style.spokenNumbers)) {
    const spokenYear = yearWords(year, random);
    const gap = random.chance(0.12) ? random.pick([' um ', ' uh ', ', ', ' of ']) : ' ';
    const roll = random.next();
    if (roll < 0.35) return `${name} ${ordinalWords(day)}${gap}${spokenYear}`;
    if (roll < 0.5) return `${name} ${numberWords(day)}${gap}${spokenYear}`;
    if (roll < 0.65) return `${random.chance(0.5) ? 'the ' : ''}${ordinalWords(day)} of ${name}${gap}${spokenYear}`;
    if (roll < 0.7) return `${name} ${ordinalWords(day)}`;
    if (roll < 0.75) return `${spokenYear} ${name} ${ordinalWords(day)}`;
    const zero = random.chance(0.2) ? `${random.pick(['oh', 'zero'])} ` : '';
    return `${month < 9 ? zero : ''}${numberWords(month + 1)}${gap === ' of ' ? ' ' : gap}${numberWords(day)} ${spokenYear}`;
  }
  const roll = random.next();
  const suffix = random.pick(['', '', 'st', 'nd', 'rd', 'th']);
  if (roll < 0.2) return `${month + 1}/${day}/${random.chance(0.7) ? year : two(year % 100)}`;
  if (roll < 0.3) return `${two(month + 1)}/${two(day)}/${year}`;
  if (roll < 0.38) return `${two(day)}-${two(month + 1)}-${year}`;
  if (roll < 0.46) return `${year}-${two(month + 1)}-${two(day)}`;
  if (roll < 0.66) return `${name} ${day}${suffix}, ${year}`;
  if (roll < 0.74) return `${day}${suffix} ${random.chance(0.3) ? 'of ' : ''}${name} ${year}`;
  if (roll < 0.8) return `${name.slice(0, 3)} ${day}, ${year}`;
  if (roll < 0.86) return `${name} ${day}${suffix}`;
  if (roll < 0.9) return `${day}.${month + 1}.${year}`;
  if (roll < 0.93) return `${two(month + 1)}${two(day)}${year}`;
  if (roll < 0.96) return `${name} of ${year}`;
  return `${day} ${month + 1} ${two(year % 100)}`;
}

/** Adds a repair: the value begun wrongly, then given again. */
export function maybeCorrected(make: (context: SlotContext) => string): (context: SlotContext) => string {
  return (context) => {
    const value = make(context);
    if (!context.random.chance(0.04)) return value;
    const wrong = make(context).split(' ').slice(0, between(context.random, 1, 4)).join(' ');
    return `${wrong} ${context.random.pick(context.words.get('repairs') ?? ['sorry'])} ${value}`;
  };
}

const suffixes = 'Street Street Street St St. Avenue Avenue Ave Ave. Road Road Rd Drive Drive Dr Lane Lane Ln Court Ct Place Boulevard Blvd Way Circle Terrace Parkway Highway Close Crescent Square Row Trail Loop Pike Plaza Run Ridge'.split(' ');

function streetLine(context: SlotContext): string {
  const { random, names, words } = context;
  const number = String(between(random, 1, random.pick([99, 999, 9999, 19999])));
  const dictionary = words.get('dictionary') ?? [];
  const roll = random.next();
  const base =
    roll < 0.3 ? names.last()
    : roll < 0.45 ? names.first()
    : roll < 0.6 ? capital(random.pick(dictionary))
    : roll < 0.75 ? random.pick(['Oak', 'Maple', 'Main', 'Park', 'Cedar', 'Elm', 'Pine', 'Lake', 'Hill', 'Washington', 'Church', 'Spring', 'High', 'River', 'Mill', 'Sunset', 'Willow', 'Broad', 'Market', 'Center'])
    : roll < 0.85 ? ordinalStreet(between(random, 1, 180), context)
    : `${capital(random.pick(dictionary))} ${capital(random.pick(dictionary))}`;
  const direction = random.chance(0.12) ? `${random.pick(['North', 'South', 'East', 'West', 'N', 'S.', 'E', 'W.', 'Southwest'])} ` : '';
  const saidNumber = random.chance(context.style.spokenNumbers) ? spokenHouse(number, random) : number;
  const suffix = random.chance(0.94) ? ` ${random.pick(suffixes)}` : '';
  const unit = random.chance(0.18) ? `${random.pick([', ', ' '])}${random.pick(['Apt', 'Apt.', 'Apartment', 'Unit', 'Suite', '#', 'Flat', 'Room', 'apartment number'])} ${said(random.chance(0.6) ? String(between(random, 1, 999)) : `${between(random, 1, 30)}${letter(random)}`, context)}` : '';
  if (random.chance(0.04)) return `${random.pick(['PO Box', 'P.O. Box', 'P O Box', 'Post Office Box'])} ${said(digits(random, between(random, 2, 5)), context)}`;
  if (random.chance(0.06)) return `${base}${random.pick(['straße', 'strasse', ' Strasse', 'gatan', 'gade', 'vej', 'laan', 'weg'])} ${saidNumber}${unit}`;
  if (random.chance(0.05)) return `${random.pick(['Rue de', 'Via', 'Calle', 'Avenida', 'Rua', 'Place', 'Piazza', 'rue', 'Plaza'])} ${base} ${saidNumber}${unit}`;
  if (unit !== '' && random.chance(0.3)) return `${unit.replace(/^[, ]+/, '')}${random.pick([', ', ' ', '\n'])}${saidNumber} ${base}${suffix}`;
  return `${saidNumber} ${direction}${base}${suffix}${unit}`;
}

function ordinalStreet(value: number, { random, style }: SlotContext): string {
  if (random.chance(Math.max(style.spokenNumbers, 0.2))) return capital(ordinalWords(value));
  const tail = value % 100 > 10 && value % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${tail}`;
}

function spokenHouse(number: string, random: Random): string {
  const value = Number(number);
  const roll = random.next();
  if (value < 100) return numberWords(value);
  if (value < 1000 && roll < 0.4) return `${numberWords(Math.floor(value / 100))} ${value % 100 < 10 ? `oh ${numberWords(value % 100)}` : numberWords(value % 100)}`;
  if (value < 10000 && value > 1000 && roll < 0.5) return `${numberWords(Math.floor(value / 100))} ${value % 100 === 0 ? 'hundred' : numberWords(value % 100)}`;
  return roll < 0.7 ? numberWords(value) : spokenCode(number, random);
}

function postcode(context: SlotContext): string {
  const { random } = context;
  const roll = random.next();
  if (roll < 0.7) return said(digits(random, 5), context);
  if (roll < 0.8) return said(`${digits(random, 5)}-${digits(random, 4)}`, context);
  if (roll < 0.95) return said(`${letters(random, between(random, 1, 2))}${between(random, 1, 30)} ${between(random, 1, 9)}${letters(random, 2)}`, context);
  return said(`${letter(random)}${random.below(10)}${letter(random)} ${random.below(10)}${letter(random)}${random.below(10)}`, context);
}

function fullAddress(context: SlotContext): string {
  const { random, names } = context;
  const comma = random.chance(0.85) ? ',' : '';
  const roll = random.next();
  const street = streetLine(context);
  if (roll < 0.22) return street;
  const line = random.chance(0.15) ? '\n' : ' ';
  if (random.chance(0.06)) return militaryAddress(context, line);
  if (roll < 0.42) return `${street}${comma}${line}${names.city()}`;
  if (roll < 0.6) return `${street}${comma}${line}${names.city()}${comma} ${names.state()}`;
  if (roll < 0.68) return `${street}${comma} ${postcode(context)} ${names.city()}`;
  if (roll < 0.74) return `${street}${random.pick([' in ', ' '])}${names.city()}`;
  const state = random.chance(0.5) ? names.state() : letters(random, 2);
  const tail = `${street}${comma}${line}${names.city()}${comma} ${state}${comma === '' ? '' : random.pick(['', ','])} ${postcode(context)}`;
  return random.chance(0.1) ? `${tail}${comma} ${names.place()}` : tail;
}

/** Post of the armed forces and of routes without street names. */
function militaryAddress(context: SlotContext, line: string): string {
  const { random, names } = context;
  const number = (): string => said(digits(random, between(random, 1, 4)), context);
  const place = random.pick([
    () => `PSC ${number()}, Box ${number()}`,
    () => `Unit ${number()} Box ${number()}`,
    () => `${random.pick(['USS', 'USNS', 'USNV', 'USCGC'])} ${names.last()}`,
    () => `${random.pick(['RR', 'Rural Route', 'HC'])} ${number()} Box ${number()}`,
    () => `General Delivery`,
  ])();
  const town = random.chance(0.8)
    ? `${random.pick(['APO', 'FPO', 'DPO'])} ${random.pick(['AA', 'AE', 'AP'])}`
    : `${names.city()}, ${letters(random, 2)}`;
  return `${place}${random.chance(0.3) ? ',' : ''}${line}${town} ${postcode(context)}`;
}

function account(context: SlotContext): string {
  const { random } = context;
  const roll = random.next();
  if (roll < 0.4) return said(digits(random, between(random, 6, 12)), context);
  if (roll < 0.5) return said(Array.from({ length: 4 }, () => digits(random, 4)).join(random.pick(['-', ' ', ''])), context);
  if (roll < 0.56) return said(digits(random, 4), context);
  if (roll < 0.8) return said(`${letters(random, between(random, 1, 4))}${random.pick(['', '', '-', ' '])}${digits(random, between(random, 4, 10))}`, context);
  if (roll < 0.9) return said(`${digits(random, between(random, 2, 4))}-${digits(random, between(random, 3, 6))}${random.chance(0.5) ? `-${digits(random, between(random, 2, 4))}` : ''}`, context);
  return said(mixedCode(random, between(random, 6, 11)), context);
}

function mixedCode(random: Random, length: number): string {
  return Array.from({ length }, () => (random.chance(0.35) ? letter(random) : random.below(10))).join('');
}

function mrn(context: SlotContext): string {
  const { random } = context;
  const roll = random.next();
  if (roll < 0.65) return said(digits(random, between(random, 5, 10)), context);
  if (roll < 0.85) return said(`${letters(random, between(random, 1, 3))}${random.pick(['', '', '-'])}${digits(random, between(random, 4, 9))}`, context);
  if (roll < 0.93) return said(`${digits(random, 2)}-${digits(random, 2)}-${digits(random, 2)}`, context);
  return said(`${digits(random, 3)}-${digits(random, between(random, 3, 5))}`, context);
}

function email(context: SlotContext): string {
  const { random, names } = context;
  const first = names.first().normalize('NFKD').replace(/[^A-Za-z]/g, '').toLowerCase();
  const last = names.last().normalize('NFKD').replace(/[^A-Za-z]/g, '').toLowerCase();
  const host = random.pick(['gmail', 'yahoo', 'hotmail', 'outlook', 'aol', 'icloud', 'example', 'comcast', last]);
  const ending = random.pick(['com', 'com', 'com', 'net', 'org', 'co.uk', 'edu']);
  if (random.chance(context.style.spokenNumbers)) {
    const gap = random.pick([' dot ', ' ', ' underscore ', ' dash ']);
    const number = random.chance(0.3) ? ` ${numberWords(random.below(100))}` : '';
    return `${first}${gap}${last}${number} at ${host} dot ${ending.replace('.', ' dot ')}`;
  }
  const gap = random.pick(['.', '_', '', '-']);
  return `${random.pick([first, first.charAt(0)])}${gap}${last}${random.chance(0.3) ? random.below(100) : ''}@${host}.${ending}`;
}

function organisation({ random, names, words }: SlotContext): string {
  const dictionary = words.get('dictionary') ?? [];
  const listed = words.get('organisations') ?? words.get('organizations') ?? words.get('orgs') ?? [];
  const base = random.pick([names.last(), names.last(), names.city(), capital(names.coined()), capital(random.pick(dictionary)), `St. ${names.first()}`]);
  const roll = random.next();
  if (listed.length > 0 && roll < 0.35) return random.pick(listed);
  if (roll < 0.65) return `${base} ${random.pick(['Clinic', 'Hospital', 'Medical Center', 'Health', 'Pharmacy', 'Family Practice', 'Dental', 'Insurance', 'Bank', 'Credit Union', 'Medical Group', 'Urgent Care', 'Labs', 'Pediatrics'])}`;
  if (roll < 0.85) return `${base} ${random.pick(['Inc', 'LLC', 'Group', 'and Sons', 'Ltd', 'Company', 'Corporation', 'Partners', 'University', 'School', 'Cafe', 'Restaurant', 'Hotel', 'Airlines'])}`;
  return `${names.last()} ${random.pick(['and', '&'])} ${names.last()}`;
}

const ownLists: Readonly<Record<string, readonly string[]>> = {
  drugs: 'Metformin Lisinopril Atorvastatin Zoloft Zetia Xarelto Eliquis ibuprofen Tylenol amoxicillin prednisone gabapentin Lexapro insulin Ozempic Synthroid warfarin'.split(' '),
  conditions: 'diabetes hypertension asthma migraine pneumonia eczema arthritis anemia sciatica gout bronchitis shingles'.split(' '),
  eponyms: ["Crohn's", "Parkinson's", "Alzheimer's", "Hodgkin's", "Bell's palsy", "Graves' disease", "Murphy's sign", 'Down syndrome', "Addison's disease", "Lou Gehrig's"],
  plans: ['Medicare', 'Medicaid', 'Blue Cross', 'Aetna', 'Cigna', 'Kaiser', 'Humana', 'United Healthcare', 'Tricare'],
};

const listed =
  (...files: readonly string[]): Fill =>
  ({ random, words }) => {
    const file = files.find((name) => (words.get(name)?.length ?? 0) > 0);
    return plain(random.pick((file === undefined ? undefined : words.get(file)) ?? ownLists[files[0] ?? ''] ?? []));
  };

const age = ({ random, style, language }: SlotContext): string => {
  const value = random.chance(0.12) ? between(random, 86, 109) : between(random, 1, 99);
  return random.chance(Math.max(style.spokenNumbers, 0.15)) ? language.numberWords(value) : String(value);
};

export const amount = (value: number, context: SlotContext): string =>
  context.random.chance(context.style.spokenNumbers) ? context.language.numberWords(value) : String(value);

const koreanSurnames = 'Kim Lee Park Choi Jung Jeong Kang Cho Yoon Jang Lim Han Oh Seo Shin Kwon Hwang Ahn Song Yoo Hong Jeon Ko Moon Yang Son Bae Baek Heo Nam Shim Noh Ha Joo Koo Min Ryu Kwak Cha'.split(' ');
const koreanSyllables = 'ae ah bin bo bum chan chul dae do dong eun gi gyu ha hae han hee ho hwa hwan hye hyo hyun il in ja jae ji jin jong joo joon jun jung ki kwang kyu kyung mi min myung na nam ran rim sang seo seok seon seung shin si sik so sok soo sook soon su suk sun sung tae ui uk wan won woo yeol yeon yo yong yoo yoon young yun ok ock sim wol'.split(' ');

/** Korean given names as they are written in Latin letters; the people of these names are in few lists. */
function koreanGiven(random: Random): string {
  const second = random.pick(koreanSyllables);
  return `${capital(random.pick(koreanSyllables))}${random.pick(['-', '-', '-', ' ', ''])}${random.chance(0.2) ? capital(second) : second}`;
}

/** Codes of procedures, diagnoses and drugs, which identify nobody. */
function billingCode(random: Random): string {
  return random.pick([
    () => digits(random, 5),
    () => `${letter(random)}${digits(random, 4)}`,
    () => `${letter(random)}${digits(random, 2)}.${random.below(100)}`,
    () => `${digits(random, 5)}-${digits(random, 4)}-${digits(random, 2)}`,
    () => String(between(random, 21, 99)),
  ])();
}

/** What a caller says of a number at a time: two to four digits, at times with a letter. */
function numberPiece(context: SlotContext): string {
  const { random } = context;
  const code = digits(random, random.pick([2, 2, 3, 3, 4, 4]));
  return said(random.chance(0.08) ? code + letter(random) : code, context);
}

/** A short code of letters and digits, as confirmations and references have. */
function shortCode(context: SlotContext): string {
  const { random } = context;
  return said(random.chance(0.75) ? mixedCode(random, between(random, 4, 7)) : `${letters(random, between(random, 1, 3))}${random.pick(['', '-', ' '])}${digits(random, between(random, 2, 5))}`, context);
}

/** The part of an e-mail address before its sign, or some of it: in words, in letters, with a number. */
function mailUser(context: SlotContext): string {
  const { random, names, language } = context;
  const word = (random.chance(0.6) ? names.first() : random.chance(0.5) ? names.last() : names.pet()).normalize('NFKD').replace(/[^A-Za-z]/g, '').toLowerCase();
  const spelled = [...word].map((char) => language.letterWords(char.toUpperCase(), 'plain', random)).join(' ');
  const start = random.chance(0.4) ? spelled : random.chance(0.3) ? word.slice(0, between(random, 2, 4)) : word;
  const roll = random.next();
  if (roll < 0.35) return start;
  if (roll < 0.6) return `${start} ${said(digits(random, between(random, 1, 4)), context)}`;
  return `${start} ${random.pick(language.mailJoints)} ${random.chance(0.4) ? names.last().toLowerCase() : random.chance(0.5) ? letter(random).toLowerCase() : said(digits(random, 2), context)}`;
}

const monthOf = ({ random, language }: SlotContext): string => random.pick(language.months);

/** The day of a month as a caller says it alone, after the month was said or before it is. */
function dayAlone(context: SlotContext): string {
  const day = between(context.random, 1, 31);
  return context.random.chance(context.style.spokenNumbers) ? context.language.dayWords(day, context.random) : String(day);
}

function yearAlone(context: SlotContext): string {
  const { random, language, style } = context;
  const year = between(random, 1925, 2025);
  if (random.chance(style.spokenNumbers)) return language.yearWords(year, random);
  return random.chance(0.6) ? String(year) : String(year % 100).padStart(2, '0');
}

function streetName({ random, names, words }: SlotContext): string {
  const base = random.chance(0.6) ? names.last() : capital(random.pick(words.get('dictionary') ?? ['oak']));
  return random.chance(0.5) ? base : `${base} ${random.pick(suffixes)}`;
}

const unit = (context: SlotContext): string =>
  said(context.random.chance(0.6) ? String(between(context.random, 1, 999)) : `${between(context.random, 1, 30)}${letter(context.random)}`, context);

const slots: Readonly<Record<string, Fill>> = {
  NAME: labelled('NAME', fullName),
  'NAME.first': labelled('NAME', ({ names }) => names.first()),
  'NAME.last': labelled('NAME', ({ names }) => names.last()),
  'NAME.doctor': labelled('NAME', ({ random, names }) =>
    random.chance(0.7) ? names.last() : `${names.first()} ${names.last()}`),
  'NAME.spelled': labelled('NAME', spelledName),
  // A caller begins with a name, and begins again.
  'NAME.twice': ({ random, names }) => {
    const first = names.first();
    const gap = random.pick([' ', ' ', ' um ', ' uh ', ', ', ', sorry, ', ', yeah, ', '... ', ' um, ']);
    return [{ text: first, kind: 'NAME' }, { text: gap }, { text: `${first} ${names.last()}`, kind: 'NAME' }];
  },
  'NAME.nickname': labelled('NAME', ({ random, names }) => {
    const nick = names.first();
    const quoted = random.pick([`"${nick}"`, `"${nick}"`, `'${nick}'`, `(${nick})`, `“${nick}”`]);
    return `${names.first()} ${quoted} ${names.last()}`;
  }),
  'NAME.korean': labelled('NAME', ({ random }) => (random.chance(0.7) ? `${koreanGiven(random)} ${random.pick(koreanSurnames)}` : `${random.pick(koreanSurnames)} ${koreanGiven(random)}`)),
  'NAME.koreanfirst': labelled('NAME', ({ random }) => koreanGiven(random)),
  'NAME.word': labelled('NAME', ({ names }) => names.wordy()),
  'NAME.pet': labelled('NAME', ({ names }) => names.pet()),
  'NAME.initial': labelled('NAME', (context) => context.random.chance(0.85) ? letter(context.random) : context.language.letterWords(letter(context.random), 'as in', context.random)),
  'NAME.part': labelled('NAME', ({ random, names }) => {
    const name = random.chance(0.5) ? names.first() : names.last();
    return name.slice(0, Math.max(2, Math.ceil(name.length / 2)));
  }),
  'PHONE.part': labelled('PHONE', numberPiece),
  'ACCOUNT.part': labelled('ACCOUNT', numberPiece),
  'ACCOUNT.code': labelled('ACCOUNT', shortCode),
  'MRN.part': labelled('MRN', numberPiece),
  'DOB.month': labelled('DOB', monthOf),
  'DOB.day': labelled('DOB', dayAlone),
  'DOB.year': labelled('DOB', yearAlone),
  'DOB.half': labelled('DOB', (context) => context.language.monthDay(monthOf(context), dayAlone(context), context.random)),
  'EMAIL.part': labelled('EMAIL', mailUser),
  'ADDRESS.name': labelled('ADDRESS', streetName),
  'ADDRESS.number': labelled('ADDRESS', (context) => said(String(between(context.random, 1, context.random.pick([99, 999, 9999, 19999]))), context)),
  'ADDRESS.unit': labelled('ADDRESS', unit),
  'ADDRESS.spelled': labelled('ADDRESS', spelledName),
  MONTH: (context) => plain(monthOf(context)),
  DAY: (context) => plain(dayAlone(context)),
  ADDRESS: labelled('ADDRESS', maybeCorrected(fullAddress)),
  'ADDRESS.street': labelled('ADDRESS', streetLine),
  'ADDRESS.zip': labelled('ADDRESS', postcode),
  PHONE: labelled('PHONE', maybeCorrected(phone)),
  DOB: labelled('DOB', maybeCorrected((context) => calendarDate(context, 1925, 2025))),
  DATE: labelled('DATE', (context) => calendarDate(context, 1995, 2027)),
  MRN: labelled('MRN', maybeCorrected(mrn)),
  ACCOUNT: labelled('ACCOUNT', maybeCorrected(account)),
  SSN: labelled('ACCOUNT', (context) => {
    const { random } = context;
    return said(random.chance(0.4) ? digits(random, 4) : `${digits(random, 3)}-${digits(random, 2)}-${digits(random, 4)}`, context);
  }),
  EMAIL: labelled('EMAIL', email),
  AGE: labelled('AGE', age),
  ORG: labelled('ORG', organisation),
  'ORG.person': labelled('ORG', ({ random, words }) => random.pick(words.get('eponymous-orgs') ?? ['Mayo Clinic'])),
  LOC: labelled('LOC', ({ names }) => names.place()),
  NUM: (context) => plain(amount(context.random.below(context.random.pick([12, 100, 1000])), context)),
  MONEY: (context) => {
    const value = between(context.random, 2, 900);
    return plain(context.random.chance(context.style.spokenNumbers) ? `${numberWords(value)} dollars` : `$${value}${context.random.chance(0.4) ? '.50' : ''}`);
  },
  TIME: (context) => {
    const { random, style } = context;
    const hour = between(random, 1, 12);
    const minute = random.pick([0, 0, 15, 30, 45]);
    const half = random.pick([' am', ' pm', ' AM', ' p.m.', '', " o'clock"]);
    if (random.chance(style.spokenNumbers)) return plain(`${numberWords(hour)}${minute === 0 ? '' : ` ${numberWords(minute)}`}${half}`);
    return plain(`${hour}${minute === 0 ? '' : `:${minute}`}${half}`);
  },
  DRUG: listed('drugs', 'drug'),
  CONDITION: listed('conditions', 'condition'),
  PROCEDURE: listed('procedures', 'procedure'),
  PLAN: listed('plans', 'plan', 'insurers'),
  EPONYM: listed('eponyms', 'eponym'),
  BRAND: listed('brands'),
  CODE: (context) => plain(said(billingCode(context.random), context)),
  DOSE: (context) => {
    const value = context.random.pick([5, 10, 20, 25, 40, 50, 75, 81, 100, 250, 500, 1000]);
    return plain(`${amount(value, context)} ${context.random.pick(['mg', 'milligrams', 'units', 'mcg', 'ml', 'milligram'])}`);
  },
  COINED: ({ random, names }) => plain(random.chance(0.5) ? names.coined() : capital(names.coined())),
  DICTWORD: ({ random, words }) => plain(random.pick(words.get('dictionary') ?? ['table'])),
};
