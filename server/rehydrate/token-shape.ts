import { findTokenStart, isKind, isPayloadLength, sectionLengths } from '../domain/token.ts';

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
