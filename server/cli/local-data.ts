import { existsSync, statSync } from 'node:fs';
import { type FolderLock, lockFolder } from '../adapters/sqlcipher/folder-lock.ts';
import type { KeyedFile } from '../adapters/system/derive.ts';
import { type Keys, readKeys } from '../adapters/system/load-keys.ts';
import { isUnsettled, settleStage } from '../adapters/system/staged-files.ts';
import { type DataFiles, dataFiles } from '../config/data-files.ts';
import { type Config, readConfig } from '../config.ts';
import type { Problem } from '../domain/fault.ts';
import { type ExitCode, exit } from './exit.ts';
import { foreignOwner, runAs } from './folder-owner.ts';
import { complain, problemLine } from './output.ts';

/** The data folder of this machine, with its keys, for commands that work on it. */
export interface LocalData {
  readonly config: Config;
  readonly files: DataFiles;
  readonly keys: Keys;
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
  const unfit = await unfitFolder(config.dataDir);
  if (unfit !== undefined) return unfit;
  const files = dataFiles(config.dataDir);
  if (needed !== undefined && !existsSync(files[needed])) {
    complain(`svc: ${files[needed]}: no such file: is SVC_DATA_DIR that of the service?`);
    return exit.noInput;
  }
  return await folderData(config);
}

/** Complains of a folder that this process should not work on; ends a change of it that was cut short. */
async function unfitFolder(dataDir: string): Promise<ExitCode | undefined> {
  const there = statSync(dataDir, { throwIfNoEntry: false });
  if (there?.isDirectory() === false) {
    return misconfigured([{ path: 'SVC_DATA_DIR', message: `${dataDir} is not a folder` }]);
  }
  const owner = foreignOwner(dataDir);
  if (owner !== undefined) {
    complain(`svc: ${dataDir} belongs to the user with id ${owner}: ${runAs(owner)}`);
    return exit.notPermitted;
  }
  await settle(dataDir, dataFiles(dataDir));
  return undefined;
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
  const unfit = await unfitFolder(dataDir);
  if (unfit !== undefined) return unfit;
  const keys = await readKeys({ dataDir, env: process.env });
  if (!keys.ok) return misconfigured(keys.problems);
  return { config, files: dataFiles(dataDir), keys: keys.value };
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

export function misconfigured(problems: readonly Problem[]): ExitCode {
  for (const problem of problems) complain(problemLine('svc', problem));
  return exit.badConfig;
}
