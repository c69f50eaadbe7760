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
