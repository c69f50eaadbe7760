import type { Masked, OutboundChat } from '../domain/masked.ts';
import { maskText, type Replacement } from './mask-text.ts';

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
