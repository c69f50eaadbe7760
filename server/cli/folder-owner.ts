import { statSync } from 'node:fs';
import { dataFiles } from '../config/data-files.ts';

/**
 * The user id of the service whose data folder this is, where it is not the one of this process:
 * files that another user makes there are closed to the service. The lock is the service's own; a
 * folder without one has had no service yet. Undefined where they agree, or users have no ids.
 */
export function otherOwnerOf(dataDir: string): number | undefined {
  const owner = ownerOf(dataFiles(dataDir).lock) ?? ownerOf(dataDir);
  return owner === process.getuid?.() ? undefined : owner;
}

/** What to do about it. */
export function runAsAdvice(uid: number): string {
  return `run svc as that user: sudo -u '#${uid}' …`;
}

/** Undefined for what is not there or is closed to this process. */
function ownerOf(path: string): number | undefined {
  if (process.getuid === undefined) return undefined;
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}
