import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Secret } from '../../../domain/secret.ts';
import { clientSettings, prepareConnection } from './connection.ts';
import { asFailure } from './failure.ts';

/** Names the advisory locks by which replicas show that they are connected. */
export const replicaLocks = 1_398_158_930;

/** What is notified on a channel, over a connection of its own that is made anew when it is lost. */
export interface NotificationListener {
  close(): Promise<void>;
}

/** None of the functions may throw. */
export interface NotificationListenerParts {
  readonly url: Secret<string>;
  readonly channel: string;
  /** The replica that listens; while the connection stands, the server knows that it lives. */
  readonly replica?: string;
  /** From here on all are heard of, with the first connection and each later one; some before may not have been. */
  readonly onListening: () => void;
  readonly onNotification: (payload: string) => void;
  /** Every 15 seconds while the connection stands. */
  readonly onBeat: () => void;
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
/** Held by the session, and so gone with the connection; nobody takes it but shared. */
const showAlive = `SELECT pg_advisory_lock_shared(${replicaLocks}, hashtext($1))`;

/** Rejects when the server cannot be reached; a connection that is lost later is made anew. */
export async function listenForNotifications(
  parts: NotificationListenerParts,
): Promise<NotificationListener> {
  const closing = new AbortController();

  const connect = async (): Promise<Listening> => {
    const client = new Client({
      ...clientSettings(parts.url),
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
    });
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    client.on('error', () => resolve());
    client.on('end', () => resolve());
    client.on('notification', ({ payload = '' }) => parts.onNotification(payload));
    try {
      await client.connect();
      await prepareConnection(client);
      await client.query(`LISTEN ${client.escapeIdentifier(parts.channel)}`);
      if (parts.replica !== undefined) await client.query(showAlive, [parts.replica]);
    } catch (error) {
      drop(client);
      throw asFailure(error);
    }
    parts.onListening();
    return { client, gone };
  };
  /** Until the connection is gone. */
  const listen = async ({ client, gone }: Listening): Promise<void> => {
    const beat = setInterval(() => {
      client.query('SELECT').catch(() => drop(client));
      parts.onBeat();
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
    close: () => {
      closing.abort();
      return listening;
    },
  };
}

function drop(client: Client): void {
  client.end().catch(() => undefined);
}
