import { allMatches } from '../../domain/all-matches.ts';
import type { Span, Utterance } from '../../domain/detection.ts';
import { itemAt } from '../../domain/item-at.ts';
import { months } from '../../domain/months.ts';
import {
  acknowledgingWords,
  dictatingWords,
  joiningWords,
} from '../../domain/speech/dictation-words.ts';
import { isAmount } from '../vocabulary/amounts.ts';
import { isCodePrefix } from '../vocabulary/code-names.ts';
import { inLanguages } from '../vocabulary/in-languages.ts';
import { letterWord } from '../vocabulary/value-words.ts';
import { functionWords } from '../vocabulary/words.ts';
import { type Asked, askedIn } from './asked-kind.ts';
import {
  type Group,
  groupsOf,
  type Piece,
  pieceOf,
  type Role,
  repeats,
  saidDigits,
  type Word,
} from './spoken-pieces.ts';

/** What a turn contributes to a value that is said in parts. */
export interface TurnReading {
  readonly pieces: readonly Piece[];
  readonly groups: readonly Group[];
  /** How many pieces come before the first word of ordinary talk, and how many behind the last. */
  readonly leading: number;
  readonly trailing: number;
  /** Whether it has no ordinary talk, so that it does not end a value. */
  readonly isBare: boolean;
  /** What it asks for or announces, if a value may follow. */
  readonly asked: Asked | undefined;
  /** From the first to the last word that may be part of an e-mail address; undefined where none is one. */
  readonly mail: Span | undefined;
  /** Whether `mail` says how its parts are joined: "dot", "at". */
  readonly isJoined: boolean;
  /** Whether it is about amounts, counts or times. */
  readonly isMeasured: boolean;
}

/** A longer turn is ordinary talk; only its end can begin a value. */
const longest = 400;
const mostMailWords = 8;
const mostPlainWords = 3;
const mostWordsWithAt = 5;
/** Words of everyday talk in a turn that says part of an address. */
const mostTalk = 1;

const readings = new WeakMap<Utterance, TurnReading>();

/** The reading of a turn; the search keeps it with the turn. Reads at most 400 characters. */
export function readTurn(utterance: Utterance): TurnReading {
  const known = readings.get(utterance);
  if (known !== undefined) return known;
  const reading = read(utterance);
  readings.set(utterance, reading);
  return reading;
}

function read(utterance: Utterance): TurnReading {
  const { text } = utterance.shadow;
  const from = Math.max(0, text.length - longest);
  const words = resolveWeak(wordsOf(utterance, from));
  const isPiece = ({ role }: Word): boolean => role === 'piece' || role === 'date';
  const firstTalk = words.findIndex(({ role }) => role === 'talk');
  const isBare = firstTalk < 0 && from === 0;
  const before = from > 0 ? [] : words.slice(0, isBare ? undefined : firstTalk);
  const behind = isBare ? words : lastWords(text, words);
  return {
    pieces: words.filter(isPiece).map((one) => pieceOf(utterance, one)),
    groups: groupsOf(utterance, words),
    leading: before.filter(isPiece).length,
    trailing: behind.filter(isPiece).length,
    isBare,
    asked: askedBefore(text.slice(from), behind.find(isPiece)?.start, from),
    ...(from > 0 ? noMail : mailOf(utterance, words)),
    isMeasured: measured.test(text.slice(from)),
  };
}

/** The words behind the last one of ordinary talk, of the last sentence. */
function lastWords(text: string, words: readonly Word[]): readonly Word[] {
  const last = words.findLastIndex(({ role, end }, at) => {
    const next = words[at + 1];
    return role === 'talk' || (next !== undefined && /^[.?!]\s/.test(text.slice(end, next.start)));
  });
  return words.slice(last + 1);
}

/** Words between an announcement and the value: "my number is, um, it's". */
const announcementReach = 24;

