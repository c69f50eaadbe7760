import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import type { Problem, Result } from '../../domain/fault.ts';

/** The exclusive right to write the databases of a data folder (design D22: one writer). */
export interface FolderLock {
  release(): void;
}

/**
 * Takes the lock (an empty database that is locked and never written) and creates its folder if needed.
 * Undefined while another process holds the lock. The system releases it with the process, so a crash
 * leaves nothing to clean up.
 */
export function lockFolder(file: string): FolderLock | undefined {
  makeFolder(dirname(file));
  const db = new Database(file, { timeout: 0 });
  try {
    // Prevents a rollback journal file.
    db.pragma('journal_mode=MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    return { release: () => db.close() };
  } catch (error) {
    db.close();
    if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')))
      throw error;
    return undefined;
  }
}

/**
 * Creates a folder and its parents. Node's `recursive` option never returns where folders cannot be
 * created, such as in /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it first.
    if (!existsSync(folder)) throw error;
  }
}

const othersWrite = 0o002;
const sticky = 0o1000;

/** The problem of a folder whose files any user of the machine can remove or replace. */
function exposedFolderProblem(folder: string): Problem | undefined {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  const isSafe = (mode & othersWrite) === 0 || (mode & sticky) !== 0;
  if (process.platform === 'win32' || isSafe) return undefined;
  const message =
    `${folder} can be written by every user of this machine, who could remove or replace the data: ` +
    `run chmod o-w ${folder}, or name a new folder inside of it, which the service makes its own`;
  return { path: 'SVC_DATA_DIR', message };
}

/** Error codes of a folder without write access, from SQLite and from the system. */
const unwritable =
  /^(SQLITE_(CANTOPEN|READONLY|PERM|FULL|IOERR)|(EROFS|EACCES|EPERM|ENOSPC|EEXIST|ENOENT|ENOTDIR)$)/;

/** The lock, undefined while another process holds it; a problem without write access. */
function tryLock(file: string): Result<FolderLock | undefined> {
  try {
    return { ok: true, value: lockFolder(file) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!unwritable.test(code)) throw error;
    const message = `nothing can be written to ${dirname(file)} (${code})`;
    return { ok: false, problems: [{ path: 'SVC_DATA_DIR', message }] };
  }
}

/**
 * Creates a value that holds the lock until its `close`; a problem while another process holds the lock,
 * or without write access.
 */
export async function withFolderLock<T extends { close(): Promise<void> }>(
  file: string,
  create: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const exposed = exposedFolderProblem(dirname(file));
  if (exposed !== undefined) return { ok: false, problems: [exposed] };
  const locked = tryLock(file);
  if (!locked.ok) return locked;
  const lock = locked.value;
  if (lock === undefined) {
    const message = `${dirname(file)} is in use by another svc process`;
    return { ok: false, problems: [{ path: 'SVC_DATA_DIR', message }] };
  }
  let made: Result<T> | undefined;
  try {
    made = await create();
  } finally {
    if (made?.ok !== true) lock.release();
  }
  if (!made.ok) return made;
  const { value } = made;
  const close = async () => {
    await value.close();
    lock.release();
  };
  return { ok: true, value: { ...value, close } };
}
