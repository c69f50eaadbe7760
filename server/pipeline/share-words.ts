import { setTimeout as pause } from 'node:timers/promises';
import type { SharedWords } from '../ports/shared-words.ts';
import type { ReplyLengths } from './reply-texts.ts';
import type { CallTranscript, Transcripts, TurnTranscript, TurnWords } from './transcript-types.ts';
import { inTexts, ownTurns, wordsOf } from './turn-words.ts';

export interface ShareWordsDeps {
  readonly words: SharedWords;
  readonly transcripts: Transcripts;
  readonly onFailure: (error: unknown) => void;
}

/** Words of live calls from here to who watches elsewhere, and from there to who watches here. */
export interface WordSharing {
  /** Somebody watches here; returns what is to be called when nobody does any more. */
  watched(): () => void;
  /** Tells no more; resolves when nothing is on its way. */
  close(): Promise<void>;
}

/** How long words are gathered: the first that come after a silence, and those that follow them. */
const [soonMs, gatherMs] = [20, 180];
const retryMs = 2_000;
/** Characters that are told at once: sealing them must not hold up calls. */
const textCharacters = 200_000;
/** Words can be here before the record of their turn, or of a turn that is not kept here. */
const waitMs = 50;
const waits = 100;

/** No request waits for any of this, nor fails with it (decision 0037). */
export function shareWords({ words, transcripts, onFailure }: ShareWordsDeps): WordSharing {
  let told = new WeakMap<TurnTranscript, ReplyLengths>();
  /** Calls of which something may be told; one that has just ended, for the last time. */
  let changed = new Set<CallTranscript>();
  let stopListening: (() => void) | undefined;
  let telling: Promise<void> | undefined;
  const closing = new AbortController();
  const rest = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  const forgetTold = (): void => {
    told = new WeakMap();
    changed = new Set(transcripts.calls());
  };

  const takeUntold = (): readonly TurnWords[] => {
    const turns = ownTurns(changed);
    changed = new Set();
    return turns.flatMap((own) => {
      const untold = wordsOf(own, told.get(own.turn)) ?? [];
      told.set(own.turn, own.turn.replies.lengths());
      return untold;
    });
  };

  const tellChanged = async (): Promise<void> => {
    while (changed.size > 0) {
      await rest(soonMs);
      for (const text of inTexts(takeUntold(), textCharacters)) {
        if (stopListening !== undefined) await words.tell(text);
      }
      await rest(gatherMs);
    }
  };

  const tell = (): void => {
    telling ??= tellChanged()
      .catch((error: unknown) => {
        onFailure(error);
        if (stopListening !== undefined) forgetTold();
        return rest(retryMs);
      })
      .finally(() => {
        telling = undefined;
        if (changed.size > 0) tell();
      });
  };

  const tellNothing = (): void => {
    stopListening?.();
    stopListening = undefined;
    changed = new Set();
  };

  const stopWanting = words.wanted((wanted) => {
    if (wanted === 'nothing') return tellNothing();
    forgetTold();
    stopListening ??= transcripts.onChange((call) => {
      changed.add(call);
      tell();
    });
    tell();
  });

  return {
    watched: () => {
      const waiting = waitingWords(transcripts, onFailure);
      const stop = words.follow({
        hear: (text) => waiting.take(JSON.parse(text) as readonly TurnWords[]),
        failed: onFailure,
      });
      return () => {
        stop();
        waiting.drop();
      };
    },
    close: async () => {
      stopWanting();
      tellNothing();
      closing.abort();
      await telling;
    },
  };
}

/** Words that wait a while for their turns to be known. */
function waitingWords(transcripts: Pick<Transcripts, 'hear'>, onFailure: (error: unknown) => void) {
  let waiting: { readonly words: TurnWords; left: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** False when the words must wait; those of another version of this program may not be known. */
  const heard = (words: TurnWords): boolean => {
    try {
      return transcripts.hear(words);
    } catch (error) {
      onFailure(error);
      return true;
    }
  };
  const hear = (): void => {
    waiting = waiting.filter(({ words }) => !heard(words));
    if (waiting.length > 0) timer ??= setTimeout(tryAgain, waitMs).unref();
  };
  const tryAgain = (): void => {
    timer = undefined;
    for (const one of waiting) one.left -= 1;
    waiting = waiting.filter(({ left }) => left > 0);
    hear();
  };
  return {
    /** Those of one turn stay in their order. */
    take: (taken: readonly TurnWords[]): void => {
      waiting.push(...taken.map((words) => ({ words, left: waits })));
      hear();
    },
    drop: (): void => {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
