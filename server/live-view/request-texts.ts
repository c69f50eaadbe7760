import { itemAt } from '../domain/item-at.ts';
import { ownCopy } from '../domain/own-copy.ts';
import type { TurnFacts } from '../projections/turn-facts.ts';
import type { MaskedText } from '../projections/two-sided-view.ts';
import { type MaskedPart, textKeys } from '../tokenize/masked-request.ts';
import type { ReplyTexts } from './reply-texts.ts';

/** A text of a request with its key (`textKeys`). */
export interface RequestText<T extends MaskedText = MaskedText> {
  readonly part: T;
  readonly key: string;
}

/** The texts of one request, keyed. */
export function keyTexts(parts: readonly MaskedPart[]): readonly RequestText<MaskedPart>[] {
  const keys = textKeys(parts);
  return parts.map((part, index) => ({ part, key: itemAt(keys, index) }));
}

/** True of spoken words, and of structured data with a finding. */
export function isShownInTranscript({ part, spans }: Pick<MaskedText, 'part' | 'spans'>): boolean {
  return part.startsWith('messages') || spans.length > 0;
}

/** Whether a text of the history repeats a reply. */
export function echoesReply(part: MaskedText, replies: readonly ReplyTexts[]): boolean {
  return part.role === 'assistant' && replies.some((reply) => reply.contains(part.text));
}

/** True when the leak scan blocked the request: its texts count as new in the next request. */
export function isBlocked({ scan }: Pick<TurnFacts, 'scan'>): boolean {
  return scan?.verdict === 'blocked';
}

interface RequestTurn {
  readonly facts: TurnFacts;
  readonly requestTexts: readonly RequestText[];
  readonly replies: ReplyTexts;
}

/**
 * By turn, the texts that neither an earlier request nor an earlier reply holds. A replica that serves a
 * call for the first time takes the whole history for new.
 */
export function dedupeHistory(turns: readonly RequestTurn[]): readonly (readonly MaskedText[])[] {
  const seen = new Set<string>();
  return turns.map(({ facts, requestTexts }, index) => {
    const replies = turns.slice(0, index).map((turn) => turn.replies);
    const first = requestTexts.filter(
      ({ part, key }) => !seen.has(key) && !echoesReply(part, replies),
    );
    if (!isBlocked(facts)) for (const { key } of requestTexts) seen.add(key);
    return first.map(({ part }) => part);
  });
}

/** Copies what the view of a text needs, and nothing else that masking knows. */
export function plain({ part, key }: RequestText): RequestText {
  const { role, text, masked, spans, replacements } = part;
  const view: MaskedText = {
    part: part.part,
    role,
    text: ownCopy(text),
    masked: ownCopy(masked),
    spans: spans.map(({ finding, action, placeholder }) => {
      const { kind, start, end, score, source, id } = finding;
      const shown = { kind, start, end, score, source, ...(id !== undefined && { id }) };
      return { finding: shown, action, placeholder };
    }),
    replacements: replacements.map(({ start, replacement }) => ({ start, replacement })),
  };
  return { part: view, key };
}

/** Memory of a text and of a span besides their characters, in bytes. */
const [textCost, spanCost] = [300, 200];

/** The approximate size of the texts on both sides, in bytes. */
export function sizeOf(requestTexts: readonly RequestText[]): number {
  return requestTexts.reduce(
    (sum, { part: { text, masked, spans } }) =>
      sum + text.length + masked.length + textCost + spans.length * spanCost,
    0,
  );
}
