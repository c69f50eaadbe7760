import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Secret } from '../../server/domain/secret.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';
import { type OpenReplica, openReplica, origin } from './postgres-replica.ts';
import { removeFolder } from './remove-folder.ts';

/** A journal's database, and a folder for what its replicas keep on disk. */
export interface JournalServer {
  readonly place: FreshDatabase;
  readonly key: Buffer;
  readonly origin: string;
  /** Where the replica of this name marks its head. */
  markFile(name: string): string;
  /** Opens a replica, also by another way to the server. */
  open(name?: string, url?: Secret<string>): Promise<OpenReplica>;
  /** Removes database and folder, once all replicas are closed. */
  remove(): Promise<void>;
}

export async function journalServer(): Promise<JournalServer> {
  const place = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'svc-pg-journal-'));
  const key = randomBytes(32);
  const markFile = (name: string) => join(folder, `${name}.head`);
  return {
    place,
    key,
    origin,
    markFile,
    open: (name = 'a', url = place.url) => openReplica({ url, key, markFile: markFile(name) }),
    remove: async () => {
      await place.remove();
      await removeFolder(folder);
    },
  };
}

/** Servers for the tests of a file, one after the other: its database is made once and emptied each time. */
export function journalServersForFile(): () => Promise<JournalServer> {
  let making: Promise<JournalServer> | undefined;
  let made = 0;
  afterAll(async () => {
    await (await making)?.remove();
  });
  return async () => {
    making ??= journalServer();
    const server = await making;
    made += 1;
    const prefix = `${made}-`;
    if (made > 1) await server.place.adminSql(emptied);
    return {
      ...server,
      markFile: (name) => server.markFile(prefix + name),
      open: (name = 'a', url = undefined) => server.open(prefix + name, url),
      remove: async () => {},
    };
  };
}

/** Only a superuser gets past the guards. */
const emptied = `
  SET session_replication_role = replica;
  TRUNCATE journal_record, journal_head, journal_checkpoint, journal_tile, journal_hold;
  UPDATE journal_retention SET pruned_below = 0, event_seq = NULL`;
