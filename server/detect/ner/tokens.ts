import type { Speaker, Utterance } from '../../domain/detection.ts';
import { turnMark } from './vocabulary.ts';
import { wordForm } from './word-form.ts';
import { markShape, shapeId } from './word-shape.ts';
import { type Word, wordsOf } from './words.ts';

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

/** Farthest that a token can matter to another: the sum of the model's dilations. */
export const modelReach = 38;

/**
 * The tokens before a text, oldest first: as much of the turns before it as its first word can see.
 * `before` starts at the nearest turn.
 */
export function contextInput(before: readonly Pick<Utterance, 'speaker' | 'text'>[]): InputWord[] {
  let tokens: InputWord[] = [];
  for (const { speaker, text } of before) {
    tokens = [...turnInput(speaker, wordsOf(lastCharacters(text))), ...tokens];
    if (tokens.length >= modelReach) break;
  }
  return tokens.slice(-modelReach);
}

/** More characters than the words in reach have, so that a long turn costs no more than a short one. */
const contextCharacters = 400;

function lastCharacters(text: string): string {
  if (text.length <= contextCharacters) return text;
  const blank = text.indexOf(' ', text.length - contextCharacters);
  return text.slice(blank < 0 ? text.length - contextCharacters : blank + 1);
}
