import type { Span } from '../domain/detection.ts';
import { runToEnd } from '../domain/time-slices.ts';
import {
  findTokenStart,
  inTokens,
  isKind,
  isPayloadLength,
  maxTokenLength,
  parseToken,
  sectionLengths,
  type Token,
  tokenCuts,
} from '../domain/token.ts';
import { type RestoreContext, type ScopedToken, TokenScope } from './token-scope.ts';

/**
 * A candidate is a place where a reply says `TOK1.`, or ends within those letters. Three steps decide
 * its state: `readTokenAt` reads the characters that may belong to a token, `tokenShape` says how far
 * they follow the token grammar, and `stateOf` looks them up in the call's scope.
 */
export type CandidateState =
  /** A token in scope. `length` in all states counts the characters of the reply that it covers. */
  | { readonly is: 'token'; readonly length: number; readonly entry: ScopedToken }
  /** A token that is not in scope, or one that breaks off. `characters` leaves out blanks and line breaks. */
  | {
      readonly is: 'foreign';
      readonly length: number;
      readonly kind: string;
      readonly characters: string;
    }
  /** No token: ordinary text. */
  | { readonly is: 'text'; readonly length: number }
  /** More text must decide. */
  | { readonly is: 'open' };

/** The characters at a candidate, without what models insert when they retype a token (design D10). */
interface TokenReading {
  /** Without the backslashes of markdown. Each skipped blank or line break is one ` ` or `\n`. */
  readonly written: string;
  /** `written` without blanks and line breaks: the key to look a token up by. */
  readonly characters: string;
  /** True when only the text's end ended the reading, so that more text could prolong it. */
  readonly open: boolean;
  /** How many characters of the text the first `count` of `written` cover. */
  lengthOf(count: number): number;
  /** How many characters of the text the first `count` of `characters` cover. */
  lengthOfToken(count: number): number;
}

const { unseen, dot, blank: blankSign } = inTokens;
/** Word characters, signs that nobody sees, a separator with its backslashes, a line break, or a blank. */
const step = new RegExp(
  `[A-Za-z0-9_]{1,64}|(?<hidden>${unseen}{1,4})|\\\\{0,4}(?:(?<dot>${dot})|[_-])|\\r\\n|[\\n\\r]|${blankSign}`,
  'y',
);
const dotNext = new RegExp(`\\\\{0,4}${dot}`, 'y');
/** The end of the text, or a separator that breaks off there. */
const unfinishedMark = /\\{0,4}$/y;
const unfinishedDot = new RegExp(`${blankSign}?\\\\{0,4}(?:%2?)?$`, 'y');
const blank = /\s/;
const dotsBeforePayload = 3;
/** One more than a token has: the fourth dot may be that of the next token's `TOK1.`. */
const maxDots = 4;

/**
 * Reads the characters at `at`. It skips what models write into tokens: backslashes before `_`, `.`
 * and `-` (markdown, and JSON around it), one blank or line break after a dot, one blank before a dot, one
 * line break between two characters, and up to four signs that nobody sees. It stops at the first character
 * that no token holds, so that reading costs no more than a token's length.
 */
export function readTokenAt(text: string, at: number): TokenReading {
  const parts: string[] = [];
  const ends: number[] = [];
  let end = at;
  let before: Read = { written: '', last: '', dots: 0 };
  const mayContinue = () => ends.length <= maxTokenLength && before.dots < maxDots;
  while (mayContinue()) {
    step.lastIndex = end;
    const part = step.exec(text);
    const read = part && readAs(part, before);
    if (!part || !read) break;
    const { written } = read;
    parts.push(written);
    // A single character covers all of its part, backslashes included.
    for (let count = 1; count <= written.length; count += 1) {
      ends.push(end - at + (written.length === 1 ? part[0].length : count));
    }
    end += part[0].length;
    before = read;
  }
  const written = parts.join('');
  const ending = /[.\s]/.test(before.last) ? unfinishedMark : unfinishedDot;
  ending.lastIndex = end;
  return {
    written,
    characters: written.replace(/[ \n]/g, ''),
    open: mayContinue() && ending.test(text),
    lengthOf: (count) => ends[count - 1] ?? 0,
    lengthOfToken: (count) => ends[placeOf(written, count)] ?? 0,
  };
}

/** Where the character `count` of a reading stands in it, blanks and line breaks not counted; -1 for none. */
function placeOf(written: string, count: number): number {
  let at = -1;
  for (let left = count; left > 0; ) {
    at += 1;
    if (at >= written.length) return -1;
    const character = written[at];
    if (character !== ' ' && character !== '\n') left -= 1;
  }
  return at;
}

/** A part of a reading. */
interface Read {
  /** The characters that it stands for; none for signs that nobody sees. */
  readonly written: string;
  /** The last character that was read, hidden signs apart. */
  readonly last: string;
  /** How many dots were read. */
  readonly dots: number;
}

