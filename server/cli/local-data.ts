import { existsSync, statSync } from 'node:fs';
import { type FolderLock, lockFolder } from '../adapters/sqlcipher/folder-lock.ts';
import type { DatabaseName } from '../adapters/system/derive.ts';
import { type KeyRoots, readKeys } from '../adapters/system/load-keys.ts';
import { isUnsettled, settleStage } from '../adapters/system/staged-files.ts';
import { type DataFiles, dataFiles } from '../config/data-files.ts';
import { type Config, readConfig } from '../config.ts';
import type { Problem } from '../domain/fault.ts';
import { type ExitCode, exit } from './exit.ts';
import { otherOwnerOf, runAsAdvice } from './folder-owner.ts';
import { printError, problemLine } from './output.ts';

/** The data folder of this machine, with its keys, for commands that work on it. */
export interface LocalData {
  readonly config: Config;
  readonly files: DataFiles;
  readonly keys: KeyRoots;
}

/**
 * Complains and says how to exit when the configuration, the folder or the keys will not do, or when
 * the file is not there that the command is about. `instead` is what to do where replicas share a
 * database, which such a command is not for.
 */
export async function loadLocalData(
  needed?: DatabaseName,
  instead = 'this command is for local encrypted files',
): Promise<LocalData | ExitCode> {
  const config = loadConfig();
  if (typeof config === 'number') return config;
  if (config.databaseUrl !== null) {
    return reportProblems([{ path: 'SVC_DATABASE_URL', message: `is set: ${instead}` }]);
  }
  const unfit = await checkDataFolder(config.dataDir);
  if (unfit !== undefined) return unfit;
  const files = dataFiles(config.dataDir);
  if (needed !== undefined && !existsSync(files[needed])) {
    printError(`svc: ${files[needed]}: no such file: is SVC_DATA_DIR that of the service?`);
    return exit.noInput;
  }
  return await loadFolderData(config);
}

/** Complains of a folder that this process should not work on; ends a change of it that was cut short. */
async function checkDataFolder(dataDir: string): Promise<ExitCode | undefined> {
  const there = statSync(dataDir, { throwIfNoEntry: false });
  if (there?.isDirectory() === false) {
    return reportProblems([{ path: 'SVC_DATA_DIR', message: `${dataDir} is not a folder` }]);
  }
  const owner = otherOwnerOf(dataDir);
  if (owner !== undefined) {
    printError(`svc: ${dataDir} belongs to the user with id ${owner}: ${runAsAdvice(owner)}`);
    return exit.notPermitted;
  }
  await finishStagedChange(dataDir, dataFiles(dataDir));
  return undefined;
}

async function finishStagedChange(dataDir: string, files: DataFiles): Promise<void> {
  if (!(await isUnsettled(dataDir))) return;
  // A service that runs has settled the folder when it started.
  const lock = lockFolder(files.lock);
  if (lock !== undefined) await settleStage(dataDir).finally(() => lock.release());
}

/** What is of this machine, wherever the databases are. */
export async function loadFolderData(config: Config): Promise<LocalData | ExitCode> {
  const { dataDir } = config;
  const unfit = await checkDataFolder(dataDir);
  if (unfit !== undefined) return unfit;
  const keys = await readKeys({ dataDir, env: process.env });
  if (!keys.ok) return reportProblems(keys.problems);
  return { config, files: dataFiles(dataDir), keys: keys.value };
}

/** The configuration; complains when it is not right. */
export function loadConfig(): Config | ExitCode {
  const config = readConfig(process.env);
  return config.ok ? config.value : reportProblems(config.problems);
}

/** Runs `work` while no service runs on the folder, nor can start; complains when one does. */
export async function whileStopped(
  files: DataFiles,
  work: (lock: FolderLock) => Promise<ExitCode>,
): Promise<ExitCode> {
  const lock = lockFolder(files.lock);
  if (lock === undefined) {
    printError('svc: the service is running on this data folder: stop it first');
    return exit.tryLater;
  }
  try {
    return await work(lock);
  } finally {
    lock.release();
  }
}

export function reportProblems(problems: readonly Problem[]): ExitCode {
  for (const problem of problems) printError(problemLine('svc', problem));
  return exit.badConfig;
}
