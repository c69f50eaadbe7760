import type { Span } from '../domain/detection.ts';

const wordCharacters = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/** From the first letter or digit of a stretch to its last; undefined where it has none. */
export function wordSpan(text: string, start: number, end: number): Span | undefined {
  const found = wordCharacters.exec(text.slice(start, end));
  if (found === null) return undefined;
  return [start + found.index, start + found.index + found[0].length];
}
