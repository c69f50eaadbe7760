import { existsSync } from 'node:fs';
import { type FolderLock, lockFolder } from '../adapters/sqlcipher/folder-lock.ts';
import { deriveFileKey, type KeyedFile } from '../adapters/system/derive.ts';
import { type Keys, readKeys } from '../adapters/system/load-keys.ts';
import { isUnsettled, settleStage } from '../adapters/system/staged-files.ts';
import { type DataFiles, dataFiles } from '../config/data-files.ts';
import { type Config, readConfig } from '../config.ts';
import type { Problem } from '../domain/fault.ts';
import type { Secret } from '../domain/secret.ts';
import { journalKeys } from '../journal/index.ts';
import { type ExitCode, exit } from './exit.ts';
import { complain, problemLine } from './output.ts';

/** The data folder of this machine, with its keys, for commands that work on it. */
export interface LocalData {
  readonly config: Config;
  readonly files: DataFiles;
  readonly keys: Keys;
}

/** An encrypted database of a data folder. */
export interface LocalDatabase {
  readonly name: KeyedFile;
  readonly file: string;
  /** Raw 32-byte key. */
  readonly key: Uint8Array;
}

/**
 * Complains and says how to exit when the configuration, the folder or the keys will not do, or when
 * the file is not there that the command is about. `instead` is what to do where replicas share a
 * database, which such a command is not for.
 */
export async function localData(
  needed?: KeyedFile,
  instead = 'this command is for local encrypted files',
): Promise<LocalData | ExitCode> {
  const config = configuration();
  if (typeof config === 'number') return config;
  if (config.databaseUrl !== null) {
    return misconfigured([{ path: 'SVC_DATABASE_URL', message: `is set: ${instead}` }]);
  }
  const files = dataFiles(config.dataDir);
  await settle(config.dataDir, files);
  if (needed !== undefined && !existsSync(files[needed])) {
    complain(`svc: ${files[needed]}: no such file`);
    return exit.noInput;
  }
  return await folderData(config);
}

async function settle(dataDir: string, files: DataFiles): Promise<void> {
  if (!(await isUnsettled(dataDir))) return;
  // A service that runs has settled the folder when it started.
  const lock = lockFolder(files.lock);
  if (lock !== undefined) await settleStage(dataDir).finally(() => lock.release());
}

/** What is of this machine, wherever the databases are. */
export async function folderData(config: Config): Promise<LocalData | ExitCode> {
  const { dataDir } = config;
  const files = dataFiles(dataDir);
  await settle(dataDir, files);
  const keys = await readKeys({ dataDir, env: process.env });
  if (!keys.ok) return misconfigured(keys.problems);
  return { config, files, keys: keys.value };
}

/** The configuration; complains when it is not right. */
export function configuration(): Config | ExitCode {
  const config = readConfig(process.env);
  return config.ok ? config.value : misconfigured(config.problems);
}

/** Runs `work` while no service runs on the folder, nor can start; complains when one does. */
export async function whileStopped(
  files: DataFiles,
  work: (lock: FolderLock) => Promise<ExitCode>,
): Promise<ExitCode> {
  const lock = lockFolder(files.lock);
  if (lock === undefined) {
    complain('svc: the service is running on this data folder: stop it first');
    return exit.tryLater;
  }
  try {
    return await work(lock);
  } finally {
    lock.release();
  }
}

/** The key of a database's pages from the key of its file, in the order in which files are copied (decision 0013). */
const pageKeys: Readonly<Record<KeyedFile, (key: Buffer) => Uint8Array>> = {
  calls: (key) => key,
  journal: (key) => journalKeys(key).database,
  payloads: (key) => key,
  vault: (key) => key,
};

/** All databases, with their keys under a database root, in the order in which they are copied. */
export function databasesOf(
  files: Pick<DataFiles, KeyedFile>,
  root: Secret<Buffer>,
): readonly LocalDatabase[] {
  const entries = Object.entries(pageKeys) as [KeyedFile, (key: Buffer) => Uint8Array][];
  return entries.map(([name, pageKey]) => {
    return { name, file: files[name], key: pageKey(deriveFileKey(root, name).reveal()) };
  });
}

/** Those databases that there are. */
export function existing(databases: readonly LocalDatabase[]): readonly LocalDatabase[] {
  return databases.filter(({ file }) => existsSync(file));
}

export function misconfigured(problems: readonly Problem[]): ExitCode {
  for (const problem of problems) complain(problemLine('svc', problem));
  return exit.badConfig;
}
