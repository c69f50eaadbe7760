import {
  findTokenStart,
  isKind,
  isPayloadLength,
  maxTokenLength,
  sectionLengths,
} from '../domain/token.ts';
import type { ScopedToken, TokenScope } from './token-scope.ts';

/** A place where a token may stand, read past what a model puts into one when it types it anew (design D10). */
export interface TokenReading {
  /** Without the backslashes of markdown; a blank or line break that may be skipped is one character. */
  readonly written: string;
  /** `written` without blanks and line breaks: what a token would be looked up by. */
  readonly characters: string;
  /** True when only the text's end ended it, so that more text could prolong it. */
  readonly open: boolean;
  /** How many characters of the text the first `count` of `written` cover. */
  lengthOf(count: number): number;
  /** How many characters of the text the first `count` of `characters` cover. */
  lengthOfToken(count: number): number;
}

/** Word characters, a separator with its backslashes, a line break, or a blank. */
const step = /[A-Za-z0-9_]{1,64}|\\{0,4}[_.-]|\r\n|[\n\r \t\u00a0]/y;
/** The end of the text, or backslashes before it that a separator may follow. */
const unfinished = /\\{0,4}$/y;
const blank = /\s/;
/** The fourth dot is read too: it may be that of the next token's `TOK1.`. */
const maxDots = 4;

/**
 * Reads what stands at `at`. Skipped are, because models write them into tokens: backslashes before
 * `_`, `.` and `-` (markdown, and JSON around it), one blank or line break after a dot, and one line
 * break between two characters. It ends at what no token holds, so that its cost is that of a token.
 */
export function readTokenAt(text: string, at: number): TokenReading {
  const parts: string[] = [];
  const ends: number[] = [];
  let state: ReadState = { end: at, last: '', count: 0, dots: 0 };
  for (let part = nextPart(text, state); part !== undefined; part = nextPart(text, state)) {
    parts.push(part.read);
    addEnds(ends, state.end - at, part);
    state = advanced(state, part);
  }
  const written = parts.join('');
  return {
    written,
    characters: written.replace(/[ \n]/g, ''),
    open: mayGoOn(state) && onlyBackslashes(text, state.end),
    lengthOf: (count) => ends[count - 1] ?? 0,
    lengthOfToken: (count) => ends[writtenLengthOf(written, count) - 1] ?? 0,
  };
}

/** Some characters of the text, and what they are read as. */
interface ReadPart {
  readonly length: number;
  readonly read: string;
}

/** How far the reading came: where in the text, and how many characters and dots it has. */
interface ReadState {
  readonly end: number;
  readonly last: string;
  readonly count: number;
  readonly dots: number;
}

function advanced({ end, count, dots }: ReadState, { length, read }: ReadPart): ReadState {
  const last = read.at(-1) ?? '';
  return { end: end + length, last, count: count + read.length, dots: dots + Number(read === '.') };
}

function nextPart(text: string, state: ReadState): ReadPart | undefined {
  if (!mayGoOn(state)) return undefined;
  step.lastIndex = state.end;
  const part = step.exec(text)?.[0];
  const read = part && readAs(part, state);
  return part && read ? { length: part.length, read } : undefined;
}

function mayGoOn({ count, dots }: ReadState): boolean {
  return count <= maxTokenLength && dots < maxDots;
}

/** What a part is read as; undefined for a blank or line break that is not skipped. */
function readAs(part: string, { last, dots }: ReadState): string | undefined {
  const symbol = part.at(-1) ?? '';
  if (!blank.test(symbol)) return part.startsWith('\\') ? symbol : part;
  if (blank.test(last) || dots === 0) return undefined;
  if (symbol === '\n' || symbol === '\r') return '\n';
  return last === '.' ? ' ' : undefined;
}

/** One character read stands for all of its part; of several, each for its own. */
function addEnds(ends: number[], from: number, { length, read }: ReadPart): void {
  for (let index = 1; index <= read.length; index += 1) {
    ends.push(from + (read.length === 1 ? length : index));
  }
}

function onlyBackslashes(text: string, at: number): boolean {
  unfinished.lastIndex = at;
  return unfinished.test(text);
}

