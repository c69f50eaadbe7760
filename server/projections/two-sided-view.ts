import type {
  PartView,
  ReplyToken,
  ReplyValue,
  ReplyView,
  SpanView,
  TurnView,
} from '../contract/live.ts';
import { type Detection, detectorName, type Span } from '../domain/detection.ts';
import type { JournalRecord } from '../domain/event.ts';
import { foldTurns } from './turn-facts.ts';

/** The stored texts of the request or the reply of a turn. */
export interface TurnTexts {
  readonly turn: number;
  readonly parts?: readonly PartView[];
  readonly replies?: readonly ReplyView[];
}

/** The two-sided view of a past call, from its journal records and stored texts. */
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

/** A text before and after masking; `replacements` belong to the spans that were replaced. */
export interface MaskedText {
  readonly part: string;
  readonly role: string;
  readonly text: string;
  readonly masked: string;
  readonly spans: readonly {
    readonly finding: Pick<Detection, 'kind' | 'start' | 'end' | 'score' | 'source' | 'id'>;
    readonly action: string;
    readonly placeholder: string;
  }[];
  readonly replacements: readonly { readonly start: number; readonly replacement: string }[];
}

/** A reply text before and after restoring; `values` are spans of `restored`. */
export interface RestoredText {
  readonly choice: number;
  readonly channel: string;
  /** The function whose arguments the text is, if the request offered it. */
  readonly called?: string;
  readonly masked: string;
  readonly restored: string;
  readonly values: readonly {
    readonly kind: string;
    readonly placeholder?: string | undefined;
    readonly restored: boolean;
    readonly start: number;
    readonly end: number;
  }[];
}

/** The form in which the regulated side may show a value (PCI DSS 3.4.1). */
export type ShowValue = (kind: string, surface: string) => string;

/** The tokens in a masked reply text: one for each value. */
export type TokensIn = (masked: string) => readonly ReplyToken[];

/** Both sides of a request text. Spans are in order; their offsets are positions in the view. */
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
    const { kind, start, end, score } = finding;
    const detector = detectorName(finding);
    const length = replacementAt.get(start) ?? end - start;
    const publicSpan = [start + shift, start + shift + length] as const;
    shift += length - (end - start);
    const span = regulated.replace(start, end, shown(kind, text.slice(start, end)));
    return { kind, action, placeholder, detector, score, regulated: span, public: publicSpan };
  });
  return { part, role, regulated: regulated.end(), public: masked, spans };
}

/** Both sides of a reply text. The view of a longer part of the same reply begins with this view. */
export function replyView(text: RestoredText, shown: ShowValue, tokensIn: TokensIn): ReplyView {
  const { choice, channel, called, masked } = text;
  const name = called !== undefined && { function: called };
  const regulated = new SpanReplacer(text.restored);
  const values = text.values.map(({ kind, placeholder, restored, start, end }): ReplyValue => {
    const surface = text.restored.slice(start, end);
    const span = regulated.replace(start, end, restored ? shown(kind, surface) : surface);
    return { kind, ...(placeholder !== undefined && { placeholder }), restored, regulated: span };
  });
  const tokens = tokensIn(masked);
  return { choice, channel, ...name, regulated: regulated.end(), public: masked, values, tokens };
}

/** Copies a text from left to right and replaces spans. */
export class SpanReplacer {
  readonly #text: string;
  #at = 0;
  #copied = '';

  constructor(text: string) {
    this.#text = text;
  }

  /** The position of the replacement in the copy. */
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
