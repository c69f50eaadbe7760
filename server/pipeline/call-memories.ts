import { getHeapStatistics } from 'node:v8';
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
  recall(call: Pick<LiveCall, 'sessionId'>): CallMemory | undefined;
  /**
   * Replaces the memory of a call; forgets a call that says more than 200,000 `characters` in one turn. Where the
   * calls that are remembered fill all room, others are not.
   */
  keep(call: Pick<LiveCall, 'sessionId'>, memory: CallMemory, characters: number): void;
  /** The call is over. */
  forget(call: Pick<LiveCall, 'sessionId'>): void;
  /** Forgets calls without a turn in the last rounds; each call of this function begins a round. */
  evictUnused(): void;
}

/** Two minutes at the service's rounds, as for the texts of a search. */
const keptRounds = 8;
/** Characters of one call; what is remembered of it besides counts for 200 characters a text. */
const mostOfCall = 200_000;
const textCost = 200;

/** Bytes of the heap that a character of a remembered call takes, with all that belongs to it. */
const bytesOfCharacter = 20;
/** The share of the heap that this process may have. */
const shareOfHeap = 1 / 8;

/** How many characters of calls this process can remember. */
export function roomForCalls(): number {
  return Math.floor((getHeapStatistics().heap_size_limit * shareOfHeap) / bytesOfCharacter);
}

interface Entry {
  readonly memory: CallMemory;
  readonly characters: number;
  readonly keptIn: number;
}

/**
 * `mostCharacters` are those of all calls. Calls take turns, so to forget the one that spoke longest ago for the one that
 * speaks now would forget each before its next turn: where room lacks, the calls that have it keep it.
 */
export function createCallMemories(mostCharacters: number = roomForCalls()): CallMemories {
  const entries = new RecentMap<SessionId, Entry>(
    Number.POSITIVE_INFINITY,
    ({ characters }) => characters,
  );
  let round = 0;
  return {
    recall: ({ sessionId }) => entries.get(sessionId)?.memory,
    keep: ({ sessionId }, memory, said) => {
      const characters = said + textCost * (memory.search?.texts.length ?? 0);
      entries.delete(sessionId);
      if (characters > mostOfCall || entries.weight + characters > mostCharacters) return;
      entries.set(sessionId, { memory, characters, keptIn: round });
    },
    forget: ({ sessionId }) => entries.delete(sessionId),
    evictUnused: () => {
      round += 1;
      entries.dropWhile(({ keptIn }) => keptIn < round - keptRounds);
    },
  };
}
