import { createReadStream, statSync } from 'node:fs';
import { postgresStores } from '../../adapters/postgres/stores.ts';
import { userVersion, withDatabase } from '../../adapters/sqlcipher/engine/connection.ts';
import { vaultMigrations } from '../../adapters/sqlcipher/vault/migrations.ts';
import { openVaultStore } from '../../adapters/sqlcipher/vault/vault-store.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { lockFolder } from '../../adapters/system/folder-lock.ts';
import { createIds } from '../../adapters/system/ids.ts';
import {
  deriveColumnKeys,
  deriveFileKey,
  deriveMacKey,
} from '../../adapters/system/key-derivation.ts';
import type { KeyRoots } from '../../adapters/system/load-keys.ts';
import type { ImportReport, RosterRole, RowProblem } from '../../domain/roster.ts';
import type { RosterStore } from '../../ports/roster.ts';
import { importRoster, type RosterFile } from '../../roster-import/import-roster.ts';
import { importFields } from '../../roster-import/roster-admin.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import { type OperatorNote, writeOperatorNote } from '../../shared/operator-note.ts';
import { type LocalData, loadConfig, loadFolderData, loadLocalData } from '../local-data.ts';
import { CommandFailed, printError, printLine, progress } from '../output.ts';
import { withSharedData } from '../shared-data.ts';
import type { Terminal } from '../terminal.ts';

interface OpenRoster {
  readonly roster: RosterStore;
  readonly keys: KeyRoots;
  readonly note: (note: OperatorNote) => Promise<void>;
}

/** Runs `work` on the roster of this installation; the service may run. */
async function withRoster(
  terminal: Terminal,
  work: (open: OpenRoster) => Promise<ExitCode>,
): Promise<ExitCode> {
  const config = loadConfig(terminal);
  const note = (about: OperatorNote) => writeOperatorNote(config.dataDir, about);
  if (config.databaseUrl !== null) {
    return await withSharedData(terminal, config, config.databaseUrl, ({ database, keys }) => {
      const { roster } = postgresStores(database, deriveColumnKeys(keys.database));
      return work({ roster, keys, note });
    });
  }
  const data = await loadLocalData(terminal, 'vault');
  // Without the lock a service runs, whose database this program must not change to another version.
  const lock = lockFolder(data.files.lock);
  if (lock === undefined) refuseOtherVersion(data);
  try {
    const key = deriveFileKey(data.keys.database, 'vault');
    const store = await openVaultStore({ file: data.files.vault, key });
    try {
      return await work({ roster: store.roster, keys: data.keys, note });
    } finally {
      await store.close();
    }
  } finally {
    lock?.release();
  }
}

function refuseOtherVersion({ files, keys }: LocalData): void {
  const key = deriveFileKey(keys.database, 'vault').reveal();
  const found = withDatabase({ file: files.vault, key }, { writable: false }, userVersion);
  if (found === vaultMigrations.length) return;
  const line = 'svc: the running service has another version than this command';
  throw new CommandFailed(exit.tryLater, line);
}

export interface RosterImportOptions {
  readonly merge?: true;
  readonly role: RosterRole;
  readonly staffMayBeSaid?: true;
  readonly check?: true;
  readonly json?: true;
}

/** `svc roster import`: imports people from a CSV file or from FHIR (decision 0081). The service may run. */
export async function importFile(
  terminal: Terminal,
  path: string,
  options: RosterImportOptions,
): Promise<ExitCode> {
  const size = sizeOf(path);
  const file = { bytes: createReadStream(path), size };
  if (options.check === true) return await check(terminal, file, path, options);
  return await withRoster(terminal, async ({ roster, keys, note }) => {
    const report = await run(terminal, file, options, {
      roster,
      fileKey: deriveMacKey(keys.master, 'roster-file'),
      record: (finished) =>
        note({ kind: 'roster_imported', fields: { actor: 'operator', ...importFields(finished) } }),
    });
    return await printReport(terminal, path, report, options);
  });
}

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) throw new CommandFailed(exit.noInput, `svc: ${path}: no such file`);
  return found.size;
}

/** Reads the file and stores nothing. */
async function check(
  terminal: Terminal,
  file: RosterFile,
  path: string,
  options: RosterImportOptions,
) {
  const { keys } = await loadFolderData(terminal, loadConfig(terminal));
  const ignored = async () => undefined;
  const roster = {
    begin: async () => true,
    add: async (_report: ImportReport, people: readonly unknown[]) => people.length,
    finish: ignored,
    fail: ignored,
  };
  const fileKey = deriveMacKey(keys.master, 'roster-file');
  return await printReport(
    terminal,
    path,
    await run(terminal, file, options, { roster, fileKey, record: ignored }),
    options,
  );
}

type Deps = Pick<Parameters<typeof importRoster>[0], 'roster' | 'fileKey' | 'record'>;

