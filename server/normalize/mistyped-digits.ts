import {
  acknowledgingWords,
  dictatingWords,
  joiningWords,
  measuringBefore,
  measuringBehind,
} from '../domain/speech/dictation-words.ts';
import { digitWords } from './languages/covered.ts';
import { withoutAccents } from './languages/language.ts';

const plain = (...lists: readonly Iterable<string>[]): ReadonlySet<string> =>
  new Set(lists.flatMap((words) => Array.from(words, withoutAccents)));

/** Words that speakers and listeners say between the digits of a value, without accents. */
export const saidBetween = plain(acknowledgingWords, dictatingWords, joiningWords);
/** Words that measure, before and behind a number, without accents. */
export const measuring = {
  before: plain(measuringBefore),
  behind: plain(measuringBehind),
} as const;

const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz');
/** Letters from which on a word with a wrong letter is not likely another word. */
const longWord = 5;

/** A word with two letters in each other's place, with one missing, doubled or wrong. */
const slipsIn = (word: string): readonly string[] =>
  Array.from(word).flatMap((letter, at) => {
    const [before, behind] = [word.slice(0, at), word.slice(at + 1)];
    const swapped = before + behind.charAt(0) + letter + behind.slice(1);
    if (at === 0) return [swapped, letter + word];
    const wrong = word.length < longWord ? [] : alphabet.map((other) => before + other + behind);
    return [swapped, before + behind, before + letter + letter + behind, ...wrong];
  });

const slips: ReadonlyMap<string, number> = new Map(
  Array.from(digitWords).flatMap(([word, value]) => {
    const isOther = (slip: string): boolean => saidBetween.has(slip) || measuring.behind.has(slip);
    const own = slipsIn(word).filter((slip) => slip.length > 2 && !isOther(slip));
    return [...own, word].map((slip): [string, number] => [slip, value]);
  }),
);

/** The digit that a mistyped word in lower case stands for: "foru". */
export const mistypedDigit = (word: string): number | undefined => slips.get(word);

const drawnOut = /(.)\1\1/;
const digitByLetters: ReadonlyMap<string, string> = new Map(
  Array.from(digitWords.keys(), (word) => [word.replace(/(.)\1/g, '$1'), word]),
);

/** A digit's word that somebody draws out, as it is written otherwise ("fooour"); any other word as it is. */
export const withoutDrawl = (word: string): string =>
  drawnOut.test(word) ? (digitByLetters.get(word.replace(/(.)\1+/g, '$1')) ?? word) : word;
