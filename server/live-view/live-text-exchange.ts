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

/** The text of a turn beyond what was sent; without `sent` nothing was sent yet. */
export function unsentText(
  { sessionId, turn }: LocalTurn,
  sent: ReplyLengths | undefined,
): TurnLiveText | undefined {
  const replies = turn.replies.since(sent);
  if (sent !== undefined && replies.length === 0) return undefined;
  const brought = sent === undefined && { brought: turn.requestTexts };
  return { sessionId, turn: turn.facts.turn, ...brought, replies };
}

/** Serializes live text in batches of about `characters` each. */
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

/** Exchanges text of live calls with other replicas, in both directions. */
export interface LiveTextExchange {
  /** Call it when this replica gets its first viewer; call the returned function when the last one leaves. */
  watched(): () => void;
  /** Stops; resolves when nothing is being sent. */
  close(): Promise<void>;
}

/** How long text is collected: the first after a silence, and what follows. */
const [firstBatchMs, gatherMs] = [20, 180];
const retryMs = 2_000;
/** Characters in one message: sealing it must not hold up calls. */
const textCharacters = 200_000;
/** Text can arrive before the record of its turn, or belong to a turn that this replica dropped. */
const waitMs = 50;
const waits = 100;

/** No request waits for the exchange or fails with it (decision 0037). */
export function exchangeLiveText({
  relay,
  transcripts,
  onFailure,
}: LiveTextExchangeDeps): LiveTextExchange {
  let sent = new WeakMap<TurnTranscript, ReplyLengths>();
  /** Calls that may have unsent text, also one that has just ended. */
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

/** Holds text for a while until the record of its turn arrives. */
function pendingLiveText(
  transcripts: Pick<Transcripts, 'receive'>,
  onFailure: (error: unknown) => void,
) {
  let waiting: { readonly words: TurnLiveText; left: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** False when the text must wait. Text of another program version may be unreadable, and is dropped. */
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
    /** Text of one turn keeps its order. */
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
