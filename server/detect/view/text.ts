/** Whether the text holds a digit: nothing numeric can match without one. */
export function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

const questionReach = 240;

/** The end of a question: what stands further from its answer does not ask for it. */
export const nearQuestion = (question: string): string => question.slice(-questionReach);

/** ASCII letters in lower case; the length never changes, unlike `toLowerCase`. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export interface PrecedingWord {
  readonly start: number;
  readonly text: string;
  /** What stands between this word and what follows it. */
  readonly gap: string;
}

const wordChar = /[\p{L}\p{N}'’.-]/u;
const gapChar = /[\s,;>]/;
const maxWord = 26;

function runBefore(text: string, at: number, pattern: RegExp, most: number): number {
  let start = at;
  while (start > 0 && at - start < most && pattern.test(text.charAt(start - 1))) start--;
  return start;
}

/** Up to `count` words before `at`, the nearest first; words longer than 26 characters end the row. */
export function wordsBefore(text: string, at: number, count: number): PrecedingWord[] {
  const words: PrecedingWord[] = [];
  let position = at;
  while (words.length < count) {
    const end = runBefore(text, position, gapChar, 6);
    const start = runBefore(text, end, wordChar, maxWord);
    if (start === end || wordChar.test(text.charAt(start - 1))) break;
    words.push({ start, text: text.slice(start, end), gap: text.slice(end, position) });
    position = start;
  }
  return words;
}

/** Where a name of capitalised words begins that ends at `at`, at most `count` of them; `at` when none. */
export function capitalsBefore(text: string, at: number, count: number): number {
  let start = at;
  for (const word of wordsBefore(text, at, count)) {
    const isFirst = start === at;
    if (!/^\p{Lu}/u.test(word.text) || !(isFirst ? /^,?\s{1,2}$/ : /^ $/).test(word.gap)) break;
    start = word.start;
  }
  return start;
}
