import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Secret } from '../../domain/secret.ts';
import type { JournalHead } from '../../ports/journal.ts';
import { clientSettings, prepare } from './connection.ts';
import { asFailure } from './failure.ts';
import type { Look } from './journal-look.ts';

/** Records from `from` up to, not including, `to`. */
export interface SeqRange {
  readonly from: number;
  readonly to: number;
}

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
  readonly look: () => Promise<Look>;
}

interface Listening {
  readonly client: Client;
  /** Resolves when the connection is gone. */
  readonly gone: Promise<void>;
}

const connectMs = 3_000;
const [firstPauseMs, longestPauseMs] = [50, 2_000];
/** A connection that went away without a word is noticed after so many milliseconds. */
const beatMs = 15_000;
const answerMs = 5_000;

/** Begins at the head as it is seen; rejects when the server cannot be reached. */
export async function openFeed(parts: FeedParts): Promise<JournalFeed> {
  const listeners = new Set<(range: SeqRange) => void>();
  const closing = new AbortController();
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
  const look = () => {
    if (looking !== undefined) {
      again = true;
      return;
    }
    looking = parts
      .look()
      .then(tell, () => undefined)
      .finally(() => {
        looking = undefined;
        const once = again;
        again = false;
        if (once) look();
      });
  };
  const onNotice = (range = '') => {
    const to = Number(range.split(' ')[1]);
    // What this replica has seen already needs no look.
    if (to <= parts.seen().size) tell();
    else look();
  };

  const connect = async (): Promise<Listening> => {
    const client = new Client({
      ...clientSettings(parts.url),
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
    });
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    client.on('error', () => resolve());
    client.on('end', () => resolve());
    client.on('notification', ({ payload }) => onNotice(payload));
    try {
      await client.connect();
      await prepare(client);
      await client.query(`LISTEN ${client.escapeIdentifier(parts.channel)}`);
    } catch (error) {
      drop(client);
      throw asFailure(error);
    }
    // From here on all are heard of; what came before is looked for.
    look();
    return { client, gone };
  };
  /** Until the connection is gone. */
  const listen = async ({ client, gone }: Listening): Promise<void> => {
    const beat = setInterval(() => {
      client.query('SELECT').catch(() => drop(client));
      look();
    }, beatMs).unref();
    const stop = () => drop(client);
    closing.signal.addEventListener('abort', stop, { once: true });
    if (closing.signal.aborted) stop();
    await gone;
    clearInterval(beat);
    closing.signal.removeEventListener('abort', stop);
    stop();
  };
  const keepListening = async (first: Listening): Promise<void> => {
    await listen(first);
    let pauseMs = firstPauseMs;
    while (!closing.signal.aborted) {
      const next = await connect().catch(() => undefined);
      if (next === undefined) {
        const wait = { signal: closing.signal, ref: false };
        await pause(pauseMs, undefined, wait).catch(() => undefined);
        pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      } else {
        pauseMs = firstPauseMs;
        await listen(next);
      }
    }
  };

  const listening = keepListening(await connect());
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
      closing.abort();
      await listening;
      await looking;
    },
  };
}

function drop(client: Client): void {
  client.end().catch(() => undefined);
}
