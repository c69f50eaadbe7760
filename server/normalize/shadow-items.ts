import type { Shadow } from '../domain/detection.ts';

/** A stretch of the shadow: `pieces` say which original characters each part of its text stands for. */
export interface ShadowItem {
  readonly start: number;
  readonly end: number;
  text: string;
  /** Parts of a rewritten text; undefined when the text is the original's. */
  pieces: readonly ShadowPiece[] | undefined;
  /** What stands between the item before and this one; undefined keeps the original. */
  before: '' | ' ' | undefined;
  /** `phrase`: put into English. */
  readonly kind: 'word' | 'number' | 'letters' | 'phrase';
}

/** `text` stands for the original characters [start, end). */
export interface ShadowPiece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Gives an item the text of a symbol, or none. */
export function rewriteItem(item: ShadowItem, text: string): void {
  item.text = text;
  item.pieces = [{ text, start: item.start, end: item.end }];
}

/** The shadow that a text's items spell; identical to the text when no item changed. */
export function renderShadow(text: string, items: readonly ShadowItem[]): Shadow {
  if (!items.some((item) => item.pieces !== undefined || item.before !== undefined)) {
    return sameShadow(text);
  }
  // No number is longer than its words, but a swallowed comma leaves a blank, and English may need more letters.
  const phrases = items.reduce(
    (sum, item) => sum + (item.kind === 'phrase' ? item.text.length : 0),
    0,
  );
  const shadow = shadowWriter(text, 2 * text.length + 1 + phrases);
  for (const item of items) {
    if (item.before === undefined) shadow.keep(item.start);
    else shadow.put(item.before, item.start);
    if (item.pieces === undefined) shadow.keep(item.end);
    else for (const piece of item.pieces) shadow.put(piece.text, piece.end, piece.start);
  }
  return shadow.end();
}

/** The places of a text up to its end. Most texts are their own shadow, and short: these share their maps. */
const places = Uint32Array.from({ length: 4_096 }, (_, at) => at);

/** The shadow of a text that reads as it is written. */
function sameShadow(text: string): Shadow {
  const { length } = text;
  const all =
    length < places.length ? places : Uint32Array.from({ length: length + 1 }, (_, at) => at);
  return { text, starts: all.subarray(0, length), ends: all.subarray(1, length + 1) };
}

/** Writes a shadow of `text` from left to right; it may have up to `mostCharacters`. */
export function shadowWriter(text: string, mostCharacters: number) {
  const parts: string[] = [];
  const starts = new Uint32Array(mostCharacters);
  const ends = new Uint32Array(mostCharacters);
  let size = 0;
  let cursor = 0;
  /** Takes over the characters up to `to`. */
  const keep = (to: number): void => {
    parts.push(text.slice(cursor, to));
    for (; cursor < to; cursor += 1, size += 1) {
      starts[size] = cursor;
      ends[size] = cursor + 1;
    }
  };
  /** Writes `written` for the characters [start, to); what lies before `start` is dropped. */
  const put = (written: string, to: number, start = cursor): void => {
    parts.push(written);
    starts.fill(start, size, size + written.length);
    ends.fill(to, size, size + written.length);
    size += written.length;
    cursor = to;
  };
  const end = (): Shadow => {
    keep(text.length);
    return { text: parts.join(''), starts: starts.slice(0, size), ends: ends.slice(0, size) };
  };
  return { keep, put, end };
}
