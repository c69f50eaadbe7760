import {
  connectPostgres,
  type PostgresDatabase,
} from '../../server/adapters/postgres/engine/connection.ts';
import { migrate } from '../../server/adapters/postgres/engine/migrations.ts';
import {
  openJournal,
  type PostgresJournal,
} from '../../server/adapters/postgres/journal/journal.ts';
import { journalMigrations } from '../../server/adapters/postgres/journal/migrations.ts';
import {
  backgroundFlush,
  headWriteSteps,
  openHead,
} from '../../server/adapters/system/head-file.ts';
import { createIds } from '../../server/adapters/system/ids.ts';
import type { Secret } from '../../server/domain/secret.ts';
import { journalKeys } from '../../server/journal/index.ts';

export interface OpenReplica {
  readonly journal: PostgresJournal;
  readonly database: PostgresDatabase;
  close(): Promise<void>;
}

export const origin = 'audit.example/test';

/** Opens a journal as the service does. */
export async function openReplica(at: {
  readonly url: Secret<string>;
  readonly key: Uint8Array;
  readonly markFile: string;
}): Promise<OpenReplica> {
  const { url, key, markFile } = at;
  const database = await connectPostgres(url);
  try {
    await migrate(database, [journalMigrations]);
    const steps = { ...headWriteSteps, sync: backgroundFlush() };
    const mark = openHead(markFile, journalKeys(key).head, steps);
    const journal = await openJournal({
      url,
      database,
      key,
      origin,
      ids: createIds(),
      seenHeadFile: mark,
    });
    return {
      journal,
      database,
      close: async () => {
        await journal.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
