import { hash } from 'node:crypto';
import type { Masked, OpenedChat, OutboundChat } from '../domain/masked.ts';
import type { UpstreamRoute } from '../ports/upstream.ts';

/** Replaces the half-open range [start, end) of a text (design D1). */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * Replaces every range of the text; the ranges are in order. Throws when they are not, overlap, are empty or leave the
 * text, because a part of a value could then get through.
 */
export function maskText(text: string, replacements: readonly Replacement[]): Masked<string> {
  let masked = '';
  let done = 0;
  for (const { start, end, replacement } of replacements) {
    if (!(start >= done && start < end && end <= text.length))
      throw new Error('spans overlap, leave the text or are not in order');
    masked += text.slice(done, start) + replacement;
    done = end;
  }
  return (masked + text.slice(done)) as Masked<string>;
}

/** Where a masked request goes, what the model is called there and how it is written there. */
export interface Destination extends Pick<UpstreamRoute, 'model' | 'write'> {
  readonly upstream: string;
}

const asItIs = (chat: string): string => chat;

export interface MaskedChat {
  readonly outbound: Masked<OutboundChat>;
  /** By slot. */
  readonly texts: readonly Masked<string>[];
  /** The same masked texts, written for another provider. Throws as its `write` does. */
  readonly outboundTo: (destination: Destination) => Masked<OutboundChat>;
}

/**
 * Masks every text of an opened request and writes the request from the results: the only way to make a
 * `Masked<OutboundChat>`. `replacements` are by slot; throws when a slot has none given.
 */
export function maskChat(
  open: OpenedChat,
  replacements: readonly (readonly Replacement[])[],
  destination: Destination,
): MaskedChat {
  const texts = open.slots.map(({ text }, index) => {
    const inText = replacements[index];
    if (inText === undefined) throw new Error('a text of the request was not searched');
    return maskText(text, inText);
  });
  const outboundTo = ({ upstream, model, write = asItIs }: Destination) => {
    const body = write(open.render(texts, model));
    const outbound = { upstream, stream: open.stream, body, bodySha256: hash('sha256', body) };
    return outbound as Masked<OutboundChat>;
  };
  return { outbound: outboundTo(destination), texts, outboundTo };
}
