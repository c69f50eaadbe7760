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

/** The words of a kept text, without its placeholders. */
export function saidWords(text: string): readonly string[] {
  return foldedWords(text.replaceAll(placeholder, ' '));
}
