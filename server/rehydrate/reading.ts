import { maxTokenLength } from '../domain/token.ts';

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
