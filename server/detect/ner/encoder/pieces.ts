import type { InputWord } from '../model-input.ts';
import { turnMark } from '../vocabulary.ts';

/** Word pieces to their ids; pieces that go on with a word begin with `##`. */
export type Pieces = ReadonlyMap<string, number>;

/** Reads one piece a line, in the order of their ids. */
export function parsePieces(text: string): Pieces {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((piece, id) => [piece, id]));
}

const unknown = '[UNK]';
const callerMark = '[unused1]';
const otherMark = '[unused2]';
/** What begins and what ends a stretch. */
export const stretchStart = '[CLS]';
export const stretchEnd = '[SEP]';
/** The encoder reads no more of a word. */
const piecesPerWord = 4;

/** The pieces of a position: the longest known ones of its word from the beginning, or its mark. */
export function piecesOf({ form, mark }: InputWord, pieces: Pieces): number[] {
  const idOf = (piece: string): number => pieces.get(piece) ?? 0;
  if (mark !== 0) return [idOf(mark === turnMark('user') ? callerMark : otherMark)];
  const ids: number[] = [];
  let at = 0;
  while (at < form.length && ids.length < piecesPerWord) {
    let end = form.length;
    const prefix = at === 0 ? '' : '##';
    while (end > at && !pieces.has(prefix + form.slice(at, end))) end -= 1;
    if (end === at) return [...ids, idOf(unknown)];
    ids.push(idOf(prefix + form.slice(at, end)));
    at = end;
  }
  return ids;
}
