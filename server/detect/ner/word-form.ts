/** Longest number that is told from longer ones by its length. */
const maxDigits = 16;

/**
 * What the model reads of a word: lower case without diacritics; numbers of up to two digits as
 * they are, longer ones as that many zeros, because their digits say nothing about their kind.
 */
export function wordForm(text: string): string {
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
