import { maxDepth } from '../domain/depth.ts';

/** JSON that breaks off: where it ends, what completes it, and what it says then. */
export interface TruncatedJson {
  readonly end: number;
  readonly missing: string;
  readonly value: unknown;
}

const openString = /"[^"\\\n\r]*(?:\\(?:["\\/bfnrt]|u[\da-f]{4})[^"\\\n\r]*)*/iy;
/** Half an escape or half a word, and what whoever cut it says of that. */
const truncationTail = /(?:\\(?:u[\da-f]{0,3})?|[\w.…+-]{0,16})[ \t]*(?:[\n\r][^"]*)?$/iy;
const completions = ['', 'null', ':null', '"":null'];

/**
 * JSON that can be read up to `stop`, where these brackets are still `open`, and then breaks off with its
 * text; undefined where other words go on, or where no string in it ends.
 */
export function parseTruncatedJson(
  text: string,
  stop: number,
  open: readonly { readonly start: number; readonly holdsString: boolean }[],
): TruncatedJson | undefined {
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
  }
  return undefined;
}

const blanks = /\s*/y;

function afterBlanks(text: string, at: number): number {
  blanks.lastIndex = at;
  blanks.test(text);
  return blanks.lastIndex;
}

/** What JSON says; undefined when it is none. */
export function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
