import type { Random } from './random.ts';
import { numberWords } from './spoken.ts';

export const months = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const units = 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(' ');
const tens = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'];
const hundreds = ['', 'ciento', 'doscientos', 'trescientos', 'cuatrocientos', 'quinientos', 'seiscientos', 'setecientos', 'ochocientos', 'novecientos'];

/** A whole number below a million in words. */
export function spanishNumber(value: number): string {
  if (value < 30) return units[value] ?? '';
  if (value < 100) return `${tens[Math.floor(value / 10)]}${value % 10 === 0 ? '' : ` y ${units[value % 10]}`}`;
  if (value === 100) return 'cien';
  if (value < 1000) return `${hundreds[Math.floor(value / 100)]}${value % 100 === 0 ? '' : ` ${spanishNumber(value % 100)}`}`;
  const thousands = Math.floor(value / 1000);
  return `${thousands === 1 ? '' : `${spanishNumber(thousands)} `}mil${value % 1000 === 0 ? '' : ` ${spanishNumber(value % 1000)}`}`;
}

/** A year as it is said: in full, by its last two digits, or in two pairs as in English. */
export function spanishYear(year: number, random: Random): string {
  const roll = random.next();
  if (roll < 0.3) return spanishNumber(year % 100);
  if (roll < 0.4) return `${spanishNumber(Math.floor(year / 100))} ${spanishNumber(year % 100)}`;
  return spanishNumber(year);
}

const letterNames: Readonly<Record<string, readonly string[]>> = {
  A: ['a'], B: ['be', 'be', 'be grande', 'be larga', 'b'], C: ['ce', 'ce', 'c'], D: ['de', 'de', 'd'], E: ['e'], F: ['efe', 'efe', 'f'], G: ['ge', 'ge', 'g'],
  H: ['hache', 'hache', 'ache', 'h'], I: ['i'], J: ['jota', 'jota', 'j'], K: ['ka', 'ca', 'k'], L: ['ele', 'ele', 'l'], M: ['eme', 'eme', 'm'], N: ['ene', 'ene', 'n'],
  Ñ: ['eñe', 'eñe', 'ñ'], O: ['o'], P: ['pe', 'pe', 'p'], Q: ['cu', 'cu', 'q'], R: ['erre', 'erre', 'ere', 'r'], S: ['ese', 'ese', 's'], T: ['te', 'te', 't'], U: ['u'],
  V: ['ve', 'uve', 've chica', 've corta', 'v'], W: ['doble u', 'doble ve', 'uve doble', 'w'], X: ['equis', 'equis', 'x'], Y: ['ye', 'i griega', 'y'], Z: ['zeta', 'ceta', 'z'],
};
const asIn: Readonly<Record<string, string>> = {
  A: 'árbol', B: 'burro', C: 'casa', D: 'dedo', E: 'elefante', F: 'foca', G: 'gato', H: 'huevo', I: 'iglesia', J: 'jirafa', K: 'kilo', L: 'luna', M: 'mamá', N: 'nube',
  Ñ: 'ñandú', O: 'oso', P: 'perro', Q: 'queso', R: 'ratón', S: 'sol', T: 'taza', U: 'uva', V: 'vaca', W: 'whisky', X: 'xilófono', Y: 'yoyo', Z: 'zapato',
};

/** A letter as a caller says it. */
export function spanishLetter(letter: string, style: 'plain' | 'nato' | 'as in', random: Random): string {
  const names = letterNames[letter.toUpperCase()];
  if (names === undefined) return letter;
  const name = random.pick(names);
  return style === 'plain' && !random.chance(0.07) ? name : `${name} de ${asIn[letter.toUpperCase()] ?? letter}`;
}

const pauses = ['este', 'eh', 'mmm', 'y', 'luego', 'a ver'];

/** Digits and letters of an identifier as they are spoken; other characters are dropped or said. */
export function spanishCode(code: string, random: Random): string {
  const groups = code.match(/[A-Za-z]+|\d+|[-/.#]/g) ?? [];
  const size = random.pick([1, 1, 1, 1, 2, 2, 3]);
  const style = random.chance(0.9) ? 'plain' : 'as in';
  return groups
    .map((group) => {
      if (/^[-/.#]$/.test(group)) return random.chance(0.4) ? ({ '-': 'guion', '/': 'diagonal', '.': 'punto', '#': 'número' }[group] ?? '') : '';
      if (/\D/.test(group)) return [...group].map((letter) => spanishLetter(letter, style, random)).join(' ');
      return digitGroups(group, size, random);
    })
    .filter((word) => word !== '')
    .join(random.chance(0.12) ? ` ${random.pick(pauses)} ` : ' ');
}

/** Digits one by one, or as numbers of two or three digits; zeros in front are said one by one. */
function digitGroups(digits: string, size: number, random: Random): string {
  const words: string[] = [];
  // Many callers say their numbers in both languages.
  const inWords = random.chance(0.07) ? numberWords : spanishNumber;
  for (let at = 0; at < digits.length; ) {
    const left = digits.length - at;
    const take = digits.charAt(at) === '0' ? 1 : Math.min(left, size === 3 && left % 3 !== 0 ? 2 : size);
    const part = digits.slice(at, at + take);
    const isDouble = take === 1 && part === digits.charAt(at + 1) && random.chance(0.06);
    words.push(isDouble ? `doble ${spanishNumber(Number(part))}` : inWords(Number(part)));
    at += isDouble ? 2 : take;
    if (random.chance(0.02)) words.push(random.pick(pauses));
  }
  return words.join(' ');
}
