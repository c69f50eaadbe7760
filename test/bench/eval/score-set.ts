import type { RowResult } from './detect-set.ts';
import { scoreText, type TextScore } from './score-text.ts';
import { type KindView, labelledKinds, nineKindView } from './scored-kinds.ts';
import { poolTallies, type Tallies } from './tally.ts';

/** One set's scores. Durations are in milliseconds, in row order. */
export interface SetScore {
  readonly name: string;
  readonly texts: number;
  readonly words: number;
  readonly tallies: Tallies;
  readonly durations: readonly number[];
  readonly rows: readonly { readonly result: RowResult; readonly score: TextScore }[];
}

/** Scores every row of a set under the kinds that are labelled in it. */
export function scoreSet(
  name: string,
  results: readonly RowResult[],
  view: KindView = nineKindView,
): SetScore {
  const kindsOf = labelledKinds(
    results.map(({ row }) => row),
    view,
  );
  const rows = results.map((result) => ({
    result,
    score: scoreText(result.row, result.detections, kindsOf(result.row), view),
  }));
  return {
    name,
    texts: results.length,
    words: results.reduce((sum, { row }) => sum + wordCount(row.text), 0),
    tallies: poolTallies(rows.map(({ score }) => score.tallies)),
    durations: results.map(({ ms }) => ms),
    rows,
  };
}

/** Runs of non-space characters that hold a letter or a digit. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
}

/** True for sets whose texts are speech-to-text, or a script's rendering of it. */
export function isSpoken(setName: string): boolean {
  return /_asr$|_spoken$|^slurp/.test(setName);
}
