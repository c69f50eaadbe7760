import type { JournalRecord } from '../domain/event.ts';
import { foldTurns } from './turn-facts.ts';
import type { PartView, ReplyView, TurnView } from './two-sided-view.ts';

/** What was kept of the texts of one leg of a turn. */
export interface TurnTexts {
  readonly turn: number;
  readonly parts?: readonly PartView[];
  readonly replies?: readonly ReplyView[];
}

/** The two-sided view of a past call: its journal records, and the texts that were kept of it. */
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