/** What a turn asks for, or announces right before the pieces that it ends in. */
function askedBefore(text: string, piece: number | undefined, from: number): Asked | undefined {
  if (piece === undefined) return askedIn(text);
  const asked = askedIn(text.slice(0, piece - from));
  const isNear = asked !== undefined && piece - from - asked.end <= announcementReach;
  return isNear ? asked : undefined;
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu;

function wordsOf(utterance: Utterance, from: number): readonly Word[] {
  const { text } = utterance.shadow;
  const found = allMatches(text.slice(from), wordPattern).map(({ index, 0: written }) => ({
    word: written.toLowerCase().replace('’', "'"),
    start: from + index,
    end: from + index + written.length,
  }));
  const words: Word[] = [];
  let exampleEnd = 0;
  for (const [at, one] of found.entries()) {
    const isExample = at < exampleEnd;
    const last = isExample ? at : at + exampleWords(found, at);
    exampleEnd = Math.max(exampleEnd, last + 1);
    const role = isExample ? 'filler' : roleOf(utterance, found, at);
    const isRepeat = role === 'piece' && repeats.has(found[at - 1]?.word ?? '');
    const { start } = itemAt(found, isRepeat ? at - 1 : at);
    words.push({ word: one.word, start, end: found[last]?.end ?? one.end, role });
  }
  return words;
}

type Found = Omit<Word, 'role'>;

/** "KTR-4408": capitals that a hyphen joins to digits. */
const isCodeLetters = (text: string, { start, end }: Found): boolean =>
  text.charAt(end) === '-' && /^[A-Z]{1,5}-\d/.test(text.slice(start, end + 2));

/** What leads to the example of a letter; "como" is "about" in the shadow. */
const exampleLeads = [['as', 'in'], ['is', 'for'], ['for'], ['like'], ['de'], ['como'], ['about']];

const isLetter = (word: string): boolean => word.length < 3 && /^\p{L}$/u.test(word);

/** "b as in boy": how many words behind a letter are its example. */
function exampleWords(found: readonly Found[], at: number): number {
  const letter = found[at]?.word ?? '';
  if (!isLetter(letter)) return 0;
  for (const lead of exampleLeads) {
    if (!lead.every((word, offset) => found[at + 1 + offset]?.word === word)) continue;
    const example = found[at + 1 + lead.length]?.word ?? '';
    if (example === letter && found[at + 2 + lead.length]?.word === 'ray') return lead.length + 2;
    return example.length > 1 && example.startsWith(letter) ? lead.length + 1 : 0;
  }
  return 0;
}

const ordinal = /^\d{1,2}(?:st|nd|rd|th)$/;
const amount = /^\d+(?:am|pm|mg|mcg|ml|cc|kg|k|lbs?|oz|cm|mm|ft|yo)$/;
const weakWords = new Set([...saidDigits.keys(), 'a', 'i', 'y']);
const countedNext = /^(?:digits?|numbers?|letters?|are|is|of|for)$/;

/** "s m i": the shadow writes spelled letters as one word. */
function isSpelled(
  { text, shadow: { starts, ends } }: Utterance,
  { word, start, end }: Found,
): boolean {
  if (word.length < 2 || !/^\p{L}+$/u.test(word)) return false;
  const said = text.slice(itemAt(starts, start), itemAt(ends, end - 1));
  // "o" that the shadow has in English, as "or", is no spelling, nor "a las", nor is a word as it was said.
  if (said.length < word.length || said.toLowerCase() === word || word === 'at') return false;
  const all = said.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = all.filter((one) => /^\p{L}$/u.test(one) || letterWord.test(one));
  const first = letters[0]?.toLowerCase() ?? '';
  // "double t" is one letter for two.
  return (
    2 * letters.length >= word.length &&
    (first === word.charAt(0) || (first.length > 1 && letters.length > 1))
  );
}

/** "zbigniew with a z": one letter of a name. */
function isOfOneName(found: readonly Found[], at: number): boolean {
  const [lead = '', before = '', word = '', next = ''] = [-2, -1, 0, 1].map(
    (offset) => found[at + offset]?.word,
  );
  const isBehind = before === 'with' || (lead === 'with' && /^(?:an?|the)$/.test(before));
  return isBehind && /^\p{L}$/u.test(word) && !/^(?:\p{L}|or|o|and|y)$/u.test(next);
}

/** What a value is called: "it says m r n, is that it". */
const fieldNames: ReadonlySet<string> = new Set(['mrn', 'npi', 'dob', 'ssn', 'dea', 'id']);

/** "S N:", read from a label: the number of a device comes behind it. */
const isSerialLabel = (text: string, { word, end }: Found): boolean =>
  word === 'sn' && text.charAt(end) === ':';

/** "a" or "m" of "9 a.m.", "9p" of "9p.m.". */
const isOfHour = (text: string, { word, start, end }: Found): boolean =>
  (text.charAt(end) === '.' && /^\d{0,4}[ap]\.m$/i.test(text.slice(start, end + 2))) ||
  (word === 'm' && /^[ap]\.m$/i.test(text.slice(Math.max(0, start - 2), end)));

const hour = /^(?:1[0-2]|[1-9])(?:[0-5]\d)?$/;

/** "a las siete cincuenta y cinco", "el apellido de las dos", "cuándo nacieron los dos". */
function isHourOrBoth({ text, shadow: { starts } }: Utterance, { word, start }: Found): boolean {
  if (!/^\d/.test(word)) return false;
  const at = itemAt(starts, start);
  const article = /(?<!\p{L})(las|los) $/iu.exec(text.slice(Math.max(0, at - 5), at))?.[1];
  return article?.toLowerCase() === 'los'
    ? /^[23]$/.test(word)
    : article !== undefined && hour.test(word);
}

function roleOf(utterance: Utterance, found: readonly Found[], at: number): Role {
  const { text } = utterance.shadow;
  const one = itemAt(found, at);
  if (fieldNames.has(one.word) || isSerialLabel(text, one)) return 'filler';
  if (isOfHour(text, one)) return 'talk';
  if (isSpelled(utterance, one) || isCodeLetters(text, one)) return 'piece';
  if (isHourOrBoth(utterance, one)) return 'talk';
  return /\d/.test(one.word) ? roleOfNumber(text, found, at) : roleOfWord(found, at);
}

const wordAt = (found: readonly Found[], at: number): string => found[at]?.word ?? '';

function roleOfWord(found: readonly Found[], at: number): Role {
  const word = wordAt(found, at);
  const [before, next] = [wordAt(found, at - 1), wordAt(found, at + 1)];
  if (months.includes(word)) return 'date';
  if (/^(?:one|uno)$/.test(word) && (moments.test(next) || qualifiers.test(before)))
    return 'filler';
  if (isLetter(word) || weakWords.has(word)) return roleOfSign(found, at);
  if (joiningWords.has(word)) return 'joiner';
  if (isCodePrefix(word) && /\d|^(?:dash|hyphen)$/.test(next)) return 'piece';
  return acknowledgingWords.has(word) || dictatingWords.has(word) ? 'filler' : 'talk';
}

const moments = /^(?:second|sec|moment|minute|more|at|time)$/;
const qualifiers = /^(?:that|the|this|which|right|good|great|nice|new|other)$/;

/** A letter, or a word that may be a digit. */
function roleOfSign(found: readonly Found[], at: number): Role {
  const word = found[at]?.word ?? '';
  if (/^(?:letra|letter)$/.test(found[at - 1]?.word ?? '')) return 'piece';
  if (isOfOneName(found, at)) return 'filler';
  return weakWords.has(word) && exampleWords(found, at) === 0 ? 'weak' : 'piece';
}

function roleOfNumber(text: string, found: readonly Found[], at: number): Role {
  const { word, start, end } = itemAt(found, at);
  const isCalendar =
    /^[:/]\d/.test(text.slice(end, end + 2)) ||
    /\d[:/]$/.test(text.slice(Math.max(0, start - 2), start));
  if (isCalendar || ordinal.test(word)) return 'date';
  if (amount.test(word) || isNobodys(text, found, at) || isTold(found, at)) return 'talk';
  if (isCount(text, found, at)) return 'filler';
  const next = found[at + 1]?.word ?? '';
  return isAmount(text, end) && next.length > 1 ? 'talk' : 'piece';
}

/** Whether a number is a price, a place, a reading, or the one that everybody calls for help. */
function isNobodys(text: string, found: readonly Found[], at: number): boolean {
  const { word, start, end } = itemAt(found, at);
  const before = found[at - 1]?.word ?? '';
  return (
    /[$€£]\s?$/.test(text.slice(Math.max(0, start - 2), start)) ||
    (word.length < 3 && places.test(before)) ||
    (emergencies.has(word) && dialled.test(before)) ||
    isOfDecimal(text, start, end)
  );
}

/** "since ninety six", "she's up to seventy one", "i have like four", "a las siete y media": a year, a count or a time. */
function isTold(found: readonly Found[], at: number): boolean {
  const [before = '', lead = ''] = [found[at - 1]?.word, found[at - 2]?.word];
  const isShort = (found[at]?.word ?? '').length < 3 && !/\d/.test(found[at + 1]?.word ?? '');
  return isShort && (toldBefore.test(before) || toldLead.test(`${lead} ${before}`));
}

const toldBefore = /^(?:since|until|till|turned|turns)$/;
const toldLead =
  /^(?:(?:up|down) (?:to|from)|(?:have|had|has|got|tengo|hay|tiene) (?:like|about|only|como|unas|unos))$/;

/** "ask for station three": a number that says where. */
const places = /^(?:station|room|floor|option|desk|window|door|gate|bed|wing|line|level)$/;

/** "call nine one one", "llame al nueve uno uno". */
const emergencies: ReadonlySet<string> = new Set(['911', '988']);
const dialled = /^(?:call|calling|called|dial|text|al|or)$/;

/** Whether the digits in [start, end) are a part of a reading such as "six point eight". */
const isOfDecimal = (text: string, start: number, end: number): boolean =>
  (end - start < 4 &&
    !/[\d.]$/.test(text.slice(Math.max(0, start - 1), start)) &&
    /^\.\d(?![\d.])/.test(text.slice(end, end + 3))) ||
  (end - start === 1 &&
    /(?<![\d.])\d{1,3}\.$/.test(text.slice(Math.max(0, start - 5), start)) &&
    !/^[\d.]/.test(text.slice(end, end + 1)));

/** "the last 4 are", "7 digits": a number that says how many digits there are. */
function isCount(text: string, found: readonly Found[], at: number): boolean {
  const { word, end } = itemAt(found, at);
  const [before, next] = [found[at - 1]?.word ?? '', found[at + 1]?.word ?? ''];
  if (word.length > 1) return false;
  if (/^(?:digits?|numbers?|letters?)$/.test(next)) return true;
  const isNamed = /^(?:last|first|next|final|other|remaining)$/.test(before);
  return isNamed && (countedNext.test(next) || /^\s*(?:[?.!,]|$)/.test(text.slice(end)));
}

/** "oh" is a digit at the end of a turn alone. */
const isSaidDigit = (word: string, isLast: boolean): boolean =>
  saidDigits.has(word) && (isLast || !/^oh?$/.test(word));

/** "one", "uno", "oh" and "a" are pieces next to other pieces, or where the turn says nothing else. */
function resolveWeak(words: readonly Word[]): readonly Word[] {
  const isAlone = words.every(({ role }) => role === 'weak');
  const hasTalk = words.some(({ role }) => role === 'talk');
  const resolved: Word[] = words.slice();
  // From the end: in "okay, oh oh" the last one decides.
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const one = itemAt(words, at);
    if (one.role !== 'weak') continue;
    const isNear = [words[at - 1], resolved[at + 1]].some((near) => near?.role === 'piece');
    const isDigit = isSaidDigit(one.word, at === words.length - 1);
    const isPiece = isAlone || isNear || (isDigit && !hasTalk);
    const role = isPiece ? 'piece' : acknowledgingWords.has(one.word) ? 'filler' : 'talk';
    resolved[at] = { ...one, role };
  }
  return resolved;
}

