import type { Utterance } from '../../domain/detection.ts';
import { labelCount } from './labels.ts';
import { contextInput, type InputWord, turnInput } from './tokens.ts';
import { windowsOf } from './windows.ts';
import { type Word, wordsOf } from './words.ts';

/** A text ready for the model: its words, and the tokens that stand for them and their context. */
export interface PreparedText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly tokens: readonly InputWord[];
  /** How many tokens come before the first word's. */
  readonly lead: number;
}

/** A text with the turns before it, nearest first. */
export interface TextInContext {
  readonly utterance: Turn;
  readonly before: readonly Turn[];
}

/** Who said what. */
type Turn = Pick<Utterance, 'speaker' | 'text'>;

export function prepareText({ utterance, before }: TextInContext): PreparedText {
  const words = wordsOf(utterance.text);
  const context = contextInput(before);
  const tokens = [...context, ...turnInput(utterance.speaker, words)];
  return { text: utterance.text, words, tokens, lead: tokens.length - words.length };
}

/** A window of one of several texts. */
export interface Slice {
  readonly text: number;
  readonly tokens: readonly InputWord[];
  /** Tokens of the slice whose results count, and the first word that they belong to. */
  readonly keepFrom: number;
  readonly keepTo: number;
  readonly word: number;
}

/** Windows over all texts that have words; those without need no model. */
export function slicesOf(texts: readonly PreparedText[]): Slice[] {
  return texts.flatMap(({ words, tokens, lead }, text) =>
    words.length === 0
      ? []
      : windowsOf(tokens.length).flatMap(({ from, to, keepFrom, keepTo }) => {
          const first = Math.max(keepFrom, lead);
          if (first >= keepTo) return [];
          const slice = tokens.slice(from, to);
          const word = first - lead;
          return [{ text, tokens: slice, keepFrom: first - from, keepTo: keepTo - from, word }];
        }),
  );
}

/** Copies the rows of a slice, the first of its run's output at `row`, to its text's rows. */
export function keepRows(
  { keepFrom, keepTo, word }: Slice,
  output: Float32Array,
  row: number,
  into: Float32Array,
): void {
  const from = (row + keepFrom) * labelCount;
  into.set(output.subarray(from, (row + keepTo) * labelCount), word * labelCount);
}
