import { allMatches } from '../../domain/all-matches.ts';

/** One word, number or sign of a text; `start` and `end` are UTF-16 code units, half-open. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True when no blank stands before it. */
  readonly glued: boolean;
}

/** Letters with inner apostrophes but without a possessive ending, that ending, digits, or one sign. */
const word =
  /\p{L}[\p{L}\p{M}]*(?:['’](?!s(?!\p{L}))\p{L}[\p{L}\p{M}]*)*|['’]s(?!\p{L})|\p{N}+|[^\s]/gu;

/** The words of a text in order. Letters and digits are separate words even without a blank between them. */
export function wordsOf(text: string): Word[] {
  let lastEnd = 0;
  return allMatches(text, word).map(({ 0: found, index: start }) => {
    // Between two words there are blanks alone.
    const glued = start > 0 && start === lastEnd;
    lastEnd = start + found.length;
    return { text: found, start, end: lastEnd, glued };
  });
}

/** Numbers of this length and longer ones look the same to the model. */
const maxDigits = 16;

/** Words that are their own form, as most are. */
const lowerCase = /^[a-z][a-z']*$/;

/**
 * What the model reads of a word: lower case without diacritics; numbers of up to two digits unchanged,
 * longer ones as that many zeros, because their digits say nothing about their kind.
 */
export function wordForm(text: string): string {
  if (lowerCase.test(text)) return text;
  if (/^\p{N}/u.test(text)) {
    const digits = text.normalize('NFKC');
    return digits.length <= 2 ? digits : '0'.repeat(Math.min(digits.length, maxDigits));
  }
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace('’', "'").toLowerCase();
}

/** Characters that the model sees of one word. */
export const charsPerWord = 16;
const leading = 11;

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789'-.,@/_:;?!()&#+*$%";
/** 0 pads, 1 is any character outside the alphabet. */
const idOf = new Map([...alphabet].map((char, index) => [char, index + 2]));
export const charCount = alphabet.length + 2;

/** Character ids of a word form, padded with 0; of a longer form its first eleven and last five. */
export function charIds(form: string): Uint8Array {
  const chars = [...form];
  const shown =
    chars.length <= charsPerWord
      ? chars
      : [...chars.slice(0, leading), ...chars.slice(leading - charsPerWord)];
  const ids = new Uint8Array(charsPerWord);
  shown.forEach((char, index) => {
    ids[index] = idOf.get(char) ?? 1;
  });
  return ids;
}

const shapes = [
  'mark',
  'lower',
  'title',
  'letter',
  'upper',
  'mixed',
  'caseless',
  'digit',
  'digits2',
  'digits3',
  'digits4',
  'year',
  'digits5',
  'digits8',
  'digitsMore',
  'stop',
  'comma',
  'sign',
] as const;

type Shape = (typeof shapes)[number];

/** Shape ids go up to this, each shape once loose and once glued to what stands before it. */
export const shapeCount = shapes.length * 2;

/** Id of the shape that a turn mark has. */
export const markShape = 0;

/** The letter case or length of a word, and whether it is glued to the one before, as one id. */
export function shapeId(word: Word): number {
  return shapes.indexOf(shapeOf(word.text)) + (word.glued ? shapes.length : 0);
}

function shapeOf(text: string): Shape {
  if (lowerCase.test(text)) return 'lower';
  if (/^\p{N}/u.test(text)) return numberShape(text);
  if (/^['’]?\p{L}/u.test(text)) return letterShape(text);
  if (/^[.!?]/.test(text)) return 'stop';
  return /^[,;:]/.test(text) ? 'comma' : 'sign';
}

function numberShape(text: string): Shape {
  if (/^(?:19|20[0-2])\d+$/.test(text) && text.length === 4) return 'year';
  const byLength: readonly Shape[] = ['digit', 'digits2', 'digits3', 'digits4', 'digits5'];
  return byLength[text.length - 1] ?? (text.length <= 8 ? 'digits8' : 'digitsMore');
}

function letterShape(text: string): Shape {
  const letters = text.replace(/[^\p{L}]/gu, '');
  const lower = letters.toLowerCase();
  const upper = letters.toUpperCase();
  if (lower === upper) return 'caseless';
  if (letters === lower) return 'lower';
  if (letters === upper) return letters.length === 1 ? 'letter' : 'upper';
  const rest = letters.slice(1);
  return rest === rest.toLowerCase() ? 'title' : 'mixed';
}
