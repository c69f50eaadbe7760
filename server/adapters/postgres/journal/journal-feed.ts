import type { Secret } from '../../../domain/secret.ts';
import type { JournalHead, SeqRange } from '../../../ports/journal.ts';
import { listenForNotifications } from '../engine/notifications.ts';
import type { HeadCheck } from './head-check.ts';

/**
 * Announces committed records, whichever replica appended them: each once and in order, also those
 * that were committed while the connection was lost.
 */
export interface JournalFeed {
  /** Returns a function that removes the listener. A listener must not throw. */
  appended(listener: (range: SeqRange) => void): () => void;
  /** Announces again from this `seq` on, after records were lost. */
  restart(from: number): void;
  close(): Promise<void>;
}

export interface FeedParts {
  readonly url: Secret<string>;
  readonly channel: string;
  /** What this replica has seen, its own commits included. */
  readonly seen: () => JournalHead;
  readonly checkHead: () => Promise<HeadCheck>;
}

/** Begins at the head seen last; rejects when the server cannot be reached. */
export async function openFeed(parts: FeedParts): Promise<JournalFeed> {
  const listeners = new Set<(range: SeqRange) => void>();
  let announced = parts.seen().size;
  let looking: Promise<unknown> | undefined;
  let again = false;

  const announce = () => {
    const to = parts.seen().size;
    // Fewer than were announced: another replica acknowledged their loss.
    if (to < announced) announced = to;
    if (to === announced) return;
    const range = { from: announced, to };
    announced = to;
    for (const listener of listeners) listener(range);
  };
  /** Checks once more where a check was under way: that one may have begun too early. */
  const checkHead = () => {
    if (looking !== undefined) {
      again = true;
      return;
    }
    looking = parts
      .checkHead()
      .then(announce, () => undefined)
      .finally(() => {
        looking = undefined;
        const once = again;
        again = false;
        if (once) checkHead();
      });
  };
  const onNotice = (range: string) => {
    const to = Number(range.split(' ')[1]);
    // A head that this replica has seen needs no check.
    if (to <= parts.seen().size) announce();
    else checkHead();
  };

  const notices = await listenForNotifications({
    url: parts.url,
    channel: parts.channel,
    // Notifications sent before this connection listened were missed.
    onListening: checkHead,
    onNotification: onNotice,
    onBeat: checkHead,
  });
  return {
    appended(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    restart(from) {
      announced = from;
      announce();
    },
    async close() {
      await notices.close();
      await looking;
    },
  };
}
