import { type ExitCode, exit } from './exit.ts';

/** What a person can do about an error of the system or of a database file, and how to exit. */
interface Explanation {
  readonly line: string;
  readonly code: ExitCode;
}

const explanations: readonly (readonly [codes: RegExp, cause: string, code: ExitCode])[] = [
  [/^(EACCES|EPERM)$/, 'permission denied: run svc as the user of the service', exit.notPermitted],
  [/^(ENOTDIR|ELOOP)$/, 'leads through something that is no folder', exit.badConfig],
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)$/, 'the disk is full: make room', exit.cannotWrite],
  [/^(EROFS|SQLITE_READONLY(_\w+)?)$/, 'cannot be written', exit.cannotWrite],
  [/^SQLITE_CANTOPEN(_\w+)?$/, 'a database cannot be opened: svc doctor says more', exit.noInput],
  [
    /^SVC_DATABASE_VERSION$/,
    'is of another version of svc: the start of the service brings it up to date',
    exit.noInput,
  ],
  [/^SQLITE_(CORRUPT|IOERR)/, 'is damaged: put a backup back (svc restore)', exit.noInput],
  [
    /^SQLITE_NOTADB$/,
    'a database cannot be opened with these keys: svc doctor says which',
    exit.noInput,
  ],
];

/** Undefined for an error that nobody foresaw. */
export function explainSystemError(error: unknown): Explanation | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const found = explanations.find(([codes]) => codes.test(String(error.code)));
  if (found === undefined) return undefined;
  const [, cause, code] = found;
  const path = 'path' in error ? `${String(error.path)}: ` : '';
  return { line: `svc: ${path}${cause}`, code };
}
