import type { SessionId } from '../domain/ids.ts';
import type { FedEvent } from '../projections/public-side.ts';
import {
  changesSince,
  eventsFor,
  resetEvent,
  type SentLengths,
  sentLengthsOf,
} from './live-events.ts';
import type { CallTranscript, Transcripts, TurnTranscript } from './transcript-types.ts';

export type LiveListener = (events: readonly FedEvent[], position: string) => void;

export interface WatchOptions {
  /** Only this call. */
  readonly sessionId?: SessionId;
  /** The last position that the viewer received, to continue from there. */
  readonly after?: string;
}

export interface LiveFeed {
  /**
   * Sends all live calls to `send`, then their changes, collected for some milliseconds; undefined when
   * there are too many viewers. `send` must not block.
   */
  watch(options: WatchOptions, send: LiveListener): LiveWatch | undefined;
}

export interface LiveWatch {
  /** Sends the whole state again: to a viewer that missed events, or whose reveals changed. */
  catchUp(reason: 'too_slow' | 'reveals_changed'): void;
  close(): void;
}

export interface LiveFeedOptions {
  readonly transcripts: Transcripts;
  /** Distinguishes the positions of this process from those of another. */
  readonly epoch: string;
  /** Called when the first viewer comes; the returned function when the last one leaves. */
  readonly onWatched?: (() => () => void) | undefined;
}

const maxViewers = 100;
/** How long changes are collected, in milliseconds. */
const collectMs = 40;

/** Live calls for viewers; does nothing without one (design D30). */
export function createLiveFeed({ transcripts, epoch, onWatched }: LiveFeedOptions): LiveFeed {
  const viewers = new Set<{
    readonly sessionId: SessionId | undefined;
    readonly send: LiveListener;
  }>();
  let sent = new WeakMap<TurnTranscript, SentLengths>();
  let sentUpTo = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  let onLeft: (() => void) | undefined;

  const positionOf = (changed: number): string => `${epoch}.${changed}`;

  /** Sends the changes since the last time to every viewer. */
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
    for (const { sessionId, send } of viewers) {
      const own = eventsFor(sessionId, events);
      if (own.length > 0) send(own, positionOf(last));
    }
  };

  const markSent = ({ turns }: CallTranscript): void => {
    for (const turn of turns) {
      if (turn.changed > sentUpTo) sent.set(turn, sentLengthsOf(turn));
    }
  };

  const listen = (): void => {
    // A turn that changed without viewers is sent whole again.
    sent = new WeakMap();
    sentUpTo = transcripts.position().last;
    stopListening = transcripts.onChange(() => {
      timer ??= setTimeout(flush, collectMs).unref();
    }, flush);
    onLeft = onWatched?.();
  };

  return {
    watch: ({ sessionId, after }, send) => {
      if (viewers.size >= maxViewers) return undefined;
      if (viewers.size === 0) listen();
      else flush();
      const viewer = { sessionId, send };
      send(
        initialEvents(transcripts, epoch, { sessionId, after }),
        positionOf(transcripts.position().last),
      );
      viewers.add(viewer);
      return {
        catchUp: (reason) => {
          flush();
          send(
            [resetEvent(transcripts, sessionId, reason)],
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

/** The first events for a viewer: those after its position, or everything. */
function initialEvents(
  transcripts: Transcripts,
  epoch: string,
  { sessionId, after }: { sessionId: SessionId | undefined; after: string | undefined },
): readonly FedEvent[] {
  if (after === undefined) return [resetEvent(transcripts, sessionId, 'opened')];
  const known = positionChange(after, epoch, transcripts.position());
  if (known === undefined) return [resetEvent(transcripts, sessionId, 'position_unknown')];
  return eventsFor(
    sessionId,
    changesSince(transcripts, known, () => undefined),
  );
}

/** The change that a position names, if all later changes are still known. */
function positionChange(
  position: string,
  epoch: string,
  { last, forgotten }: ReturnType<Transcripts['position']>,
): number | undefined {
  const [of, number = ''] = position.split('.');
  const changed = /^\d{1,15}$/.test(number) ? Number(number) : Number.NaN;
  return of === epoch && changed >= forgotten && changed <= last ? changed : undefined;
}
