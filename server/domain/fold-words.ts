/** The letters and digits of a text without case and accents, and where they stand in it. */
export interface FoldedText {
  readonly letters: string;
  /** Of each letter: its place in the text, in UTF-16 code units; `ends` includes its accents. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Of each letter, and behind the last one: whether no word or number goes on across this place. */
  readonly edges: readonly boolean[];
  /** Of each letter: the index of its word. Only what is no letter or digit divides words. */
  readonly words: readonly number[];
}

/** Folds a text, so that "Ángel's" and "angels" have the same letters. Linear in the text. */
export function foldWords(text: string): FoldedText {
  const folding: Folding = { letters: [], starts: [], ends: [], edges: [], words: [], word: -1 };
  for (let at = 0, end = 0; at < text.length; at = end) {
    const code = text.codePointAt(at) ?? 0;
    end = at + (code > 0xffff ? 2 : 1);
    addCharacter(folding, at, end, unitsAt(code));
  }
  const { letters, edges, starts, ends, words } = folding;
  return { letters: letters.join(''), starts, ends, edges: [...edges, true], words };
}

/** A text that is folded up to some place. */
interface Folding {
  readonly letters: string[];
  readonly starts: number[];
  readonly ends: number[];
  readonly edges: boolean[];
  readonly words: number[];
  word: number;
  /** The sort of the last letter; undefined behind what divides words. */
  before?: Unit['sort'] | undefined;
}

function addCharacter(
  folding: Folding,
  start: number,
  end: number,
  units: readonly Unit[] | undefined,
): void {
  const { letters, starts, ends, edges, words } = folding;
  if (units === undefined) folding.before = undefined;
  else if (units === invisible && ends.at(-1) === start) ends[ends.length - 1] = end;
  for (const { unit, sort } of units ?? []) {
    if (folding.before === undefined) folding.word += 1;
    edges.push(folding.before !== sort);
    starts.push(start);
    ends.push(end);
    words.push(folding.word);
    letters.push(unit);
    folding.before = sort;
  }
}

/** A UTF-16 code unit of a folded letter or digit. */
interface Unit {
  readonly unit: string;
  readonly sort: 'letter' | 'digit';
}

/** Accents, and characters without width: they neither count nor divide words. */
const invisible: readonly Unit[] = [];

/** Undefined for what divides words. */
function unitsOf(character: string): readonly Unit[] | undefined {
  if (/^[\p{M}\p{Cf}]$/u.test(character)) return invisible;
  if (!/^[\p{L}\p{N}]$/u.test(character)) return undefined;
  const sort = /\p{N}/u.test(character) ? 'digit' : 'letter';
  const folded = character
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
  return folded.split('').map((unit) => ({ unit, sort }));
}

const unitsAt = (code: number): readonly Unit[] | undefined =>
  code < 128 ? asciiUnits[code] : unitsOf(String.fromCodePoint(code));

const asciiUnits = Array.from({ length: 128 }, (_, code) => unitsOf(String.fromCharCode(code)));
