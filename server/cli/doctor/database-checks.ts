import {
  connectPostgres,
  type PostgresDatabase,
} from '../../adapters/postgres/engine/connection.ts';
import { keyDifferences } from '../../adapters/postgres/engine/key-check.ts';
import { isMigrated } from '../../adapters/postgres/engine/migrations.ts';
import { serverVersion } from '../../adapters/postgres/engine/server-status.ts';
import { postgresJournalReader } from '../../adapters/postgres/journal/journal-reader.ts';
import { readHead } from '../../adapters/system/head-file.ts';
import { keyChecks } from '../../adapters/system/key-derivation.ts';
import type { KeyRoots } from '../../adapters/system/load-keys.ts';
import { orDatabaseProblem, sharedJournalKeys, sharedTables } from '../../app/shared-database.ts';
import { dataFiles } from '../../config/data-files.ts';
import type { Secret } from '../../domain/secret.ts';
import { isLoopbackHost } from '../../shared/loopback.ts';
import { type Check, fail, ok, warn } from './check.ts';

const databaseCheck = 'database';

/** The database that replicas share: its keys, its tables, and the encryption of the connection. */
export async function sharedChecks(
  url: Secret<string>,
  keys: KeyRoots,
  dataDir: string,
): Promise<readonly Check[]> {
  const checked = await orDatabaseProblem<readonly Check[]>(async () => {
    const database = await connectPostgres(url);
    try {
      const server = `PostgreSQL ${await serverVersion(database)}`;
      const migrated = await isMigrated(database, sharedTables);
      const problems = migrated ? await keyDifferences(database, keyChecks(keys)) : [];
      if (problems.length > 0) return { ok: false, problems };
      const message = migrated ? server : `${server}; the next start creates its tables`;
      const checks = [ok(databaseCheck, message), transportCheck(url)];
      if (migrated) checks.push(await journalCheck(database, keys, dataDir));
      return { ok: true, value: checks };
    } finally {
      await database.close();
    }
  });
  if (checked.ok) return checked.value;
  return checked.problems.map(({ path, message }) =>
    fail(databaseCheck, `${path}: ${message}`, `correct ${path}, or the server`),
  );
}

/** Compares the journal with its head and with the newest head that this replica has seen. */
async function journalCheck(
  database: PostgresDatabase,
  keys: KeyRoots,
  dataDir: string,
): Promise<Check> {
  const journalKeys = sharedJournalKeys(keys);
  const seen = readHead(dataFiles(dataDir).journalHead, journalKeys.head);
  const snapshot = await postgresJournalReader(database, journalKeys).snapshot();
  const { head } = snapshot;
  const { size } = snapshot.end();
  const remedy = 'svc audit verify shows where; svc audit acknowledge acknowledges a loss';
  const [own, server] = [seen, head].map((one) => (one.state === 'signed' ? one.head.size : 0));
  const missing = Math.max(own ?? 0, server ?? 0) - size;
  if (missing > 0) return fail('journal', `${missing} acknowledged events are missing`, remedy);
  if (size === 0) return ok('journal', 'empty');
  return head.state === 'signed'
    ? ok('journal', `${size} events`)
    : fail('journal', `its head is ${head.state}`, remedy);
}

function transportCheck(url: Secret<string>): Check {
  const { hostname, searchParams } = new URL(url.reveal());
  const host = searchParams.get('host') ?? hostname;
  const mode = searchParams.get('sslmode') ?? (searchParams.get('ssl') === 'true' ? 'ssl' : '');
  const line = 'database connection';
  if (host === '' || host.startsWith('/') || isLoopbackHost(host))
    return ok(line, 'stays on this machine');
  if (mode === '' || mode === 'disable') {
    return warn(line, 'is not encrypted', 'add sslmode=verify-full to SVC_DATABASE_URL');
  }
  if (mode === 'no-verify') {
    return warn(line, 'does not verify the server', 'use sslmode=verify-full');
  }
  return ok(line, 'is encrypted, and verifies the server');
}