/** What a part stands for; undefined where it ends the token. */
function readAs(part: RegExpExecArray, before: Read): Read | undefined {
  const { 0: signs, groups } = part;
  const { dots } = before;
  if (groups?.['hidden']) return before.written === '' ? undefined : { ...before, written: '' };
  if (groups?.['dot']) return { written: '.', last: '.', dots: dots + 1 };
  const symbol = signs.at(-1) ?? '';
  if (!blank.test(symbol))
    return { written: signs.startsWith('\\') ? symbol : signs, last: symbol, dots };
  const written = symbol === '\r' ? '\n' : symbol.replace(/[^\n]/, ' ');
  return isSkipped(part, before) ? { written, last: written, dots } : undefined;
}

/** Whether a blank or a line break is one that models write into tokens. */
function isSkipped({ 0: signs, index, input }: RegExpExecArray, { last, dots }: Read): boolean {
  if (blank.test(last)) return false;
  if (/[\r\n]/.test(signs)) return dots > 0;
  dotNext.lastIndex = index + signs.length;
  return last === '.' || (dots < dotsBeforePayload && dotNext.test(input));
}

/** The kind of a token whose section names none. */
export const unknownKind = 'UNKNOWN';

/** How far the characters at a candidate follow the token grammar. */
interface TokenShape {
  /** How many characters of `TokenReading.written` belong to it. */
  readonly length: number;
  /** Upper-case; UNKNOWN when the section is no entity kind. */
  readonly kind: string;
  /** True of a token, whole or broken off (spec, rule 11); false of ordinary text. */
  readonly token: boolean;
  /** True when the shape reaches the end of the reading, so that more text could prolong it. */
  readonly open: boolean;
}

const head = 'T[O0]K[1IL]';
/** A dot that a blank may stand before, and a blank or line break behind. */
const point = ' ?\\.[ \\n]?';
const kind = `[\\w-]{1,${sectionLengths.kind}}`;
const kid = `[\\w-]{1,${sectionLengths.kid}}`;
const payload = '[0-9A-TV-Z](?:\\n?[0-9A-TV-Z])*';
/** Every kind has more than one letter; a single letter is prose. */
const knownKind = `[A-Z][A-Z0-9_]{1,${sectionLengths.kind - 1}}`;

const beginning = new RegExp(
  `^${head}${point}(?:${kind}(?:${point}(?:${kid}(?:${point}(?:${payload}\\n?)?)?)?)?)?$`,
  'i',
);
const whole = new RegExp(`^(${head}${point}(${kind})${point}${kid}${point})(${payload})`, 'i');
const brokenOff = new RegExp(`^${head}\\.(${knownKind})\\.(?:${kid}\\.?)?`, 'i');
/** Behind a blank, a key id has a digit or `_`: any other word is the reply's next sentence. */
const spelledAsKey = `(?=\\w*[\\d_])${kid}`;
/** With blanks, only capitals count, as tokens have them: "Tok1. Phone. …" is prose. */
const brokenWithGaps = new RegExp(
  `^${head}${point}(${knownKind}) ?\\.(?:(?:${kid}|[ \\n]${spelledAsKey}) ?\\.)?`,
);

/**
 * The token shape at the start of `TokenReading.written`. A second `TOK1.` ends it, because two tokens
 * without a blank between them are two tokens. More text never changes a shape that is not open.
 */
export function tokenShape(written: string): TokenShape {
  const next = findTokenStart(written, 1);
  const own = next?.complete ? written.slice(0, next.at) : written;
  const open = own === written && beginning.test(own);
  const found = wholeToken(own) ?? brokenToken(own);
  return found === undefined
    ? { length: own.length, kind: unknownKind, token: false, open }
    : { ...found, token: true, open };
}

type ShapeMatch = Pick<TokenShape, 'length' | 'kind'>;

function wholeToken(own: string): ShapeMatch | undefined {
  const [, before = '', section = '', symbols = ''] = whole.exec(own) ?? [];
  if (before === '') return undefined;
  const kept = joinedLines(symbols);
  if (/\s/.test(before) && !isPayload(kept)) return undefined;
  const upper = section.toUpperCase();
  return { length: before.length + kept.length, kind: isKind(upper) ? upper : unknownKind };
}

/**
 * The lines of a payload that a model wrapped: as many as add up to a length that tokens have. If no
 * count of lines does, the first line alone, because the next may be the reply's next line.
 */
function joinedLines(symbols: string): string {
  const lines = symbols.split('\n');
  let count = 0;
  for (const [breaks, line] of lines.entries()) {
    count += line.length;
    if (isPayloadLength(count)) return symbols.slice(0, count + breaks);
  }
  return lines[0] ?? '';
}

/** After a blank, a few letters are the reply's next word, and digits alone are a number. */
function isPayload(symbols: string): boolean {
  return symbols.length >= 8 && /\d/.test(symbols) && /[A-Z]/i.test(symbols);
}

function brokenToken(own: string): ShapeMatch | undefined {
  const matches = [brokenOff.exec(own), brokenWithGaps.exec(own)].map((match) => ({
    length: match?.[0].length ?? 0,
    kind: match?.[1]?.toUpperCase() ?? '',
  }));
  return matches.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length)[0];
}

