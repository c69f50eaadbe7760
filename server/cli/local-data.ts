import { existsSync, statSync } from 'node:fs';
import type { JournalData } from '../adapters/sqlcipher/journal/journal-worker.ts';
import { lockFolder } from '../adapters/system/folder-lock.ts';
import { type DatabaseName, deriveFileKey } from '../adapters/system/key-derivation.ts';
import { type KeyRoots, readKeys } from '../adapters/system/load-keys.ts';
import { isUnsettled, settleStage } from '../adapters/system/staged-files.ts';
import { knownHeads } from '../app/known-heads.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type DataFiles, dataFiles, journalOrigin } from '../config/data-files.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { CommandFailed, failWithProblems, orFail } from './output.ts';
import type { Terminal } from './terminal.ts';

/** The journal of the data folder. */
export async function loadJournalOptions(terminal: Terminal): Promise<JournalData> {
  return journalOptionsWithHeads(await loadLocalData(terminal, 'journal'));
}

/** Options that also compare the journal with the heads that the other databases know (decision 0055). */
export function journalOptionsWithHeads({
  files,
  keys,
}: Pick<LocalData, 'files' | 'keys'>): JournalData {
  const { heads, vaultIsMissing } = knownHeads(files, keys);
  return { ...journalOptionsOf(files, keys), knownHeads: heads, vaultIsMissing };
}

/** Options to open a journal of this installation. */
export function journalOptionsOf(
  files: Pick<DataFiles, 'journal' | 'journalHead'>,
  { master, database }: Pick<KeyRoots, 'master' | 'database'>,
): JournalData {
  return {
    file: files.journal,
    headFile: files.journalHead,
    key: deriveFileKey(master, 'journal').reveal(),
    databaseKey: deriveFileKey(database, 'journal').reveal(),
    origin: journalOrigin,
  };
}

/**
 * The user id of the service that owns this data folder, if this process has another one: the service
 * cannot read files of another user. The service makes the lock file, so its owner counts; a folder
 * without one has had no service yet. Undefined for the same user, and where users have no ids.
 */
export function otherOwnerOf(dataDir: string): number | undefined {
  const owner = ownerOf(dataFiles(dataDir).lock) ?? ownerOf(dataDir);
  return owner === process.getuid?.() ? undefined : owner;
}

/** The remedy. */
export function runAsAdvice(uid: number): string {
  return `run svc as that user: sudo -u '#${uid}' …`;
}

/** Undefined for a path that does not exist or cannot be read. */
function ownerOf(path: string): number | undefined {
  if (process.getuid === undefined) return undefined;
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

/** The data folder of this machine with its keys. */
export interface LocalData {
  readonly config: Config;
  readonly files: DataFiles;
  readonly keys: KeyRoots;
}

/**
 * The data folder. The command fails when something is wrong with the configuration, the folder, the
 * keys or the `needed` file, and on a database that replicas share; `instead` says what to do there.
 */
export async function loadLocalData(
  terminal: Terminal,
  needed?: DatabaseName,
  instead = 'this command is for local encrypted files',
): Promise<LocalData> {
  const config = loadConfig(terminal);
  if (config.databaseUrl !== null) {
    failWithProblems([{ path: 'SVC_DATABASE_URL', message: `is set: ${instead}` }]);
  }
  await checkDataFolder(config.dataDir);
  const files = dataFiles(config.dataDir);
  if (needed !== undefined && !existsSync(files[needed])) {
    const line = `svc: ${files[needed]}: no such file: check SVC_DATA_DIR`;
    throw new CommandFailed(exit.noInput, line);
  }
  return await loadFolderData(terminal, config);
}

/** Refuses a folder that this process must not use; finishes a change that was cut short. */
async function checkDataFolder(dataDir: string): Promise<void> {
  const there = statSync(dataDir, { throwIfNoEntry: false });
  if (there?.isDirectory() === false) {
    failWithProblems([{ path: 'SVC_DATA_DIR', message: `${dataDir} is not a folder` }]);
  }
  const owner = otherOwnerOf(dataDir);
  if (owner !== undefined) {
    const line = `svc: ${dataDir} belongs to the user with id ${owner}: ${runAsAdvice(owner)}`;
    throw new CommandFailed(exit.notPermitted, line);
  }
  await finishStagedChange(dataDir, dataFiles(dataDir));
}

async function finishStagedChange(dataDir: string, files: DataFiles): Promise<void> {
  if (!(await isUnsettled(dataDir))) return;
  // A running service has finished the change at its start.
  const lock = lockFolder(files.lock);
  if (lock !== undefined) await settleStage(dataDir).finally(() => lock.release());
}

/** The data folder with its keys, also where replicas share a database. */
export async function loadFolderData(terminal: Terminal, config: Config): Promise<LocalData> {
  const { dataDir } = config;
  await checkDataFolder(dataDir);
  const keys = orFail(await readKeys({ dataDir, env: terminal.env }));
  return { config, files: dataFiles(dataDir), keys };
}

export function loadConfig({ env }: Terminal): Config {
  return orFail(readConfig(env));
}

/** Runs `work` while no service runs on the folder or can start; fails when one runs. */
export async function whileStopped(
  files: DataFiles,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const lock = lockFolder(files.lock);
  if (lock === undefined) {
    const line = 'svc: the service is running on this data folder: stop it first';
    throw new CommandFailed(exit.tryLater, line);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
