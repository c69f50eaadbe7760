import type { Masked, OutboundChat } from '../domain/masked.ts';

/** What takes the place of the half-open range [start, end) of a text (design D1). */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * The text with every range replaced, from right to left so that no offset moves. Throws when ranges
 * overlap, are empty or leave the text: masking such a text could let a part of a value through.
 */
export function maskText(text: string, replacements: readonly Replacement[]): Masked<string> {
  const fromRight = replacements.toSorted((a, b) => b.start - a.start);
  const pieces: string[] = [];
  let rest = text.length;
  for (const { start, end, replacement } of fromRight) {
    if (!(start >= 0 && start < end && end <= rest))
      throw new Error('spans overlap or leave the text');
    pieces.push(text.slice(end, rest), replacement);
    rest = start;
  }
  pieces.push(text.slice(0, rest));
  return pieces.reverse().join('') as Masked<string>;
}

/** One text of a request and the replacements due in it. */
export interface TextPart {
  readonly text: string;
  readonly replacements: readonly Replacement[];
}

/**
 * Masks every text of a request and lets `render` write the request from them, in order. `render`
 * must take its texts from nowhere else: this is where a request becomes `Masked`.
 */
export function maskChat(
  parts: readonly TextPart[],
  render: (texts: readonly Masked<string>[]) => OutboundChat,
): Masked<OutboundChat> {
  return render(
    parts.map(({ text, replacements }) => maskText(text, replacements)),
  ) as Masked<OutboundChat>;
}
