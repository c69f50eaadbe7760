/** What a lexicon knows about a word, as bits. */
export const lexiconBits = {
  word: 1,
  firstName: 2,
  surname: 4,
  place: 8,
  /** Stands with a capital in dictionaries. */
  proper: 16,
  /** A word that most people know. */
  common: 32,
  /** Among the first names or surnames that are usual where English or Spanish is spoken. */
  usualFirstName: 64,
  usualSurname: 128,
  /** The same two marks as `word` and `common`, of Spanish. */
  spanishWord: 256,
  spanishCommon: 512,
} as const;
export const lexiconBitCount = Object.keys(lexiconBits).length;

/** Word forms to their bits. */
export type Lexicon = ReadonlyMap<string, number>;

/** Reads lines of a word form, a blank and its bits in decimal. Throws on any other line. */
export function parseLexicon(text: string): Lexicon {
  const lexicon = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const blank = line.lastIndexOf(' ');
    const bits = Number(line.slice(blank + 1));
    if (blank < 1 || !Number.isInteger(bits) || bits < 1) throw new Error('not a lexicon');
    lexicon.set(line.slice(0, blank), bits);
  }
  return lexicon;
}

/** The bits of a word form, 0 when it is in no list. */
export function bitsOf(lexicon: Lexicon, form: string): number {
  return lexicon.get(form) ?? 0;
}
