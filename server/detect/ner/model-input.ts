import type { Speaker, Utterance } from '../../domain/detection.ts';
import { labelCount } from './labels.ts';
import { turnMark } from './vocabulary.ts';
import { markShape, shapeId, type Word, wordForm, wordsOf } from './word-features.ts';

/** One position of the model's input: a word, or the mark that opens a turn. */
export interface InputWord {
  /** Word form; '' for a mark. */
  readonly form: string;
  /** Vocabulary id of a mark, 0 for a word. */
  readonly mark: number;
  readonly shape: number;
}

/** The turn's mark and its words. */
export function turnInput(speaker: Speaker, words: readonly Word[]): InputWord[] {
  return [
    { form: '', mark: turnMark(speaker), shape: markShape },
    ...words.map((word) => ({ form: wordForm(word.text), mark: 0, shape: shapeId(word) })),
  ];
}

/** How far one position can influence another: the sum of the model's dilations. */
export const modelReach = 38;

/**
 * The input before a text, oldest first: as much of the earlier turns as the text's first word can
 * see. `before` starts at the nearest turn.
 */
export function contextInput(before: readonly Pick<Utterance, 'speaker' | 'text'>[]): InputWord[] {
  let input: InputWord[] = [];
  for (const { speaker, text } of before) {
    input = [...turnInput(speaker, wordsOf(lastCharacters(text))), ...input];
    if (input.length >= modelReach) break;
  }
  return input.slice(-modelReach);
}

/**
 * Of the turns before a text those that its first word can see, cut to what counts of them: no more has to
 * travel to the model's thread. A turn has at least as many words as it has pieces between blanks.
 */
export function turnsInReach(before: readonly Turn[]): Turn[] {
  const turns: Turn[] = [];
  let fewestPositions = 0;
  for (const { speaker, text } of before) {
    const near = lastCharacters(text);
    turns.push({ speaker, text: near });
    fewestPositions += 1 + (near.match(/\S+/g)?.length ?? 0);
    if (fewestPositions >= modelReach) break;
  }
  return turns;
}

/** More than the words in reach have; a long turn costs no more than a short one. */
const contextCharacters = 400;

function lastCharacters(text: string): string {
  if (text.length <= contextCharacters) return text;
  const blank = text.indexOf(' ', text.length - contextCharacters);
  return text.slice(blank < 0 ? text.length - contextCharacters : blank + 1);
}

/** Positions of one window: no run of the model grows with its text. */
export const windowSize = 512;

/** A stretch of a sequence to run through the model; the results of [keepFrom, keepTo) count. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly keepFrom: number;
  readonly keepTo: number;
}

/**
 * Windows over a sequence of `length` positions. Neighbours overlap by twice the model's reach, and
 * a position counts in the window where it is at least that reach away from a cut. Windows
 * therefore change no result.
 */
export function windowsOf(length: number): Window[] {
  const windows: Window[] = [];
  for (let from = 0; ; from += windowSize - 2 * modelReach) {
    const to = Math.min(length, from + windowSize);
    const isLast = to === length;
    const keepFrom = from === 0 ? 0 : from + modelReach;
    windows.push({ from, to, keepFrom, keepTo: isLast ? length : to - modelReach });
    if (isLast) return windows;
  }
}

/** A text ready for the model: its words, and the input for them and their context. */
export interface PreparedText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly input: readonly InputWord[];
  /** How many positions come before the first word. */
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
  const input = [...context, ...turnInput(utterance.speaker, words)];
  return { text: utterance.text, words, input, lead: input.length - words.length };
}

/** A window of one of several texts. */
export interface Slice {
  readonly text: number;
  readonly input: readonly InputWord[];
  /** Positions of the slice whose results count, and the first word that they belong to. */
  readonly keepFrom: number;
  readonly keepTo: number;
  readonly word: number;
}

/** Windows over all texts that have words; those without need no model. */
export function slicesOf(texts: readonly PreparedText[]): Slice[] {
  return texts.flatMap(({ words, input, lead }, text) =>
    words.length === 0
      ? []
      : windowsOf(input.length).flatMap(({ from, to, keepFrom, keepTo }) => {
          const first = Math.max(keepFrom, lead);
          if (first >= keepTo) return [];
          const word = first - lead;
          const slice = { text, input: input.slice(from, to), word };
          return [{ ...slice, keepFrom: first - from, keepTo: keepTo - from }];
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
