import { isContainer, maxDepth } from '../domain/json-limits.ts';
import type { DocumentField } from './documents/index.ts';

/** Steps between pauses (design D43): a fraction of a millisecond. */
const stepsAtOnce = 512;

/** Longest text in characters for one search, which then takes a few milliseconds at most. */
const maxSearchedLength = 2_048;
/** Where to cut a text, the best place first. */
const cutPoints = ['\n\n', '\n', '. ', '? ', '! ', ' '];

/**
 * Splits words into pieces short enough for one search (design D43), between paragraphs, sentences or
 * words where possible; joined they are the text. JSON stays whole, because its leaves are texts of
 * their own.
 */
export function splitLongText(piece: TextPiece): readonly TextPiece[] {
  const { text, json, fields = [], opened = [] } = piece;
  if (json !== undefined || text.length <= maxSearchedLength) return [piece];
  const pieces: TextPiece[] = [];
  const [nextFields, nextOpened] = [rangesFrom(fields), rangesFrom(opened)];
  for (let from = 0; from < text.length; ) {
    const short = firstPiece(text.slice(from, from + maxSearchedLength));
    const to = from + short.length;
    const inside = { fields: nextFields(from, to), opened: nextOpened(from, to) };
    pieces.push({ text: short, goesOn: from > 0, ...inside });
    from = to;
  }
  return pieces;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Gives each piece in turn its part of these sorted ranges; one that is cut goes on in the next piece. */
function rangesFrom<R extends Range>(ranges: readonly R[]): (from: number, to: number) => R[] {
  let next = 0;
  return (from, to) => {
    const inside: R[] = [];
    for (let range = ranges[next]; range !== undefined && range.start < to; range = ranges[next]) {
      const start = Math.max(range.start, from) - from;
      inside.push({ ...range, start, end: Math.min(range.end, to) - from });
      if (range.end > to) break;
      next += 1;
    }
    return inside;
  };
}

/** The part of a stretch before the best cut in its second half. */
function firstPiece(stretch: string): string {
  if (stretch.length < maxSearchedLength) return stretch;
  for (const end of cutPoints) {
    const at = stretch.lastIndexOf(end);
    if (at >= maxSearchedLength / 2) return stretch.slice(0, at + end.length);
  }
  const isHalfPair = /[\uD800-\uDBFF]$/.test(stretch);
  return isHalfPair ? stretch.slice(0, -1) : stretch;
}

const openString = /"[^"\\\n\r]*(?:\\(?:["\\/bfnrt]|u[\da-f]{4})[^"\\\n\r]*)*/iy;
/** Half an escape or half a word, and a note about the cut. */
const truncationTail = /(?:\\(?:u[\da-f]{0,3})?|[\w.…+-]{0,16})[ \t]*(?:[\n\r][^"]*)?$/iy;
const completions = ['', 'null', ':null', '"":null'];

/**
 * Reads truncated JSON: it is valid up to `stop`, where these brackets are still `open`, and ends with its text.
 * Undefined where other words follow, or where no string in it ends.
 */
function* parseTruncatedJson(
  text: string,
  stop: number,
  open: readonly { readonly start: number; readonly holdsString: boolean }[],
): Generator<undefined, Omit<JsonRange, 'start'> | undefined> {
  if (open.length > maxDepth || !open.some(({ holdsString }) => holdsString)) return undefined;
  const from = afterBlanks(text, stop);
  openString.lastIndex = from;
  const string = openString.test(text);
  const end = string ? openString.lastIndex : stop;
  truncationTail.lastIndex = string ? end : from;
  if (!truncationTail.test(text)) return undefined;
  const head = text.slice(open[0]?.start, end);
  const closing = open.map(({ start }) => (text[start] === '{' ? '}' : ']')).reverse();
  for (const completion of completions) {
    const missing = `${string ? '"' : ''}${completion}${closing.join('')}`;
    const value = parseOrUndefined(head + missing);
    if (value !== undefined) return { end, missing, value };
    yield undefined;
  }
  return undefined;
}

const blanks = /\s*/y;

function afterBlanks(text: string, at: number): number {
  blanks.lastIndex = at;
  blanks.test(text);
  return blanks.lastIndex;
}

/** The value of JSON; undefined for any other text. */
function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A piece of a text: words, or JSON with its value. */
export interface TextPiece {
  readonly text: string;
  readonly json?: ReadJson;
  /** In a split text: whether it continues the piece before it. */
  readonly goesOn?: boolean;
  /** The fields of documents in its words, in order. */
  readonly fields?: readonly DocumentField[];
  /** The base64 in its words that was opened, in order. */
  readonly opened?: readonly Range[];
}

/** The value of JSON; `missing` completes truncated JSON. */
export interface ReadJson {
  readonly value: unknown;
  readonly missing: string;
}

/**
 * The pieces of a text that is or holds JSON (design D3): the whole text, or each largest object or array
 * among other words, such as after `Context: ` or between fences. Undefined without JSON. JSON without a
 * string stays among the words: it hides nothing, and `call [202] 555-0143` must stay together. Pauses often (design D43).
 */
export function* jsonPieces(text: string): Generator<undefined, readonly TextPiece[] | undefined> {
  const whole = wholeValue(text);
  if (whole !== undefined) return [{ text, json: { value: whole, missing: '' } }];
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const { start, end, ...json } of yield* jsonRanges(text)) {
    // Quotation marks are ambiguous: the range that begins first counts.
    if (start < done) continue;
    pieces.push({ text: text.slice(done, start) }, { text: text.slice(start, end), json });
    done = end;
  }
  return done === 0 ? undefined : [...pieces, { text: text.slice(done) }];
}

/** A text that is one object or array, or a string with escapes, in which words would run together. */
function wholeValue(text: string): unknown {
  if (!/^\s*(?:[[{]|".*\\)/s.test(text)) return undefined;
  const value = parseOrUndefined(text);
  return typeof value === 'string' || isContainer(value) ? value : undefined;
}

interface JsonRange extends ReadJson {
  readonly start: number;
  readonly end: number;
}

/**
 * The objects and arrays in a text, by position. Each bracket is read at most twice, inside of a string
 * and outside, so the search is linear.
 */
function* jsonRanges(text: string): Generator<undefined, readonly JsonRange[]> {
  const stretches: JsonRange[] = [];
  const bracket = /[[{]/g;
  if (!bracket.test(text)) return stretches;
  bracket.lastIndex = 0;
  const read = new Uint8Array(text.length);
  for (let found = bracket.exec(text); found !== null; found = bracket.exec(text)) {
    if (read[found.index] === 1) continue;
    const { stop, open, pairs } = yield* pairsFrom(text, found.index, read);
    const cut = open.length === 0 ? undefined : yield* parseTruncatedJson(text, stop, open);
    if (cut !== undefined) stretches.push({ start: found.index, ...cut });
    else for (const pair of pairs) yield* addLargestRanges(text, pair, stretches);
    yield undefined;
  }
  return stretches.sort((a, b) => a.start - b.start);
}

/** A pair of brackets, with the pairs directly inside; `end` is 0 while it is open. */
interface Pair {
  readonly start: number;
  end: number;
  /** Levels of nested pairs, this one included. */
  height: number;
  holdsString: boolean;
  readonly inner: Pair[];
}

/** One lexeme of JSON with the blanks before it. */
const lexeme =
  /\s*(?:([[{])|([\]}])|("[^"\\\n\r]*(?:\\.[^"\\\n\r]*)*")|[:,]|-?\d[\d.eE+-]*|true|false|null)/y;

interface ReadPairs {
  /** The pair that begins there; if other words interrupt it, the pairs that closed in it. */
  readonly pairs: readonly Pair[];
  /** The pairs that are still open where other words follow. */
  readonly open: readonly Pair[];
  readonly stop: number;
}

/** Marks every opening bracket on the way in `read`: a search from there would end at the same place. */
function* pairsFrom(
  text: string,
  start: number,
  read: Uint8Array,
): Generator<undefined, ReadPairs> {
  const open: Pair[] = [pairAt(-1)];
  const all = [...open];
  let at = start;
  let steps = 0;
  do {
    steps += 1;
    if (steps % stepsAtOnce === 0) yield undefined;
    lexeme.lastIndex = at;
    const [, opening, closing, string] = lexeme.exec(text) ?? [''];
    if (lexeme.lastIndex === 0) break;
    at = lexeme.lastIndex;
    if (opening !== undefined) all.push(openPair(open, at - 1, read));
    else if (closing !== undefined) closePair(open, at);
    else if (string !== undefined) markString(open);
  } while (open.length > 1);
  const pairs = all.filter(({ end }) => end === 0).flatMap(({ inner }) => inner);
  return { pairs, open: open.slice(1), stop: at };
}

function pairAt(start: number): Pair {
  return { start, end: 0, height: 1, holdsString: false, inner: [] };
}

function openPair(open: Pair[], at: number, read: Uint8Array): Pair {
  const pair = pairAt(at);
  read[at] = 1;
  open.push(pair);
  return pair;
}

function closePair(open: Pair[], end: number): void {
  const closed = open.pop();
  const around = open.at(-1);
  if (closed === undefined || around === undefined) return;
  closed.end = end;
  around.inner.push(closed);
  around.height = Math.max(around.height, closed.height + 1);
  around.holdsString ||= closed.holdsString;
}

function markString(open: readonly Pair[]): void {
  const innermost = open.at(-1);
  if (innermost !== undefined) innermost.holdsString = true;
}

/** Adds the largest valid JSON: the pair, or else pairs inside. */
function* addLargestRanges(
  text: string,
  pair: Pair,
  stretches: JsonRange[],
): Generator<undefined, void> {
  const open = [pair];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { start, end, height, holdsString, inner } = next;
    if (!holdsString) continue;
    const value = height > maxDepth ? undefined : parseOrUndefined(text.slice(start, end));
    if (isContainer(value)) stretches.push({ start, end, value, missing: '' });
    else for (const one of inner) open.push(one);
    yield undefined;
  }
}

const stringOrColon = /"[^"\\]*(?:\\.[^"\\]*)*"|:/g;

/** The number of members of all objects in valid JSON, repeated keys included. Pauses often (design D43). */
export function* memberCount(json: string): Generator<undefined, number> {
  let [count, steps] = [0, 0];
  for (const [found] of json.matchAll(stringOrColon)) {
    if (found === ':') count += 1;
    steps += 1;
    if (steps % stepsAtOnce === 0) yield undefined;
  }
  return count;
}
