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

export interface RelayedText {
  /** Counts what the replica tells, from 1. */
  readonly no: number;
  readonly text: string;
}

export interface LiveTextReaderParts {
  /** What a replica told after a number, in order, as far as it is still there. */
  readonly read: (replica: string, after: number) => Promise<readonly RelayedText[]>;
  readonly follower: LiveTextSubscriber;
  /** Something was told that cannot be read any more. */
  readonly onMissed: () => void;
}

/** Reads what other replicas tell, each text once. */
export interface LiveTextReader {
  /** A replica has told its text of this number. */
  noticed(replica: string, no: number): void;
  /** Knows of nothing that was told before. */
  restart(): void;
  /** Hears no more; resolves when nothing is being read. */
  close(): Promise<void>;
}

export function liveTextReader({ read, follower, onMissed }: LiveTextReaderParts): LiveTextReader {
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
    for (const { text } of texts) if (!closed) follower.receive(text);
  };

  const readDue = async (): Promise<void> => {
    for (const [replica, no] of due) {
      due.delete(replica);
      await readFrom(replica, no).catch((error: unknown) => {
        readUpTo.delete(replica);
        onMissed();
        follower.failed(error);
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
 * What replicas tell each other of live calls, for the seconds until it is read; `no` counts what one
 * replica tells. Unlogged: it is in no log and no base backup, and a crash of the server empties it.
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
  tell: statement<
    [replica: string, no: number, words: Uint8Array, channel: string, notice: string]
  >(
    `WITH told AS (INSERT INTO live_words VALUES ($1, $2, call_now(), $3))
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

export interface LiveTextRelayParts {
  readonly url: Secret<string>;
  readonly database: Connection;
  readonly cipher: ColumnCipher;
  /** Names this replica since its start. */
  readonly replica: string;
  readonly times?: LiveTextRelayTimes;
}

interface Following {
  readonly reader: LiveTextReader;
  askAnew(): void;
  leave(): Promise<unknown>;
}

/** In milliseconds. */
export interface LiveTextRelayTimes {
  /** How often a replica says that somebody watches there, and how long the others take it to be so. */
  readonly renewMs: number;
  readonly lapseMs: number;
  /** How long words wait to be read. */
  readonly keptMs: number;
}

const defaultTimes: LiveTextRelayTimes = { renewMs: 3_000, lapseMs: 10_000, keptMs: 3_000 };

/**
 * Takes words over the database: sealed in a row, and a notice that it is there. Another notice says
 * that somebody watches. Rejects when the server cannot be reached; later it waits for it.
 */
export async function openLiveTextRelay(parts: LiveTextRelayParts): Promise<PostgresLiveTextRelay> {
  const { url, database, cipher, replica: own, times = defaultTimes } = parts;
  const channel = (await database.row(liveTextSql.channel, []))?.channel ?? '';
  const listeners = new Set<(wanted: LiveTextDemand) => void>();
  /** The replicas where somebody watches, each until its time lapses. */
  const followers = new Map<string, NodeJS.Timeout>();
  let following: Following | undefined;
  let saying: Promise<unknown> = Promise.resolve();
  let published = 0;
  let sweeping: NodeJS.Timeout | undefined;

  const want = (wanted: LiveTextDemand): void => {
    for (const listener of listeners) listener(wanted);
  };
  const gone = (replica: string): void => {
    clearTimeout(followers.get(replica));
    if (followers.delete(replica) && followers.size === 0) want('nothing');
  };
  const followed = (replica: string, all: boolean): void => {
    const known = followers.get(replica);
    clearTimeout(known);
    followers.set(replica, setTimeout(gone, times.lapseMs, replica).unref());
    if (all || known === undefined) want('everything');
  };
  const onNotice = (notice: string): void => {
    const [what, replica = '', detail = ''] = notice.split(' ');
    if (replica === own) return;
    if (what === 'words') following?.reader.noticed(replica, Number(detail));
    else if (what === 'follow') followed(replica, detail === 'anew');
    else if (what === 'gone') gone(replica);
  };
  /** Who followed may have asked for everything meanwhile, and is heard of again if it still does. */
  const onListening = (): void => {
    for (const replica of [...followers.keys()]) gone(replica);
    following?.reader.restart();
    following?.askAnew();
  };
  /** One after the other: connections of a pool would overtake each other. */
  const notify = (notice: string): Promise<unknown> => {
    const done = saying.then(() => database.rows(liveTextSql.notify, [channel, notice]));
    saying = done.catch(() => undefined);
    return done;
  };

  const sweep = (): void => {
    database.changes(liveTextSql.sweep, [times.keptMs]).catch(() => undefined);
  };
  /** Once what was told by now has lain long enough. */
  const scheduleSweep = (): void => {
    const before = published;
    sweeping ??= setTimeout(() => {
      sweeping = undefined;
      sweep();
      if (published > before) scheduleSweep();
    }, times.keptMs + 100).unref();
  };

  const notices = await listenForNotifications({
    ...{ url, channel, replica: own },
    ...{ onListening, onNotification: onNotice, onBeat: sweep },
  });
  return {
    onDemand: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish: async (text) => {
      published += 1;
      const no = published;
      const sealed = cipher.seal(cellOf(own, no), text);
      await database.rows(liveTextSql.tell, [own, no, sealed, channel, `words ${own} ${no}`]);
      scheduleSweep();
    },
    subscribe: (follower) => {
      let all = true;
      const renew = (): void => {
        const asked = all ? 'anew' : 'still';
        all = false;
        notify(`follow ${own} ${asked}`).catch((error: unknown) => {
          all = true;
          follower.failed(error);
        });
      };
      const reader = liveTextReader({
        follower,
        read: async (replica, after) => {
          const rows = await database.rows(liveTextSql.read, [replica, after]);
          return rows.map(({ no, words }) => ({
            no,
            text: cipher.open(cellOf(replica, no), words),
          }));
        },
        // Not at once: whoever cannot keep up must not ask for ever more.
        onMissed: () => {
          all = true;
        },
      });
      const askAnew = (): void => {
        all = true;
        renew();
      };
      const renewing = setInterval(renew, times.renewMs).unref();
      const leave = (): Promise<unknown> => {
        clearInterval(renewing);
        following = undefined;
        const said = notify(`gone ${own}`).catch(() => undefined);
        return Promise.all([reader.close(), said]);
      };
      following = { reader, askAnew, leave };
      renew();
      return () => void leave();
    },
    close: async () => {
      await following?.leave();
      await notices.close();
      clearTimeout(sweeping);
      for (const timer of followers.values()) clearTimeout(timer);
      if (published > 0) await database.changes(liveTextSql.erase, [own]).catch(() => undefined);
    },
  };
}

function cellOf(replica: string, no: number): CellAddress {
  return ['live_words', 'words', replica, String(no)];
}