/** How many characters of `written` hold its first `count` that are no blank and no line break. */
function writtenLengthOf(written: string, count: number): number {
  let at = 0;
  for (let left = count; left > 0 && at < written.length; at += 1) {
    if (!blank.test(written[at] ?? '')) left -= 1;
  }
  return at;
}

/** Text that is shaped like a token as far as it goes. */
export interface TokenShape {
  /** How many characters of the reading belong to it. */
  readonly length: number;
  /** Upper-case; UNKNOWN when the section is no entity kind. */
  readonly kind: string;
  /** It can be nothing but a token, whole or broken off (spec, rule 11); else it is text. */
  readonly token: boolean;
  /** It reaches the end of what was read, so that more text could prolong it. */
  readonly open: boolean;
}

const head = 'T[O0]K[1IL]\\.';
const gap = '[ \\n]?';
const kind = `[\\w-]{1,${sectionLengths.kind}}`;
const kid = `[\\w-]{1,${sectionLengths.kid}}`;
const payload = '[0-9A-TV-Z](?:\\n?[0-9A-TV-Z])*';
/** Every kind there is has more than one letter, which tells a kind from prose. */
const knownKind = `[A-Z][A-Z0-9_]{1,${sectionLengths.kind - 1}}`;

const beginning = new RegExp(
  `^${head}${gap}(?:${kind}(?:\\.${gap}(?:${kid}(?:\\.${gap}(?:${payload}\\n?)?)?)?)?)?$`,
  'i',
);
const whole = new RegExp(`^(${head}${gap}(${kind})\\.${gap}${kid}\\.${gap})(${payload})`, 'i');
const brokenOff = new RegExp(`^${head}(${knownKind})\\.(?:${kid}\\.?)?`, 'i');
/** With blanks in it, only what is in capitals, as tokens are: "Tok1. Phone. …" is prose. */
const brokenWithGaps = new RegExp(`^${head}${gap}(${knownKind})\\.(?:${gap}${kid}\\.)?`);

/**
 * The token shape at the start of what was read (`Reading.written`). A second `TOK1.` ends it: two
 * tokens glued together are two tokens. What more text cannot prolong, more text does not change.
 */
export function tokenShape(written: string): TokenShape {
  const next = findTokenStart(written, 1);
  const own = next?.complete ? written.slice(0, next.at) : written;
  const open = own === written && beginning.test(own);
  const found = wholeToken(own) ?? brokenToken(own);
  return found === undefined
    ? { length: own.length, kind: 'UNKNOWN', token: false, open }
    : { ...found, token: true, open };
}

type ShapeMatch = Pick<TokenShape, 'length' | 'kind'>;

function wholeToken(own: string): ShapeMatch | undefined {
  const [, before = '', section = '', symbols = ''] = whole.exec(own) ?? [];
  if (before === '') return undefined;
  const kept = unwrapped(symbols);
  if (/\s/.test(before) && !isPayload(kept)) return undefined;
  const upper = section.toUpperCase();
  return { length: before.length + kept.length, kind: isKind(upper) ? upper : 'UNKNOWN' };
}

/**
 * As many lines of a payload as make up one of a length that is minted; else the first alone, since
 * the next may be the reply's next line.
 */
function unwrapped(symbols: string): string {
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

/** What stands at a place where a reply says `TOK1.`; `length` counts the characters it covers. */
export type TokenMatch =
  | { readonly is: 'token'; readonly length: number; readonly entry: ScopedToken }
  /** A token that is not in scope, or one that breaks off; `characters` are its own. */
  | {
      readonly is: 'foreign';
      readonly length: number;
      readonly kind: string;
      readonly characters: string;
    }
  /** No token: its shape breaks off after `length` characters. */
  | { readonly is: 'text'; readonly length: number }
  /** Undecided until more text comes. */
  | { readonly is: 'open' };

/**
 * Judges the candidate at `at`. The longest token in scope that the text continues with wins, so that
 * a value glued to the next word still restores; otherwise a token shape is a foreign token, also one
 * that breaks off (spec, rule 11). `final`: no more text will come.
 */
export function matchTokenAt(
  text: string,
  at: number,
  scope: TokenScope,
  final: boolean,
): TokenMatch {
  const { characters, written, open, lengthOf, lengthOfToken } = readTokenAt(text, at);
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
