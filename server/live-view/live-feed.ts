import type { LiveEvent } from '../contract/live.ts';
import type { SessionId } from '../domain/ids.ts';
import {
  changesSince,
  eventsFor,
  resetEvent,
  type SentLengths,
  sentLengthsOf,
} from './live-events.ts';
import type { CallTranscript, Transcripts, TurnTranscript } from './transcript-types.ts';

export type LiveListener = (events: readonly LiveEvent[], position: string) => void;

export interface WatchOptions {
  /** Only this call. */
  readonly sessionId?: SessionId;
  /** The last position a viewer was told, to go on from there. */
  readonly after?: string;
}

export interface LiveFeed {
  /**
   * Tells `tell` of all live calls, now and as they change, a little later and together; undefined
   * when there are too many viewers. `tell` must not wait for anything.
   */
  watch(options: WatchOptions, tell: LiveListener): LiveWatch | undefined;
}

export interface LiveWatch {
  /** Tells the whole state once more, to a viewer that has missed some of it. */
  catchUp(): void;
  close(): void;
}

export interface LiveFeedOptions {
  readonly transcripts: Transcripts;
  /** Tells positions of this process from those of another. */
  readonly epoch: string;
  /** Called when somebody begins to watch; what it returns, when nobody does any more. */
  readonly onWatched?: (() => () => void) | undefined;
  readonly maxViewers?: number;
  /** How long changes are gathered, in milliseconds. */
  readonly gatherMs?: number;
}

const defaultMaxViewers = 100;
const defaultGatherMs = 40;

/** Live calls for who looks on. While nobody does, it does nothing (design D30). */
export function createLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { transcripts, epoch, onWatched } = options;
  const { maxViewers = defaultMaxViewers, gatherMs = defaultGatherMs } = options;
  const viewers = new Set<{
    readonly sessionId: SessionId | undefined;
    readonly tell: LiveListener;
  }>();
  let sent = new WeakMap<TurnTranscript, SentLengths>();
  let sentUpTo = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  let onLeft: (() => void) | undefined;

  const positionOf = (changed: number): string => `${epoch}.${changed}`;

  /** Tells everyone what has changed since the last time. */
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const { last } = transcripts.position();
    if (last === sentUpTo) return;
    const events = changesSince(transcripts, sentUpTo, (turn) => sent.get(turn));
    for (const call of transcripts.calls()) {
      if (call.lastChange > sentUpTo) markSent(call);
    }
    sentUpTo = last;
    for (const { sessionId, tell } of viewers) {
      const own = eventsFor(sessionId, events);
      if (own.length > 0) tell(own, positionOf(last));
    }
  };

  const markSent = ({ turns }: CallTranscript): void => {
    for (const turn of turns) {
      if (turn.changed > sentUpTo) sent.set(turn, sentLengthsOf(turn));
    }
  };

  const listen = (): void => {
    // A turn that changed while nobody watched is told whole once more.
    sent = new WeakMap();
    sentUpTo = transcripts.position().last;
    stopListening = transcripts.onChange(() => {
      timer ??= setTimeout(flush, gatherMs).unref();
    }, flush);
    onLeft = onWatched?.();
  };

  return {
    watch: ({ sessionId, after }, tell) => {
      if (viewers.size >= maxViewers) return undefined;
      if (viewers.size === 0) listen();
      else flush();
      const viewer = { sessionId, tell };
      tell(
        initialEvents(transcripts, epoch, { sessionId, after }),
        positionOf(transcripts.position().last),
      );
      viewers.add(viewer);
      return {
        catchUp: () => {
          flush();
          tell(
            [resetEvent(transcripts, sessionId, 'too_slow')],
            positionOf(transcripts.position().last),
          );
        },
        close: () => {
          viewers.delete(viewer);
          if (viewers.size > 0) return;
          stopListening?.();
          onLeft?.();
          clearTimeout(timer);
          timer = undefined;
        },
      };
    },
  };
}

/** What a viewer is told first: what came after its position, or everything. */
function initialEvents(
  transcripts: Transcripts,
  epoch: string,
  { sessionId, after }: { sessionId: SessionId | undefined; after: string | undefined },
): readonly LiveEvent[] {
  if (after === undefined) return [resetEvent(transcripts, sessionId, 'opened')];
  const known = positionChange(after, epoch, transcripts.position());
  if (known === undefined) return [resetEvent(transcripts, sessionId, 'position_unknown')];
  return eventsFor(
    sessionId,
    changesSince(transcripts, known, () => undefined),
  );
}

/** The change that a position names, when all that came after it is still known. */
function positionChange(
  position: string,
  epoch: string,
  { last, forgotten }: ReturnType<Transcripts['position']>,
): number | undefined {
  const [of, number = ''] = position.split('.');
  const changed = /^\d{1,15}$/.test(number) ? Number(number) : Number.NaN;
  return of === epoch && changed >= forgotten && changed <= last ? changed : undefined;
}
