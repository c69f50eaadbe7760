import type { NerKind } from '../../server/detect/ner/labels.ts';

/** A stretch of text, PHI when it has a kind. */
export interface Piece {
  readonly text: string;
  readonly kind?: NerKind;
}

/** A labelled span; UTF-16 code units, half-open. */
export interface LabelledSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: NerKind;
}

export type TurnSpeaker = 'user' | 'assistant';

/** A turn with its exact spans, sorted and free of overlap. */
export interface LabelledTurn {
  readonly speaker: TurnSpeaker;
  readonly text: string;
  readonly spans: readonly LabelledSpan[];
}

/** Joins pieces as they are. */
export function joinPieces(pieces: readonly Piece[]): Pick<LabelledTurn, 'text' | 'spans'> {
  let text = '';
  const spans: LabelledSpan[] = [];
  for (const piece of pieces) {
    const start = text.length;
    text += piece.text;
    const inner = piece.text.trim();
    if (piece.kind === undefined || inner === '') continue;
    const from = start + piece.text.indexOf(inner);
    spans.push({ start: from, end: from + inner.length, kind: piece.kind });
  }
  return { text, spans };
}

/** The pieces a turn is made of. */
export function piecesOf({ text, spans }: Pick<LabelledTurn, 'text' | 'spans'>): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end, kind } of spans) {
    if (start > at) pieces.push({ text: text.slice(at, start) });
    pieces.push({ text: text.slice(start, end), kind });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
