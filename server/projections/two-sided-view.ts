import type {
  PartView,
  ReplyToken,
  ReplyValue,
  ReplyView,
  SpanView,
  TurnView,
} from '../contract/live.ts';
import type { Span } from '../domain/detection.ts';
import type { JournalRecord } from '../domain/event.ts';
import { foldTurns } from './turn-facts.ts';

/** What was kept of the texts of one leg of a turn. */
export interface TurnTexts {
  readonly turn: number;
  readonly parts?: readonly PartView[];
  readonly replies?: readonly ReplyView[];
}

/** The two-sided view of a past call: its journal records, and the texts that were kept of it. */
export function replayTurns(
  records: readonly JournalRecord[],
  texts: readonly TurnTexts[],
): readonly TurnView[] {
  const ofTurn = Map.groupBy(texts, ({ turn }) => turn);
  return foldTurns(records).map((facts) => {
    const own = ofTurn.get(facts.turn) ?? [];
    return {
      ...facts,
      parts: own.flatMap(({ parts = [] }) => parts),
      replies: own.flatMap(({ replies = [] }) => replies),
    };
  });
}

/** A text as it was masked; `replacements` are those of the spans that were not let through. */
export interface MaskedText {
  readonly part: string;
  readonly role: string;
  readonly text: string;
  readonly masked: string;
  readonly spans: readonly {
    readonly finding: {
      readonly kind: string;
      readonly start: number;
      readonly end: number;
      readonly score: number;
      readonly detector: string;
    };
    readonly action: string;
    readonly placeholder: string;
  }[];
  readonly replacements: readonly { readonly start: number; readonly replacement: string }[];
}

/** A reply text as it came and as it was passed on; `values` are spans of `restored`. */
export interface RestoredText {
  readonly choice: number;
  readonly channel: string;
  readonly masked: string;
  readonly restored: string;
  readonly values: readonly {
    readonly kind: string;
    readonly restored: boolean;
    readonly start: number;
    readonly end: number;
  }[];
}

/** How a value of a kind may be shown, even on the regulated side (PCI DSS 3.4.1). */
export type ShowValue = (kind: string, surface: string) => string;

/** Where the tokens of a reply stand in what the model said: one for each value. */
export type TokensIn = (masked: string) => readonly ReplyToken[];

/** Both sides of a request text. Spans keep their order; their offsets are those of the view. */
export function partView(
  { part, role, text, masked, ...rest }: MaskedText,
  shown: ShowValue,
): PartView {
  const replacementAt = new Map(
    rest.replacements.map((one) => [one.start, one.replacement.length]),
  );
  const ordered = rest.spans.toSorted((a, b) => a.finding.start - b.finding.start);
  const regulated = new SpanReplacer(text);
  let shift = 0;
  const spans = ordered.map(({ finding, action, placeholder }): SpanView => {
    const { kind, start, end, score, detector } = finding;
    const length = replacementAt.get(start) ?? end - start;
    const publicSpan = [start + shift, start + shift + length] as const;
    shift += length - (end - start);
    const span = regulated.replace(start, end, shown(kind, text.slice(start, end)));
    return { kind, action, placeholder, detector, score, regulated: span, public: publicSpan };
  });
  return { part, role, regulated: regulated.end(), public: masked, spans };
}

/** Both sides of a reply text. A longer text of the same reply begins with the same view. */
export function replyView(text: RestoredText, shown: ShowValue, tokensIn: TokensIn): ReplyView {
  const { choice, channel, masked } = text;
  const regulated = new SpanReplacer(text.restored);
  const values = text.values.map(({ kind, restored, start, end }): ReplyValue => {
    const surface = text.restored.slice(start, end);
    const span = regulated.replace(start, end, restored ? shown(kind, surface) : surface);
    return { kind, restored, regulated: span };
  });
  const tokens = tokensIn(masked);
  return { choice, channel, regulated: regulated.end(), public: masked, values, tokens };
}

/** A text copied from left to right with some spans replaced. */
class SpanReplacer {
  readonly #text: string;
  #at = 0;
  #copied = '';

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the replacement stands in the copy. */
  replace(start: number, end: number, replacement: string): Span {
    this.#copied += this.#text.slice(this.#at, start);
    this.#at = end;
    const from = this.#copied.length;
    this.#copied += replacement;
    return [from, this.#copied.length];
  }

  end(): string {
    return this.#copied + this.#text.slice(this.#at);
  }
}
