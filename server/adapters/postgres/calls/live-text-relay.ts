import type { Secret } from '../../../domain/secret.ts';
import type {
  LiveTextDemand,
  LiveTextRelay,
  LiveTextSubscriber,
} from '../../../ports/live-text-relay.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import type { MigrationGroup } from '../engine/migrations.ts';
import { listenForNotifications } from '../engine/notifications.ts';
import { statement } from '../engine/statement.ts';

interface RelayedText {
  /** Numbers the texts of one replica, from 1. */
  readonly no: number;
  readonly text: string;
}

interface LiveTextReaderParts {
  /** The texts of a replica after a number, in order, as far as they are still there. */
  readonly read: (replica: string, after: number) => Promise<readonly RelayedText[]>;
  readonly subscriber: LiveTextSubscriber;
  /** Called when a published text can no longer be read. */
  readonly onMissed: () => void;
}

/** Reads the texts of other replicas, each once. */
interface LiveTextReader {
  /** A replica has published its text of this number. */
  noticed(replica: string, no: number): void;
  /** Forgets how far it has read: the next notice of a replica is its first. */
  restart(): void;
  /** Delivers no more texts; resolves when no read is under way. */
  close(): Promise<void>;
}

function liveTextReader({ read, subscriber, onMissed }: LiveTextReaderParts): LiveTextReader {
  const readUpTo = new Map<string, number>();
  const due = new Map<string, number>();
  let reading: Promise<void> | undefined;
  let closed = false;

  const readFrom = async (replica: string, no: number): Promise<void> => {
    const before = readUpTo.get(replica) ?? no - 1;
    if (no <= before) return;
    const texts = await read(replica, before);
    readUpTo.set(replica, texts.at(-1)?.no ?? no);
    if (texts.length === 0 || texts[0]?.no !== before + 1) onMissed();
    for (const { text } of texts) if (!closed) subscriber.receive(text);
  };

  const readDue = async (): Promise<void> => {
    for (const [replica, no] of due) {
      due.delete(replica);
      await readFrom(replica, no).catch((error: unknown) => {
        readUpTo.delete(replica);
        onMissed();
        subscriber.failed(error);
      });
    }
  };

  const start = (): void => {
    reading ??= readDue().finally(() => {
      reading = undefined;
      if (due.size > 0) start();
    });
  };

  return {
    noticed: (replica, no) => {
      if (closed) return;
      due.set(replica, Math.max(no, due.get(replica) ?? 0));
      start();
    },
    restart: () => readUpTo.clear(),
    close: async () => {
      closed = true;
      due.clear();
      await reading;
    },
  };
}

/**
 * Texts of live calls on their way between replicas, kept for the seconds until they are read; `no`
 * numbers the texts of one replica. Unlogged: they are in no log and no base backup, and a crash of the
 * server empties the table.
 */
export const liveTextMigrations: MigrationGroup = {
  name: 'live_words',
  migrations: [
    `
    CREATE UNLOGGED TABLE live_words (
      replica text COLLATE "C" NOT NULL,
      no int NOT NULL,
      at_ms bigint NOT NULL,
      words bytea NOT NULL,
      PRIMARY KEY (replica, no)
    );
    `,
  ],
};

const liveTextSql = {
  channel: statement<[], { readonly channel: string }>(
    `SELECT 'svc_words_' || current_schema()::regnamespace::oid AS channel`,
  ),
  notify: statement<[channel: string, notice: string]>('SELECT pg_notify($1, $2)'),
  publish: statement<
    [replica: string, no: number, words: Uint8Array, channel: string, notice: string]
  >(
    `WITH published AS (INSERT INTO live_words VALUES ($1, $2, call_now(), $3))
     SELECT pg_notify($4, $5)`,
  ),
  read: statement<
    [replica: string, after: number],
    { readonly no: number; readonly words: Uint8Array }
  >('SELECT no, words FROM live_words WHERE replica = $1 AND no > $2 ORDER BY no'),
  sweep: statement<[keptMs: number]>(
    `DELETE FROM live_words WHERE (replica, no) IN (SELECT replica, no FROM live_words
       WHERE at_ms < call_now() - $1::bigint FOR UPDATE SKIP LOCKED)`,
  ),
  erase: statement<[replica: string]>('DELETE FROM live_words WHERE replica = $1'),
};

export interface PostgresLiveTextRelay extends LiveTextRelay {
  close(): Promise<void>;
}

interface LiveTextRelayParts {
  readonly url: Secret<string>;
  readonly database: Connection;
  readonly cipher: ColumnCipher;
  /** Id of this replica, new at each start. */
  readonly replica: string;
  readonly times?: LiveTextRelayTimes;
}

/** In milliseconds. */
export interface LiveTextRelayTimes {
  /** How often a replica repeats that it watches. */
  readonly renewMs: number;
  /** How long the other replicas believe it. */
  readonly lapseMs: number;
  /** How long a text waits to be read. */
  readonly keptMs: number;
}

const defaultTimes: LiveTextRelayTimes = { renewMs: 3_000, lapseMs: 10_000, keptMs: 3_000 };

/**
 * Sends texts through the database: a sealed row holds the text, and a notification announces it. Other
 * notifications (`follow`, `gone`) say which replicas watch. Rejects when the server cannot be reached;
 * a connection that is lost later is made again.
 */
