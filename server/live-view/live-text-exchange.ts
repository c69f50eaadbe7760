import { setTimeout as pause } from 'node:timers/promises';
import type { SessionId } from '../domain/ids.ts';
import type { LiveTextRelay } from '../ports/live-text-relay.ts';
import type { ReplyLengths } from './reply-texts.ts';
import { sizeOf } from './request-texts.ts';
import type {
  CallTranscript,
  Transcripts,
  TurnLiveText,
  TurnTranscript,
} from './transcript-types.ts';

/** A turn that is served here. */
interface LocalTurn {
  readonly sessionId: SessionId;
  readonly turn: TurnTranscript;
}

/** The turns of this replica, in the order of the calls. */
export function localTurns(calls: Iterable<CallTranscript>): readonly LocalTurn[] {
  return [...calls].flatMap(({ sessionId, turns }) =>
    turns.filter(({ own: local }) => local).map((turn) => ({ sessionId, turn })),
  );
}

/** What is to be told of a turn of which so much of its reply was told; nothing was without `told`. */
export function unsentText(
  { sessionId, turn }: LocalTurn,
  sent: ReplyLengths | undefined,
): TurnLiveText | undefined {
  const replies = turn.replies.since(sent);
  if (sent !== undefined && replies.length === 0) return undefined;
  const brought = sent === undefined && { brought: turn.requestTexts };
  return { sessionId, turn: turn.facts.turn, ...brought, replies };
}

/** The words as texts of about so many characters each. */
export function* batchTexts(words: readonly TurnLiveText[], characters: number): Generator<string> {
  let some: TurnLiveText[] = [];
  let size = 0;
  for (const one of words) {
    some.push(one);
    size += sizeOf(one.brought ?? []) + repliesSize(one);
    if (size < characters) continue;
    yield JSON.stringify(some);
    some = [];
    size = 0;
  }
  if (some.length > 0) yield JSON.stringify(some);
}

function repliesSize({ replies }: TurnLiveText): number {
  return replies.reduce((sum, { masked, restored }) => sum + masked.length + restored.length, 0);
}

export interface LiveTextExchangeDeps {
  readonly relay: LiveTextRelay;
  readonly transcripts: Transcripts;
  readonly onFailure: (error: unknown) => void;
}

/** Words of live calls from here to who watches elsewhere, and from there to who watches here. */
export interface LiveTextExchange {
  /** Somebody watches here; returns what is to be called when nobody does any more. */
  watched(): () => void;
  /** Tells no more; resolves when nothing is on its way. */
  close(): Promise<void>;
}

/** How long words are gathered: the first that come after a silence, and those that follow them. */
const [firstBatchMs, gatherMs] = [20, 180];
const retryMs = 2_000;
/** Characters that are told at once: sealing them must not hold up calls. */
const textCharacters = 200_000;
/** Words can be here before the record of their turn, or of a turn that is not kept here. */
const waitMs = 50;
const waits = 100;

/** No request waits for any of this, nor fails with it (decision 0037). */
export function exchangeLiveText({
  relay,
  transcripts,
  onFailure,
}: LiveTextExchangeDeps): LiveTextExchange {
  let sent = new WeakMap<TurnTranscript, ReplyLengths>();
  /** Calls of which something may be told; one that has just ended, for the last time. */
  let changedCalls = new Set<CallTranscript>();
  let stopListening: (() => void) | undefined;
  let publishing: Promise<void> | undefined;
  const closing = new AbortController();
  const rest = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  const resetSent = (): void => {
    sent = new WeakMap();
    changedCalls = new Set(transcripts.calls());
  };

  const takeUnsent = (): readonly TurnLiveText[] => {
    const turns = localTurns(changedCalls);
    changedCalls = new Set();
    return turns.flatMap((own) => {
      const unsent = unsentText(own, sent.get(own.turn)) ?? [];
      sent.set(own.turn, own.turn.replies.lengths());
      return unsent;
    });
  };

  const publishChanged = async (): Promise<void> => {
    while (changedCalls.size > 0) {
      await rest(firstBatchMs);
      for (const text of batchTexts(takeUnsent(), textCharacters)) {
        if (stopListening !== undefined) await relay.publish(text);
      }
      await rest(gatherMs);
    }
  };

  const schedulePublish = (): void => {
    publishing ??= publishChanged()
      .catch((error: unknown) => {
        onFailure(error);
        if (stopListening !== undefined) resetSent();
        return rest(retryMs);
      })
      .finally(() => {
        publishing = undefined;
        if (changedCalls.size > 0) schedulePublish();
      });
  };

  const stopPublishing = (): void => {
    stopListening?.();
    stopListening = undefined;
    changedCalls = new Set();
  };

  const stopDemand = relay.onDemand((wanted) => {
    if (wanted === 'nothing') return stopPublishing();
    resetSent();
    stopListening ??= transcripts.onChange((call) => {
      changedCalls.add(call);
      schedulePublish();
    });
    schedulePublish();
  });

  return {
    watched: () => {
      const waiting = pendingLiveText(transcripts, onFailure);
      const stop = relay.subscribe({
        receive: (text) => waiting.take(JSON.parse(text) as readonly TurnLiveText[]),
        failed: onFailure,
      });
      return () => {
        stop();
        waiting.drop();
      };
    },
    close: async () => {
      stopDemand();
      stopPublishing();
      closing.abort();
      await publishing;
    },
  };
}

/** Words that wait a while for their turns to be known. */
function pendingLiveText(
  transcripts: Pick<Transcripts, 'receive'>,
  onFailure: (error: unknown) => void,
) {
  let waiting: { readonly words: TurnLiveText; left: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** False when the words must wait; those of another version of this program may not be known. */
  const delivered = (words: TurnLiveText): boolean => {
    try {
      return transcripts.receive(words);
    } catch (error) {
      onFailure(error);
      return true;
    }
  };
  const deliverPending = (): void => {
    waiting = waiting.filter(({ words }) => !delivered(words));
    if (waiting.length > 0) timer ??= setTimeout(retryPending, waitMs).unref();
  };
  const retryPending = (): void => {
    timer = undefined;
    for (const one of waiting) one.left -= 1;
    waiting = waiting.filter(({ left }) => left > 0);
    deliverPending();
  };
  return {
    /** Those of one turn stay in their order. */
    take: (taken: readonly TurnLiveText[]): void => {
      waiting.push(...taken.map((words) => ({ words, left: waits })));
      deliverPending();
    },
    drop: (): void => {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
