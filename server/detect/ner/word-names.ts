import { languages } from '../../normalize/languages/covered.ts';

const own = languages.flatMap(({ wordNames }) => wordNames ?? []);
const dearWords = new Set(own.flatMap(({ dear }) => Array.from(dear)));
const otherWords = new Set(own.flatMap(({ others }) => Array.from(others)));

/** Whether a word in lower case may be a name, though it is an ordinary word or no list of names has it. */
export const isWordName = (word: string): boolean => dearWords.has(word) || otherWords.has(word);

/** Whether such a word may also say how dear somebody is: "mi hija linda". */
export const isDear = (word: string): boolean => dearWords.has(word);
