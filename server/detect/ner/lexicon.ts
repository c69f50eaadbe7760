import { itemAt } from '../../domain/item-at.ts';
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
export interface Lexicon extends Iterable<readonly [form: string, bits: number]> {
  get(form: string): number | undefined;
}

/**
 * Reads lines of a word form, a blank and its bits in decimal, sorted by form. Throws on any other line. The lines
 * stay as they are: 300,000 of them as a `Map` take half a second of every start, and a search reads 18.
 */
export function parseLexicon(text: string): Lexicon {
  const starts: number[] = [];
  let before = '';
  for (let from = 0; from < text.length; ) {
    const form = formAt(text, from);
    if (form === '' || form <= before) throw new Error('not a lexicon');
    starts.push(from);
    before = form;
    bitsAt(text, from + form.length + 1);
    from = text.indexOf('\n', from) + 1 || text.length;
  }
  const offsets = Uint32Array.from(starts);
  return {
    get: (form) => {
      let [low, high] = [0, offsets.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        const from = itemAt(offsets, middle);
        const order = orderAt(text, from, form);
        if (order === 0) return bitsAt(text, from + form.length + 1);
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      return undefined;
    },
    *[Symbol.iterator]() {
      for (const from of offsets) {
        const form = formAt(text, from);
        yield [form, bitsAt(text, from + form.length + 1)] as const;
      }
    },
  };
}

const formAt = (text: string, from: number): string => text.slice(from, text.indexOf(' ', from));

const blank = 32;

/** Below 0 when the form at a position comes before `form`, 0 when it is the same, without a copy of it. */
function orderAt(text: string, from: number, form: string): number {
  for (let at = 0; at < form.length; at += 1) {
    const code = text.charCodeAt(from + at);
    if (code === blank) return -1;
    const difference = code - form.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return text.charCodeAt(from + form.length) === blank ? 0 : 1;
}

/** The decimal number at a position, up to the end of its line. */
function bitsAt(text: string, from: number): number {
  let bits = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10) break;
    if (code < 48 || code > 57) throw new Error('not a lexicon');
    bits = bits * 10 + code - 48;
  }
  if (bits < 1) throw new Error('not a lexicon');
  return bits;
}

/** The bits of a word form, 0 when it is in no list. */
export function bitsOf(lexicon: Lexicon, form: string): number {
  return lexicon.get(form) ?? 0;
}