/** Whether all words of a text are such as stand between the parts of a value. */
export const isDictation = (text: string): boolean =>
  allMatches(text.toLowerCase(), wordPattern).every(
    ({ 0: word }) =>
      acknowledgingWords.has(word) || dictatingWords.has(word) || joiningWords.has(word),
  );

const noMail = { mail: undefined, isJoined: false } as const;

/** What may be part of an e-mail address: all that is neither an acknowledgement nor everyday talk. */
function mailOf({ shadow: { text, starts, ends } }: Utterance, words: readonly Word[]) {
  const isPart = ({ role, word }: Word): boolean =>
    role !== 'filler' && (role !== 'talk' || !functionWords.has(word));
  const parts = words.filter(isPart);
  const [first, last] = [parts[0], parts.at(-1)];
  const talk = words.filter((one) => one.role === 'talk' && !isPart(one)).length;
  const isTooMuch = parts.length > mostMailWords || talk > mostTalk;
  if (first === undefined || last === undefined || isTooMuch) return noMail;
  const said = text.slice(first.start, last.end);
  if (/[?!]|[^.]\.\s/.test(said)) return noMail;
  // "i start at noon": a sentence has "at" too.
  const isJoined =
    parts.some(({ role, word }) => role === 'joiner' && word !== 'at') ||
    (words.length <= mostWordsWithAt && parts.some(({ word }) => word === 'at')) ||
    /[@_]|\p{L}\.\p{L}/u.test(said);
  if (!isJoined && parts.length > mostPlainWords) return noMail;
  const mail: Span = [itemAt(starts, first.start), itemAt(ends, last.end - 1)];
  return { mail, isJoined };
}

const measured = new RegExp(
  `\\b(?:${inLanguages(
    "how (?:many|much|often|long|far|bad|severe|old)|scale|readings?|sugars?|glucose|pressure|pulse|heart rate|oxygen|sats?|weigh(?:s|t|ed)?|temperature|fever|pain|milligrams?|mg|doses?|units?|tablets?|pills?|times|count(?:ing|ed|s)?|steps|reps|dollars|price|cost|copay|balance|press|option|menu|score|points|hours?|minutes|days?|weeks?|inches|feet|pounds|o'?clock|schedule|calories|lot|a1c|levels?|results?",
    ({ said }) => said?.amounts,
  )})\\b`,
  'i',
);
