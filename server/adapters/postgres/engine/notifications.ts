import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Secret } from '../../../domain/secret.ts';
import { clientSettings, prepareConnection } from './connection.ts';
import { asFailure } from './failure.ts';

/** Class of the advisory locks by which replicas show that they are connected. */
export const replicaLocks = 1_398_158_930;

/** Listens on a channel, over a connection of its own that it replaces when it is lost. */
export interface NotificationListener {
  close(): Promise<void>;
}

/** None of the functions may throw. */
export interface NotificationListenerParts {
  readonly url: Secret<string>;
  readonly channel: string;
  /** The replica that listens: the server sees it alive while the connection stands. */
  readonly replica?: string;
  /** Called for the first connection and each later one: earlier notifications may be lost, later ones are not. */
  readonly onListening: () => void;
  readonly onNotification: (payload: string) => void;
  /** Called every 15 seconds while the connection stands. */
  readonly onBeat: () => void;
}

interface Listening {
  readonly client: Client;
  /** Resolves when the connection is lost. */
  readonly lost: Promise<void>;
}

const connectMs = 3_000;
const [firstPauseMs, longestPauseMs] = [50, 2_000];
/** Interval of the checks that notice a silently lost connection, in milliseconds. */
const beatMs = 15_000;
const answerMs = 5_000;
/** The server session holds this lock, so it ends with the connection; all holders share it. */
const showAlive = `SELECT pg_advisory_lock_shared(${replicaLocks}, hashtext($1))`;

/** Rejects when the server cannot be reached; later it replaces a lost connection. */
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
    const { promise: lost, resolve } = Promise.withResolvers<void>();
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
    return { client, lost };
  };
  /** Resolves when the connection is lost. */
  const listen = async ({ client, lost }: Listening): Promise<void> => {
    const beat = setInterval(() => {
      client.query('SELECT').catch(() => drop(client));
      parts.onBeat();
    }, beatMs).unref();
    const stop = () => drop(client);
    closing.signal.addEventListener('abort', stop, { once: true });
    if (closing.signal.aborted) stop();
    await lost;
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
