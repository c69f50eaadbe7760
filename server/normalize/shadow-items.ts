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
  readonly kind: 'word' | 'number' | 'letters';
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
    return unchanged(text);
  }
  const parts: string[] = [];
  // No rewriting is longer than its words, but a swallowed comma leaves a blank.
  const starts = new Uint32Array(2 * text.length + 1);
  const ends = new Uint32Array(2 * text.length + 1);
  let size = 0;
  const keep = (from: number, to: number): void => {
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1, size += 1) {
      starts[size] = at;
      ends[size] = at + 1;
    }
  };
  const put = (written: string, start: number, end: number): void => {
    parts.push(written);
    starts.fill(start, size, size + written.length);
    ends.fill(end, size, size + written.length);
    size += written.length;
  };
  let cursor = 0;
  for (const item of items) {
    if (item.before === undefined) keep(cursor, item.start);
    else if (item.before !== '') put(item.before, cursor, item.start);
    if (item.pieces === undefined) keep(item.start, item.end);
    else for (const piece of item.pieces) put(piece.text, piece.start, piece.end);
    cursor = item.end;
  }
  keep(cursor, text.length);
  return { text: parts.join(''), starts: starts.slice(0, size), ends: ends.slice(0, size) };
}

function unchanged(text: string): Shadow {
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    starts[at] = at;
    ends[at] = at + 1;
  }
  return { text, starts, ends };
}
