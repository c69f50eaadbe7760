import { isAmount } from '../../vocabulary/amounts.ts';
import { functionWords } from '../../vocabulary/words.ts';
import { countedWords, placeCue } from './street-patterns.ts';

const cueReach = 48;

/** What is known of the text around, worked out once per view. */
export interface AddressContext {
  readonly text: string;
  /** Whether the other side just asked for an address. */
  readonly isAsked: boolean;
}

/** The words of a street name, without the punctuation behind them. */
export function nameWords(name: string): string[] {
  return name
    .split(/[\s,]+/)
    .map((word) => word.replace(/[.,]$/, ''))
    .filter((word) => word !== '');
}

/** Whether a word starts with a capital or a digit. */
export function isCapital(word: string): boolean {
  return /^[\p{Lu}\d]/u.test(word);
}

/** The one veto: amounts, counted things and everyday words make no street name. */
export function isNoStreetName(text: string, houseEnd: number, name: readonly string[]): boolean {
  const [first = ''] = name;
  if (isAmount(text, houseEnd) || countedWords.test(first)) return true;
  // "one 43rd street" is 143rd Street.
  const isCount = (word: string, at: number): boolean =>
    word === 'one' && /^\d/.test(name[at + 1] ?? '');
  return name.some(
    (word, at) => functionWords.has(word.toLowerCase()) && !isCapital(word) && !isCount(word, at),
  );
}

/** Whether a word of living, sending or being somewhere stands shortly before. */
export function cueBefore(text: string, start: number): boolean {
  return placeCue.test(text.slice(Math.max(0, start - cueReach), start));
}