export async function openLiveTextRelay(parts: LiveTextRelayParts): Promise<PostgresLiveTextRelay> {
  const { url, database, cipher, replica: own, times = defaultTimes } = parts;
  const channel = (await database.row(liveTextSql.channel, []))?.channel ?? '';
  const watchers = watchingReplicas(times.lapseMs);
  const sweeper = textSweeper(database, times.keptMs);
  const notify = orderedNotifier(database, channel);
  let subscription: Subscription | undefined;
  let published = 0;

  const onNotification = (notification: string): void => {
    const [what, replica = '', detail = ''] = notification.split(' ');
    if (replica === own) return;
    if (what === 'words') subscription?.reader.noticed(replica, Number(detail));
    else if (what === 'follow') watchers.add(replica, detail === 'anew');
    else if (what === 'gone') watchers.remove(replica);
  };
  // Replicas may have asked for everything in the meantime; those that still watch repeat it.
  const onListening = (): void => {
    watchers.removeAll();
    subscription?.reader.restart();
    subscription?.requestAll();
  };
  const leave = async (): Promise<void> => {
    const left = subscription;
    subscription = undefined;
    await left?.leave();
  };

  const listener = await listenForNotifications({
    url,
    channel,
    replica: own,
    onListening,
    onNotification,
    onBeat: sweeper.sweep,
  });
  return {
    onDemand: watchers.onDemand,
    publish: async (text) => {
      published += 1;
      const no = published;
      const sealed = cipher.seal(cellOf(own, no), text);
      await database.rows(liveTextSql.publish, [own, no, sealed, channel, `words ${own} ${no}`]);
      sweeper.schedule();
    },
    subscribe: (subscriber) => {
      const read = async (replica: string, after: number) => {
        const rows = await database.rows(liveTextSql.read, [replica, after]);
        return rows.map(({ no, words }) => ({ no, text: cipher.open(cellOf(replica, no), words) }));
      };
      subscription = openSubscription(subscriber, { read, notify, own, renewMs: times.renewMs });
      return () => void leave();
    },
    close: async () => {
      await leave();
      await listener.close();
      sweeper.stop();
      watchers.stop();
      if (published > 0) await database.changes(liveTextSql.erase, [own]).catch(() => undefined);
    },
  };
}

/** The other replicas that watch, each until it has not repeated that for `lapseMs`. */
function watchingReplicas(lapseMs: number) {
  const listeners = new Set<(demand: LiveTextDemand) => void>();
  const lapses = new Map<string, NodeJS.Timeout>();
  const emit = (demand: LiveTextDemand): void => {
    for (const listener of listeners) listener(demand);
  };
  const remove = (replica: string): void => {
    clearTimeout(lapses.get(replica));
    if (lapses.delete(replica) && lapses.size === 0) emit('nothing');
  };
  return {
    onDemand: (listener: (demand: LiveTextDemand) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: (replica: string, wantsAll: boolean): void => {
      const known = lapses.get(replica);
      clearTimeout(known);
      lapses.set(replica, setTimeout(remove, lapseMs, replica).unref());
      if (wantsAll || known === undefined) emit('everything');
    },
    remove,
    removeAll: (): void => {
      for (const replica of [...lapses.keys()]) remove(replica);
    },
    stop: (): void => {
      for (const timer of lapses.values()) clearTimeout(timer);
    },
  };
}

/** Sends notifications one after the other: connections of a pool would overtake each other. */
function orderedNotifier(database: Connection, channel: string) {
  let last: Promise<unknown> = Promise.resolve();
  return (notification: string): Promise<unknown> => {
    const sent = last.then(() => database.rows(liveTextSql.notify, [channel, notification]));
    last = sent.catch(() => undefined);
    return sent;
  };
}

/** Deletes the texts that have waited for `keptMs`. */
function textSweeper(database: Connection, keptMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  const sweep = (): void => {
    database.changes(liveTextSql.sweep, [keptMs]).catch(() => undefined);
  };
  const schedule = (): void => {
    again = timer !== undefined;
    timer ??= setTimeout(() => {
      timer = undefined;
      sweep();
      if (again) schedule();
    }, keptMs + 100).unref();
  };
  return { sweep, schedule, stop: () => clearTimeout(timer) };
}

interface Subscription {
  readonly reader: LiveTextReader;
  requestAll(): void;
  leave(): Promise<unknown>;
}

interface SubscriptionParts {
  readonly read: LiveTextReaderParts['read'];
  readonly notify: (notification: string) => Promise<unknown>;
  readonly own: string;
  readonly renewMs: number;
}

/** Repeats to the other replicas that this one watches, until `leave`. */
function openSubscription(
  subscriber: LiveTextSubscriber,
  { read, notify, own, renewMs }: SubscriptionParts,
): Subscription {
  let all = true;
  const renew = (): void => {
    const asked = all ? 'anew' : 'still';
    all = false;
    notify(`follow ${own} ${asked}`).catch((error: unknown) => {
      all = true;
      subscriber.failed(error);
    });
  };
  // Waits for the next renewal: a subscriber that cannot keep up must not ask for ever more.
  const onMissed = (): void => {
    all = true;
  };
  const reader = liveTextReader({ subscriber, read, onMissed });
  const renewing = setInterval(renew, renewMs).unref();
  renew();
  return {
    reader,
    requestAll: () => {
      all = true;
      renew();
    },
    leave: () => {
      clearInterval(renewing);
      const sent = notify(`gone ${own}`).catch(() => undefined);
      return Promise.all([reader.close(), sent]);
    },
  };
}

function cellOf(replica: string, no: number): CellAddress {
  return ['live_words', 'words', replica, String(no)];
}
