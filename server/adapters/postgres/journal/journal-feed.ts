import type { Secret } from '../../../domain/secret.ts';
import type { JournalHead, SeqRange } from '../../../ports/journal.ts';
import { listenForNotifications } from '../engine/notifications.ts';
import type { HeadCheck } from './head-check.ts';

/**
 * Tells of records as they are committed, whichever replica appended them: each once and in order,
 * also those that came while the connection was away.
 */
export interface JournalFeed {
  /** Returns what ends the telling. A listener must not throw. */
  appended(listener: (range: SeqRange) => void): () => void;
  /** Records were lost: what is told next begins here. */
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

/** Begins at the head as it is seen; rejects when the server cannot be reached. */
export async function openFeed(parts: FeedParts): Promise<JournalFeed> {
  const listeners = new Set<(range: SeqRange) => void>();
  let told = parts.seen().size;
  let looking: Promise<unknown> | undefined;
  let again = false;

  const tell = () => {
    const to = parts.seen().size;
    // Fewer than were told: their loss was acknowledged at another replica.
    if (to < told) told = to;
    if (to === told) return;
    const range = { from: told, to };
    told = to;
    for (const listener of listeners) listener(range);
  };
  /** Looks once more where a look was under way: it may have been before what is asked for now. */
  const checkHead = () => {
    if (looking !== undefined) {
      again = true;
      return;
    }
    looking = parts
      .checkHead()
      .then(tell, () => undefined)
      .finally(() => {
        looking = undefined;
        const once = again;
        again = false;
        if (once) checkHead();
      });
  };
  const onNotice = (range: string) => {
    const to = Number(range.split(' ')[1]);
    // What this replica has seen already needs no look.
    if (to <= parts.seen().size) tell();
    else checkHead();
  };

  const notices = await listenForNotifications({
    url: parts.url,
    channel: parts.channel,
    // What came before is looked for.
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
      told = from;
      tell();
    },
    async close() {
      await notices.close();
      await looking;
    },
  };
}
