import type { LiveCall } from '../calls/live-call.ts';
import type { SessionId } from '../domain/ids.ts';
import { RecentMap } from '../domain/recent-map.ts';
import type { CleanBody } from '../leak-scan/index.ts';
import type { SearchMemory } from './detection.ts';

/** What one turn of a call found, so that the next one does only what is new in it. */
export interface CallMemory {
  readonly search?: SearchMemory | undefined;
  /** The last body, if the leak scan found nothing in it. */
  readonly cleanBody?: CleanBody | undefined;
}

/** The memories of the calls that speak now. They may be forgotten at any time: then a turn does all its work. */
export interface CallMemories {
  recall(call: LiveCall): CallMemory | undefined;
  /** Replaces the memory of a call; forgets a call that says more than 200,000 `characters` in one turn. */
  keep(call: LiveCall, memory: CallMemory, characters: number): void;
  /** Forgets calls without a turn in the last rounds; each call of this function begins a round. */
  evictUnused(): void;
}

/** Two minutes at the service's rounds, as for the texts of a search. */
const keptRounds = 8;
/** Characters of all calls: with what belongs to them about 15 MB. */
const mostCharacters = 1_500_000;
/** Characters of one call; what is remembered of it besides counts for 200 characters a text. */
const mostOfCall = 200_000;
const textCost = 200;

interface Entry {
  readonly memory: CallMemory;
  readonly characters: number;
  readonly keptIn: number;
}

export function createCallMemories(): CallMemories {
  const entries = new RecentMap<SessionId, Entry>(mostCharacters, (entry) => entry.characters);
  let round = 0;
  return {
    recall: ({ sessionId }) => entries.get(sessionId)?.memory,
    keep: ({ sessionId }, memory, said) => {
      const characters = said + textCost * (memory.search?.texts.length ?? 0);
      if (characters > mostOfCall) entries.delete(sessionId);
      else entries.set(sessionId, { memory, characters, keptIn: round });
    },
    evictUnused: () => {
      round += 1;
      entries.dropWhile(({ keptIn }) => keptIn < round - keptRounds);
    },
  };
}
