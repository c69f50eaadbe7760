import type { Detection } from '../../domain/detection.ts';

const told = { kind: 'NAME', score: 0.9 } as const;

/** A name that the words around it tell; by default as sure as the model is of a name that it has seen. */
export const nameInContext = (
  start: number,
  end: number,
  score: number = told.score,
): Detection => ({
  ...told,
  start,
  end,
  score,
  source: 'model',
  id: 'context',
  strength: 'weak',
});

/** A name that is an ordinary word, or one that a turn reads back. */
export const wordAsName = (start: number, end: number): Detection => ({
  ...told,
  start,
  end,
  source: 'pattern',
  id: 'word-name',
  strength: 'strong',
});
