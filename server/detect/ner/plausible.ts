import type { NerKind } from './labels.ts';

const numberWord =
  /^(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen(?:th)?|(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ieth)|hundred|thousand|double|triple|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)$/i;
const month =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december)$/i;

/** Least digits, number words and single letters that a value of a kind has. */
const leastUnits: Partial<Record<NerKind, number>> = { PHONE: 4, MRN: 3, ACCOUNT: 3 };
const leastOfBareAddress = 5;

/**
 * Whether a text can be a value of the kind at all: a veto over what the model says, by how
 * much of it is digits, number words or spelled letters. Sound values always pass.
 */
export function isPlausible(kind: NerKind, text: string): boolean {
  const words = text.match(/\p{L}+|\p{N}+/gu) ?? [];
  const isNumeric = (word: string): boolean => /^\p{N}/u.test(word) || numberWord.test(word);
  switch (kind) {
    case 'NAME':
      return words.some((word) => /^\p{L}/u.test(word) && !numberWord.test(word));
    case 'DOB':
      return words.some((word) => isNumeric(word) || month.test(word));
    case 'ADDRESS':
      return (
        words.some((word) => word.length > 1 && !isNumeric(word)) ||
        unitsOf(words) >= leastOfBareAddress
      );
    default: {
      const least = leastUnits[kind];
      return least === undefined || (words.some(isNumeric) && unitsOf(words) >= least);
    }
  }
}

/** Every digit counts, every number word, and every letter that stands alone. */
function unitsOf(words: readonly string[]): number {
  return words.reduce((sum, word) => {
    if (/^\p{N}/u.test(word)) return sum + word.length;
    return sum + Number(word.length === 1 || numberWord.test(word));
  }, 0);
}
