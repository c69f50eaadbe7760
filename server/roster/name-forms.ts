import { wordForm, wordsOf } from '../detect/ner/index.ts';
import { itemAt } from '../domain/item-at.ts';
import type { Person } from '../domain/roster.ts';

/** Letters that have no mark to take off. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** How names are compared: lower case, without marks and apostrophes; `O’Brien` is `obrien`, `Nuño` is `nuno`. */
export function nameForm(word: string): string {
  const form = wordForm(word);
  return /^[a-z]*$/.test(form)
    ? form
    : form.replace(/['łøđðþßæœı]/g, (letter) => plainLetters[letter] ?? '');
}

/** Words that join the names of a person, and name nobody by themselves. */
export const particles: ReadonlySet<string> = new Set(
  'al abu af auf aus av ben bin bint binti da dal das de degli dei del dela della den der des di do dos du e el ibn la las le lo los na of san st te ten ter the to van vande vander von y zu zum zur jr sr ii iii iv junior senior'.split(
    ' ',
  ),
);

const vowel = /[aeiouyhw]/;

/**
 * How a name sounds, roughly, whatever the language: its consonants in eight groups, without doubles.
 * `Kravchenko` and `Cravtschenco` have one sound; so have `Giménez` and `Jimenes`.
 */
export function soundOf(form: string): string {
  const plain = form
    .replace(/ph/g, 'f')
    .replace(/(?:t?s?ch|c?z|s[hz]|ts|tz|dz|zh|dj)/g, 's')
    .replace(/[cg](?=[eiy])/g, 's')
    .replace(/[cq]/g, 'k')
    .replace(/x/g, 'ks');
  let sound = vowel.test(plain.charAt(0)) ? 'a' : '';
  for (const letter of plain) {
    const group = groups[letter] ?? (vowel.test(letter) ? '' : letter);
    if (!sound.endsWith(group) || group === '') sound += group;
  }
  return sound;
}

const groups: Readonly<Record<string, string>> = {
  b: 'p',
  p: 'p',
  v: 'p',
  f: 'f',
  d: 't',
  t: 't',
  g: 'k',
  k: 'k',
  z: 's',
  s: 's',
  j: 's',
  m: 'n',
  n: 'n',
};

/** Letters that are heard for each other. */
const alike: readonly string[] = [
  'aeiouyhw',
  'bpv',
  'fv',
  'dt',
  'gkcq',
  'szcxj',
  'mn',
  'lr',
  'gj',
  'hj',
];
const likeness = new Uint8Array(128 * 128);
for (const letters of alike) {
  for (const a of letters) {
    for (const b of letters) likeness[128 * a.charCodeAt(0) + b.charCodeAt(0)] = 1;
  }
}

/** Half an error for letters that sound alike, and for a letter that is silent or doubled. */
const half = 0.5;

function substitution(a: number, b: number): number {
  if (a === b) return 0;
  return a < 128 && b < 128 && likeness[128 * a + b] === 1 ? half : 1;
}

const letterH = 'h'.charCodeAt(0);

function omission(letter: number, before: number): number {
  return letter === before || letter === letterH ? half : 1;
}

/** Codes of a letter and of the one before it; NaN where there is none. */
type Letter = readonly [code: number, before: number];
const letterAt = (text: string, at: number): Letter => [
  text.charCodeAt(at),
  text.charCodeAt(at - 1),
];

/**
 * How many errors of speech recognition lie between two forms: one for each letter too many, too few,
 * wrong or swapped with the next. Stops at `most` and then returns more than that.
 */
export function errorsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) * half > most) return most + 1;
  let before = new Float64Array(b.length + 1);
  let last = new Float64Array(b.length + 1);
  let row = new Float64Array(b.length + 1);
  for (let j = 1; j < last.length; j += 1) {
    last[j] = itemAt(last, j - 1) + omission(...letterAt(b, j - 1));
  }
  for (let i = 1; i <= a.length; i += 1) {
    if (fillRow(row, last, before, letterAt(a, i - 1), b) > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return itemAt(last, b.length);
}

/** Fills the row of a letter in the table of errors; returns the least of it. */
function fillRow(
  row: Float64Array,
  last: Float64Array,
  before: Float64Array,
  [letter, previous]: Letter,
  b: string,
): number {
  const missing = omission(letter, previous);
  let least = itemAt(last, 0) + missing;
  row[0] = least;
  for (let j = 1; j < row.length; j += 1) {
    const [other, otherBefore] = letterAt(b, j - 1);
    const isSwap = letter === otherBefore && previous === other;
    const cost = Math.min(
      itemAt(last, j - 1) + substitution(letter, other),
      itemAt(last, j) + missing,
      itemAt(row, j - 1) + omission(other, otherBefore),
      isSwap ? itemAt(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
    );
    row[j] = cost;
    if (cost < least) least = cost;
  }
  return least;
}

/** Most errors with which a heard word of a length can still be a name. */
export function errorsAllowed(length: number): number {
  if (length < 4) return 0;
  if (length < 8) return 1;
  return length < 11 ? 1.5 : 2.5;
}

/** `O'Brien` may be heard as `Brien`, `D'Angelo` as `Angelo`. */
const prefixed = /^[od]['’](\p{L}{3,})$/iu;

/**
 * The forms by which the names of a person are found: each word, and the words of one name without what joins
 * them: `van der Berg` as `berg` and `vanderberg`, `Phuong-Anh` as `phuong`, `anh` and `phuonganh`.
 */
export function nameFormsOf({ givenNames, familyNames, fullNames }: Person): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const name of [...givenNames, ...familyNames]) addForms(forms, name, true);
  for (const name of fullNames) addForms(forms, name, false);
  return forms;
}

function addForms(forms: Set<string>, name: string, isOneName: boolean): void {
  const words = wordsOf(name).filter(({ text }) => /^\p{L}/u.test(text));
  const own = words.map(({ text }) => nameForm(text));
  for (const form of own) {
    const isParticle = particles.has(form) && own.length > 1;
    if (form.length > 1 && !isParticle) forms.add(form);
  }
  for (const { text } of words) {
    const [, rest] = prefixed.exec(text) ?? [];
    if (rest !== undefined) forms.add(nameForm(rest));
  }
  if (isOneName && own.length > 1 && own.length < 4) forms.add(own.join(''));
  // "Maria Jose van der Berg" as one text: the particles join the word behind them.
  own.forEach((form, at) => {
    let joined = form;
    for (let before = at - 1; before >= 0 && particles.has(own[before] ?? ''); before -= 1) {
      joined = `${own[before]}${joined}`;
    }
    if (joined !== form && !particles.has(form)) forms.add(joined);
  });
}
