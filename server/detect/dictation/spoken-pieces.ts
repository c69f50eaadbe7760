import type { Utterance } from '../../domain/detection.ts';
import { itemAt } from '../../domain/item-at.ts';

/** What a word is in a turn that says a value. */
export type Role = 'piece' | 'date' | 'weak' | 'joiner' | 'filler' | 'talk';

/** A word of the shadow, with what belongs to it: "double five", "b as in boy". */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly role: Role;
}

/** Digits or letters that a turn says one after the other: part of a value, perhaps. */
export interface Piece {
  /** Of the original text. */
  readonly start: number;
  readonly end: number;
  /** Written form in lower case, letters and digits alone. */
  readonly text: string;
  /** A month or an ordinal: part of a date and of nothing else. */
  readonly isDate: boolean;
}

/** Words for digits that the shadow leaves as they are where nothing next to them says that they are. */
export const saidDigits: ReadonlyMap<string, string> = new Map([
  ['one', '1'],
  ['uno', '1'],
  ['dos', '2'],
  ['oh', '0'],
  ['o', '0'],
]);

/** A word as a piece, where the original text has it. */
export function pieceOf({ shadow: { starts, ends } }: Utterance, one: Word): Piece {
  return {
    start: itemAt(starts, one.start),
    end: itemAt(ends, one.end - 1),
    text: saidDigits.get(one.word) ?? one.word,
    isDate: one.role === 'date',
  };
}

/** Pieces that a turn says in one go: no talk and no correction between them. */
export interface Group extends Piece {
  /** In the shadow. */
  readonly from: number;
  readonly to: number;
  /** Whether it was said sign by sign: "eight one", not "eighty one". */
  readonly isSpelt: boolean;
  /** Whether only fillers stand before it in its turn. */
  readonly isFirst: boolean;
}

/** Characters between pieces that are one span: blanks, commas, a hesitation. */
export const mostBetween = 12;
/** A full stop, not the dots of a pause. */
const newSentence = /[?!;]|(?<!\.)\.\s/;
/** Words within one group: "m a f then underscore", "nine two and then four". */
const linkingWords = new Set(['and', 'then', 'um', 'uh', 'er', 'double', 'triple']);
const isLink = ({ role, word }: Word): boolean =>
  linkingWords.has(word) || (role === 'joiner' && word !== 'at');
const isPiece = ({ role }: Word): boolean => role === 'piece' || role === 'date';

/** The groups that the words of a turn make. */
export function groupsOf(utterance: Utterance, words: readonly Word[]): readonly Group[] {
  const talk = words.find(({ role }) => role === 'talk')?.start ?? Infinity;
  return stretchesOf(withoutExamples(words))
    .flatMap((pieces) => runsOf(pieces, utterance.shadow.text))
    .map((run, at) => {
      const isFirst = at === 0 && itemAt(run, 0).start < talk;
      return groupOf(utterance, run, isFirst);
    });
}

/** The pieces between words that are no link. */
function stretchesOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const stretches: Word[][] = [[]];
  for (const word of words) {
    if (isPiece(word)) stretches.at(-1)?.push(word);
    else if (!isLink(word)) stretches.push([]);
  }
  return stretches;
}

/** Pieces that stand close together. */
function runsOf(pieces: readonly Word[], text: string): readonly (readonly Word[])[] {
  const runs: Word[][] = [];
  for (const word of pieces) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isNext = last !== undefined && isGap(text.slice(last.end, word.start));
    if (isWord(word, isNext ? last : undefined)) continue;
    if (isNext) run?.push(word);
    else runs.push([word]);
  }
  return runs;
}

/** The example of a letter has words of its own. */
function withoutExamples(words: readonly Word[]): readonly Word[] {
  let said = 0;
  return words.filter(({ start, end }) => {
    if (start < said) return false;
    said = end;
    return true;
  });
}

const isGap = (between: string): boolean =>
  between.length <= mostBetween && !newSentence.test(between);

/** Letters that are words, unless they follow a letter. */
const isWord = ({ word, start, end }: Word, before: Word | undefined): boolean =>
  /^[aioy]$/.test(word) && end - start === 1 && (before === undefined || /\d$/.test(before.word));

function groupOf(utterance: Utterance, words: readonly Word[], isFirst: boolean): Group {
  const pieces = words.map((word) => pieceOf(utterance, word));
  return {
    start: itemAt(pieces, 0).start,
    end: itemAt(pieces, pieces.length - 1).end,
    text: pieces.map(({ text }) => text).join(''),
    isDate: pieces.some(({ isDate }) => isDate),
    from: itemAt(words, 0).start,
    to: itemAt(words, words.length - 1).end,
    isSpelt: pieces.every(({ start, end, text }) =>
      isSaidBySign(utterance.text.slice(start, end), text),
    ),
    isFirst,
  };
}

/** Words before a sign that is said twice or three times. */
export const repeats = new Set(['double', 'triple', 'doble']);

/** A word for more than one digit. */
const tens =
  /\d\d|(?:ty|teen|enta)$|^(?:dieci|veinti|(?:ten|eleven|twelve|diez|once|doce|trece|catorce|quince|veinte)$)/i;

/** "eight one" for "81", "m a f" for "maf", "double five" for "55". */
function isSaidBySign(said: string, signs: string): boolean {
  const words = said.match(/[\p{L}\p{N}]+/gu) ?? [];
  const doubles = words.filter((word) => repeats.has(word.toLowerCase())).length;
  return words.length + doubles >= signs.length && !words.some((word) => tens.test(word));
}
