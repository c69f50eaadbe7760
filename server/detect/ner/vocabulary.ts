import type { Speaker } from '../../domain/detection.ts';

/** Vocabulary ids: 0 is any unknown word, then the marks that open a turn, then the words. */
const marks = ['user', 'assistant', 'other'] as const;
const firstWordId = 1 + marks.length;

/** Word forms to their ids. */
export type Vocabulary = ReadonlyMap<string, number>;

/** Reads one word form a line, in the order of their ids. */
export function parseVocabulary(text: string): Vocabulary {
  const words = text.split('\n').filter((line) => line !== '');
  return new Map(words.map((word, index) => [word, index + firstWordId]));
}

/** How many ids a vocabulary uses. */
export function vocabularySize(vocabulary: Vocabulary): number {
  return vocabulary.size + firstWordId;
}

/** The id that marks the beginning of a turn. */
export function turnMark(speaker: Speaker): number {
  const mark = speaker === 'user' || speaker === 'assistant' ? speaker : 'other';
  return 1 + marks.indexOf(mark);
}
