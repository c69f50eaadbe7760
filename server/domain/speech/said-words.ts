/** Longer runs of letters are no words that somebody searches for. */
const longestWord = 64;
const asciiOnly = /^[\0-\x7f]*$/;
/** What stands for a value in a kept text, such as `[NAME_01]` or `[REDACTED:SSN]`. */
const placeholder = /\[(?:REDACTED:)?[A-Z][A-Z0-9_]*\]/g;

/** The words of a text without case and accents, as calls are searched by them (decision 0174); with repetitions. */
export function foldedWords(text: string): readonly string[] {
  // Upper case also spells out letters such as ß.
  const plain = asciiOnly.test(text)
    ? text
    : text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
  const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length <= longestWord);
}

/** What stands for a tag among the words of a call: no word that is said is like it. */
export function tagWord(tag: string): string {
  return `¤${tag.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '¤')}`;
}

/** The words of a kept text between its placeholders: they follow each other in the text. */
export function saidWords(text: string): readonly (readonly string[])[] {
  return text
    .split(placeholder)
    .map(foldedWords)
    .filter((words) => words.length > 0);
}

/** Words that must follow each other in a text of a call; often one alone. */
export interface SoughtWords {
  readonly words: readonly string[];
  /** The last word may go on. */
  readonly isBeginning: boolean;
}

/** A beginning of fewer letters would be that of most calls. */
export const shortestBeginning = 3;
const quotationMarks = /[\u201c-\u201f\u00ab\u00bb]/g;

/** What a text asks for: `refill "new inhaler" insul*` is a word, a phrase and the beginning of a word. */
export function soughtWords(text: string): readonly SoughtWords[] {
  const parts = text.replace(quotationMarks, '"').matchAll(/"([^"]*)"?(\*?)|[^\s"]+/g);
  const sought = [...parts].flatMap(([part, phrase, star = '']): readonly SoughtWords[] => {
    const isBeginning = /\*$/.test(`${(phrase ?? part).trimEnd()}${star}`);
    const words = foldedWords(phrase ?? part);
    const groups = phrase === undefined ? words.map((word) => [word]) : [words];
    return groups.map((group, at) => {
      return { words: group, isBeginning: isBeginning && at === groups.length - 1 };
    });
  });
  const unlike = new Map(sought.map((one) => [JSON.stringify(one), one]));
  return [...unlike.values()].filter(({ words }) => words.length > 0);
}