async function run(terminal: Terminal, file: RosterFile, options: RosterImportOptions, deps: Deps) {
  const { merge, role, staffMayBeSaid = false } = options;
  const show = progress(terminal, 'importing');
  const onProgress = ({ rows, rowsExpected }: ImportReport) => {
    if (rows > 0) show(`${rows} of about ${rowsExpected ?? rows} rows`);
  };
  try {
    return await importRoster({ ...deps, clock: systemClock, onProgress }, file, {
      id: createIds().next('imp'),
      mode: merge === true ? 'merge' : 'replace',
      role,
      staffMayBeSaid,
    });
  } finally {
    show.end();
  }
}

const failures: Readonly<Partial<Record<ImportReport['state'], string>>> = {
  unreadable: 'is neither CSV nor FHIR',
  no_known_column:
    'has no header with a column of names (docs/roster.md lists the names of columns)',
  no_person: 'has no person in it',
};

const problemTexts: Readonly<Record<RowProblem['problem'], string>> = {
  malformed: 'refused: malformed',
  no_id: 'refused: it has no id',
  no_name: 'refused: it has no name',
  not_a_person: 'refused: it is not a person',
  too_long: 'refused: the id or a name is too long',
  birth_date_left_out: 'the birth date is left out',
  phone_left_out: 'a telephone number is left out',
  email_left_out: 'an e-mail address is left out',
  values_left_out: 'a value is left out: too long, or too many',
};

const shownProblems = 50;

async function printReport(
  terminal: Terminal,
  path: string,
  report: ImportReport | undefined,
  { json, check: checked }: RosterImportOptions,
): Promise<ExitCode> {
  if (report === undefined) {
    throw new CommandFailed(
      exit.tryLater,
      'svc: another import is running: wait until it has ended',
    );
  }
  const { state, imported, refused, rows, fileHmac } = report;
  const failure = failures[state];
  if (json === true) await printLine(terminal, JSON.stringify(report));
  else printProblems(terminal, path, report);
  if (failure !== undefined) throw new CommandFailed(exit.badData, `svc: ${path}: ${failure}`);
  const done = checked === true ? 'could be imported' : 'imported';
  const line = `${imported} people ${done}, ${refused} of ${rows} rows refused (file ${fileHmac})`;
  if (json !== true) await printLine(terminal, line);
  return exit.ok;
}

function printProblems(
  terminal: Terminal,
  path: string,
  { problems, unknownColumns }: ImportReport,
): void {
  for (const { row, problem } of problems.slice(0, shownProblems)) {
    printError(terminal, `${path}:${row}: ${problemTexts[problem]}`);
  }
  if (problems.length > shownProblems)
    printError(terminal, `${path}: and more: --json lists 1,000`);
  if (unknownColumns.length > 0)
    printError(terminal, `${path}: not read: ${unknownColumns.join(', ')}`);
}

/** `svc roster status`: how many people, and the last import. */
export async function rosterStatus(
  terminal: Terminal,
  options: { readonly json?: true },
): Promise<ExitCode> {
  return await withRoster(terminal, async ({ roster }) => {
    const { patient, relative, staff } = await roster.counts();
    const { finished } = await roster.imports();
    const last = finished === undefined ? 'no import yet' : `imported ${finished.updatedAt}`;
    await printLine(
      terminal,
      options.json === true
        ? JSON.stringify({ patient, relative, staff, last_import: finished?.updatedAt ?? null })
        : `${patient} patients, ${relative} relatives, ${staff} staff; ${last}`,
    );
    return exit.ok;
  });
}

/** `svc roster remove`: erases the person with this id of the clinic. */
export async function removePerson(terminal: Terminal, id: string): Promise<ExitCode> {
  return await withRoster(terminal, async ({ roster, note }) => {
    if (!(await roster.has(id))) {
      throw new CommandFailed(exit.failed, 'svc: nobody in the roster has this id');
    }
    await note({ kind: 'roster_person_deleted', fields: { actor: 'operator' } });
    await roster.remove(id);
    await printLine(terminal, 'removed');
    return exit.ok;
  });
}

/** `svc roster delete`: erases everybody. */
export async function deleteRoster(
  terminal: Terminal,
  options: { readonly yes?: true },
): Promise<ExitCode> {
  if (options.yes !== true) throw new CommandFailed(exit.usage, 'svc: --yes deletes everybody');
  return await withRoster(terminal, async ({ roster, note }) => {
    const { patient: patients, relative: relatives, staff } = await roster.counts();
    const fields = { actor: 'operator', patients, relatives, staff } as const;
    await note({ kind: 'roster_deleted', fields });
    await roster.clear();
    await printLine(
      terminal,
      `deleted: ${patients} patients, ${relatives} relatives, ${staff} staff`,
    );
    return exit.ok;
  });
}
