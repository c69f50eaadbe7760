import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { unlessAbsent } from '../../server/shared/durable-files.ts';
import { failed, type KeyResult, succeeded } from './key-problem.ts';

/** Who may have access to a file of secrets. */
export interface FileAccess {
  /** Mode bits that must be clear. */
  readonly forbidden: number;
  /** The service's user, who may own the file as root may; undefined on Windows. */
  readonly uid: number | undefined;
  /** The security descriptor of a file or folder in SDDL, on Windows; undefined elsewhere. */
  readonly descriptorOf?: (path: string) => Promise<string>;
}

/** A file's text; undefined if there is no file, a problem if others may read it. */
export async function readPrivateFile(
  path: string,
  reach: FileAccess,
): Promise<KeyResult<string | undefined>> {
  // A link could point to a file that another user can change.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ELOOP' ? 'link' : unlessAbsent(error),
  );
  if (file === undefined) return succeeded(undefined);
  if (file === 'link') return unsafe(path, 'is a link', 'put the file itself in its place');
  try {
    const refusal = await refusalOf(file, path, reach);
    return refusal ?? succeeded(await file.readFile('utf8'));
  } finally {
    await file.close();
  }
}

/** On Windows, whether a folder's access list keeps its files private, because they inherit it. */
export async function checkFolder(
  path: string,
  { descriptorOf }: FileAccess,
): Promise<KeyResult<void>> {
  if (descriptorOf === undefined || !isOpenToMany(await descriptorOf(path))) {
    return succeeded(undefined);
  }
  return unsafe(path, 'can be read by other users', narrowAdvice(path));
}

async function refusalOf(file: FileHandle, path: string, reach: FileAccess) {
  const { mode, uid: owner } = await file.stat();
  const { forbidden, uid, descriptorOf } = reach;
  if (descriptorOf !== undefined) {
    return isOpenToMany(await descriptorOf(path))
      ? unsafe(path, 'can be read by other users', narrowAdvice(path))
      : undefined;
  }
  if ((mode & forbidden) !== 0) {
    return unsafe(path, 'can be read by other users', `run: chmod 600 ${path}`);
  }
  if (uid !== undefined && owner !== uid && owner !== 0) {
    return unsafe(path, 'belongs to another user', `run as root: chown ${uid} ${path}`);
  }
  return undefined;
}

function narrowAdvice(path: string): string {
  return `run as administrator: icacls "${path}" /inheritance:r /grant:r *S-1-5-18:F *S-1-5-32-544:F, and grant F to the account of the service`;
}

function unsafe(path: string, what: string, advice: string) {
  return failed(
    'file_unsafe',
    `${path} ${what} of this machine. Treat its keys as known to them, or, if no one could have read them, ${advice}.`,
  );
}

/** Everyone, anonymous, all, authenticated, interactive and network users, and guests. */
const openToMany =
  /\((?:XA|A|OA);[^)]*;(?:WD|AN|BU|AU|IU|NU|BG|LG|S-1-1-0|S-1-5-(?:2|4|7|11|32-545|32-546))[;)]/;

/** Whether an access list allows more than chosen accounts; a missing list allows everyone. */
export function isOpenToMany(sddl: string): boolean {
  const list = /D:(?!NO_ACCESS_CONTROL)[A-Z]*(\(.*)/s.exec(sddl);
  return list === null || openToMany.test(list[1] ?? '');
}
