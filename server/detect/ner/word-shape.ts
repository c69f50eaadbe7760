import type { Word } from './words.ts';

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
