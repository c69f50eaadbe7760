import { accessSync, constants, existsSync } from 'node:fs';
import { findOpeningKey } from '../adapters/sqlcipher/backup/database-copy.ts';
import { type DatabaseName, deriveFileKey } from '../adapters/system/key-derivation.ts';
import type { DataFiles } from '../config/data-files.ts';
import type { Secret } from '../domain/secret.ts';
import { journalKeys } from '../journal/index.ts';

/** An encrypted database of a data folder. */
export interface LocalDatabase {
  readonly name: DatabaseName;
  readonly file: string;
  /** Raw 32-byte key. */
  readonly key: Uint8Array;
}

/** Derives the key of a database's pages from the key of its file; in the order of copying (decision 0013). */
const pageKeys: Readonly<Record<DatabaseName, (key: Buffer) => Uint8Array>> = {
  calls: (key) => key,
  journal: (key) => journalKeys(key).database,
  payloads: (key) => key,
  vault: (key) => key,
};

/** All databases with their keys under a database root, in the order of copying. */
export function databasesOf(
  files: Pick<DataFiles, DatabaseName>,
  root: Secret<Buffer>,
): readonly LocalDatabase[] {
  const entries = Object.entries(pageKeys) as [DatabaseName, (key: Buffer) => Uint8Array][];
  return entries.map(([name, pageKey]) => {
    return { name, file: files[name], key: pageKey(deriveFileKey(root, name).reveal()) };
  });
}

/** The databases that exist. */
export function existingDatabases(databases: readonly LocalDatabase[]): readonly LocalDatabase[] {
  return databases.filter(({ file }) => existsSync(file));
}

/** Why a file of a data folder cannot be opened. */
export interface FileProblem {
  readonly file: string;
  readonly cause: string;
  readonly remedy: string;
}

/** Problems that prevent opening the existing files with a database root. */
export function fileProblems(files: DataFiles, root: Secret<Buffer>): readonly FileProblem[] {
  const databases = existingDatabases(databasesOf(files, root));
  const paths = [files.journalHead, files.knownHead, ...databases.map(({ file }) => file)];
  const denied = paths.filter((file) => existsSync(file)).flatMap((file) => denial(file) ?? []);
  if (denied.length > 0) return denied;
  return databases
    .filter(({ file, key }) => findOpeningKey(file, [{ key }]) === undefined)
    .map(({ file }) => ({ file, ...foreignKey }));
}

const foreignKey = {
  cause: 'cannot be opened with these keys',
  remedy: 'use the keys it was made with, or put a backup back (svc restore)',
};

function denial(file: string): FileProblem | undefined {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const cause = `cannot be read and written (${code})`;
    return { file, cause, remedy: 'give it to the user of the service' };
  }
}
