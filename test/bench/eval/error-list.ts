import type { SetScore } from './score-set.ts';

/**
 * Every miss, false hit and value that was not wholly found WITH its text, one line each, for a developer's terminal. The text comes
 * from labelled sets, never from calls; it still must not go into a file of the repository.
 */
export function errorList(sets: readonly SetScore[]): string[] {
  return sets.flatMap(({ name, rows }) =>
    rows.flatMap(({ result, score }) => {
      const { id, text } = result.row;
      const show = (mark: string, kind: string, start: number, end: number): string =>
        [name, mark, kind, id, around(text, start, end)].join('\t');
      return [
        ...score.misses.map(({ kind, start, end }) => show('miss', kind, start, end)),
        ...score.unhidden.map(({ kind, start, end }) => show('unhidden', kind, start, end)),
        ...score.falseHits.map(({ kind, start, end }) => show('false', kind, start, end)),
      ];
    }),
  );
}

function around(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - 60), start);
  const after = text.slice(end, end + 40);
  return `${before}⟦${text.slice(start, end)}⟧${after}`.replace(/\s+/g, ' ');
}