/**
 * The state of the candidate at `at`, where `TOK1.` stands. The longest token in scope that the text
 * continues with wins, so that a value glued to the next word still restores. Otherwise a token shape
 * is a foreign token, also one that breaks off (spec, rule 11). `final`: no more text will come, so
 * the state is never `open`.
 */
export function stateOf(
  text: string,
  at: number,
  scope: TokenScope,
  final: boolean,
): CandidateState {
  return stateOfReading(readTokenAt(text, at), scope, final);
}

function stateOfReading(
  { characters, written, open, lengthOf, lengthOfToken }: TokenReading,
  scope: TokenScope,
  final: boolean,
): CandidateState {
  const mayGrow = !final && open;
  const entry = scope.longestIn(characters);
  const shape = tokenShape(written);
  if (mayGrow && ((entry === undefined && shape.open) || scope.hasTokenStartingWith(characters))) {
    return { is: 'open' };
  }
  if (entry !== undefined) return { is: 'token', length: lengthOfToken(entry.token.length), entry };
  const length = lengthOf(shape.length);
  if (!shape.token) return { is: 'text', length };
  const own = written.slice(0, shape.length).replace(/\s/g, '');
  return { is: 'foreign', length, kind: shape.kind, characters: own };
}

/** The first candidate from `from` on that is not ordinary text, and its state. */
export function nextCandidate(
  text: string,
  from: number,
  scope: TokenScope,
  final: boolean,
): { readonly at: number; readonly state: Exclude<CandidateState, { is: 'text' }> } | undefined {
  let start = findTokenStart(text, from);
  while (start !== undefined) {
    const { at, complete } = start;
    if (!complete) return final ? undefined : { at, state: { is: 'open' } };
    const state = stateOf(text, at, scope, final);
    if (state.is !== 'text') return { at, state };
    start = findTokenStart(text, at + 1);
  }
  return undefined;
}

/** `TOK` in capitals, with the signs that models write between letters. */
const threeCapitals = new RegExp(`^T${unseen}{0,4}[O0]${unseen}{0,4}K`);

/**
 * Whether the held text is a token that has begun, rather than the last letters of a word: all of `TOK1.`,
 * or its capitals. "T" and "TO" count only where the call has tokens that the model could be writing.
 */
export function isBegunToken(candidate: string, { scope, resolve }: RestoreContext): boolean {
  if (findTokenStart(candidate, 0)?.complete === true || threeCapitals.test(candidate)) return true;
  return candidate.startsWith('T') && (!scope.isEmpty() || resolve !== undefined);
}

/** How many characters of a payload must have come before they may name a token. */
const namingCharacters = 4;

/**
 * The one token in scope that an unfinished candidate can be, if its payload has begun (design D18).
 * Undefined with `resolve`: then the token may be any of the agent's, and only a whole one names it.
 */
export function onlyTokenNamedBy(
  candidate: string,
  { scope, resolve }: RestoreContext,
): ScopedToken | undefined {
  const { characters } = readTokenAt(candidate, 0);
  const payload = characters.split('.')[3] ?? '';
  if (resolve !== undefined || payload.length < namingCharacters) return undefined;
  const [named, ...others] = scope.tokensStartingWith(characters);
  return others.length === 0 ? named : undefined;
}

const emptyScope = new TokenScope();

/**
 * The kinds and places of the tokens in a reply as the model sent it: whole, retyped and broken-off
 * tokens (decision 0040). It reads their shape only and needs no scope.
 */
export function tokensIn(
  text: string,
): readonly { readonly kind: string; readonly public: Span }[] {
  return runToEnd(readTokens(text)).map(({ kind: named, span }) => ({ kind: named, public: span }));
}

/** The whole tokens in a text, in every spelling in which a reply would restore them. */
export function wholeTokensIn(text: string): readonly ReadToken[] {
  return runToEnd(wholeTokenSteps(text));
}

/** The same in steps, one for each place that looks like a token. */
export function* wholeTokenSteps(text: string): Generator<undefined, readonly ReadToken[]> {
  return (yield* readTokens(text)).filter(({ token }) => token !== undefined);
}

/** A token that stands in a text; `token` only where it is whole. */
export interface ReadToken {
  readonly kind: string;
  readonly span: Span;
  readonly token?: Token | undefined;
}

function* readTokens(text: string): Generator<undefined, readonly ReadToken[]> {
  const tokens: ReadToken[] = [];
  for (let from = 0; ; yield undefined) {
    const start = findTokenStart(text, from);
    if (start?.complete !== true) return tokens;
    const { at } = start;
    const reading = readTokenAt(text, at);
    const state = stateOfReading(reading, emptyScope, true);
    from = at + (state.is === 'foreign' ? state.length : 1);
    if (state.is !== 'foreign') continue;
    const [own = state.characters] = tokenCuts(state.characters);
    const length = Math.min(reading.lengthOfToken(own.length), state.length);
    tokens.push({ kind: state.kind, span: [at, at + length], token: parseToken(own) });
  }
}
