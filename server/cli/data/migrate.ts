import {
  connectPostgres,
  type PostgresDatabase,
} from '../../adapters/postgres/engine/connection.ts';
import { checkKeys } from '../../adapters/postgres/engine/key-check.ts';
import { migrate as makeTables } from '../../adapters/postgres/engine/migrations.ts';
import { importData } from '../../adapters/postgres/import-data.ts';
import { openInstallationData } from '../../adapters/sqlcipher/backup/installation-data.ts';
import { verifyJournalFile } from '../../adapters/sqlcipher/journal/journal-reader.ts';
import { deriveColumnKeys, keyChecks } from '../../adapters/system/key-derivation.ts';
import { databasesOf, existingDatabases } from '../../app/local-databases.ts';
import {
  openSharedJournal,
  orDatabaseProblem,
  sharedJournalKeys,
  sharedTables,
} from '../../app/shared-database.ts';
import type { Secret } from '../../domain/secret.ts';
import type { JournalHead } from '../../ports/journal.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import {
  journalOptionsWithHeads,
  type LocalData,
  loadConfig,
  loadFolderData,
  whileStopped,
} from '../local-data.ts';
import { CommandFailed, failWithProblems, orFail, printLine, progress } from '../output.ts';
import type { Terminal } from '../terminal.ts';

/**
 * `svc migrate`: copies the data folder to the empty database of `SVC_DATABASE_URL`, all of it or nothing.
 * The chain stays unchanged, and is verified in the database. The files stay.
 */
export async function migrate(
  terminal: Terminal,
  options: { readonly json?: true },
): Promise<ExitCode> {
  const config = loadConfig(terminal);
  const url = config.databaseUrl;
  if (url === null) {
    const message = 'is not set: set it to the database to write to';
    failWithProblems([{ path: 'SVC_DATABASE_URL', message }]);
  }
  const data = await loadFolderData(terminal, config);
  const databases = databasesOf(data.files, data.keys.database);
  if (existingDatabases(databases).length < databases.length) {
    const line = `svc: ${config.dataDir} does not have the files of a service`;
    throw new CommandFailed(exit.noInput, line);
  }
  return await whileStopped(data.files, async () => {
    const done = await orDatabaseProblem<ExitCode>(async () => {
      const database = await connectPostgres(url);
      try {
        await makeTables(database, sharedTables);
        const problems = await checkKeys(database, keyChecks(data.keys));
        if (problems.length > 0) return { ok: false, problems };
        return { ok: true, value: await move(terminal, data, url, database, options) };
      } finally {
        await database.close();
      }
    });
    return orFail(done);
  });
}

async function move(
  terminal: Terminal,
  data: LocalData,
  url: Secret<string>,
  database: PostgresDatabase,
  options: { readonly json?: true },
): Promise<ExitCode> {
  const source = await verifyJournalFile(journalOptionsWithHeads(data));
  if (!source.ok) {
    const line = 'svc: the journal of the data folder is broken: run svc audit verify';
    throw new CommandFailed(exit.badData, line);
  }
  const report = progress(terminal, 'moving');
  report('all data');
  const written = await writeAll(data, database);
  report.end();
  if (!written) {
    const line = 'svc: SVC_DATABASE_URL: the database is not empty; nothing was written';
    throw new CommandFailed(exit.cannotWrite, line);
  }
  if (!(await holds(data, url, database, source.head))) {
    const line = 'svc: the copy is broken: drop the database and create an empty one';
    throw new CommandFailed(exit.failed, line);
  }
  const { size, hash } = source.head;
  await printLine(
    terminal,
    options.json === true
      ? JSON.stringify({ size, head_hash: hash })
      : `${size} events, head ${hash}: verified in the database\n` +
          'Start the service with SVC_DATABASE_URL from now on. The old files are still in ' +
          `${data.config.dataDir}: move them away, because a service without SVC_DATABASE_URL would use them.`,
  );
  return exit.ok;
}

async function writeAll({ files, keys }: LocalData, database: PostgresDatabase): Promise<boolean> {
  const [calls, journal, payloads, vault] = databasesOf(files, keys.database);
  if (!calls || !journal || !payloads || !vault) throw new Error('a data folder has four files');
  const data = openInstallationData({ calls, journal, payloads, vault });
  try {
    const columns = deriveColumnKeys(keys.database);
    return await importData(database, data, { journal: sharedJournalKeys(keys), columns });
  } finally {
    data.close();
  }
}

/** Opens the journal as a replica on this folder does, and verifies it. */
async function holds(
  { config: { dataDir }, keys }: LocalData,
  url: Secret<string>,
  database: PostgresDatabase,
  head: JournalHead,
): Promise<boolean> {
  const journal = await openSharedJournal({ url, database, dataDir }, keys);
  try {
    if (journal.gap() !== undefined) return false;
    const verified = await journal.verify();
    return verified.ok && verified.head.size === head.size && verified.head.hash === head.hash;
  } finally {
    await journal.close();
  }
}
