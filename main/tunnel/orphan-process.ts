import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { removeDurably, unlessAbsent, writeDurably } from '../../server/shared/durable-files.ts';
import { parseJson } from '../../server/shared/json.ts';
import { processIdentity } from '../platform/process-identity.ts';
import { signal } from './tool-process.ts';

const record = z.object({ pid: z.int().positive(), identity: z.string() });
const recordPath = (folder: string): string => join(folder, 'child.json');

/** Records the started process, so that the next run can end it if this one is gone. */
export async function recordProcess(folder: string, pid: number): Promise<void> {
  const identity = await processIdentity(pid);
  if (identity !== undefined)
    await writeDurably(recordPath(folder), JSON.stringify({ pid, identity }));
}

export async function removeProcessRecord(folder: string): Promise<void> {
  await removeDurably(recordPath(folder));
}

/**
 * Ends a process that an earlier run of the app left. Another process that got its id is not
 * touched.
 */
export async function killOrphan(folder: string): Promise<void> {
  const left = await readRecord(folder);
  if (left === null) return;
  if ((await processIdentity(left.pid)) === left.identity) signal(left.pid, 'SIGKILL');
  await removeProcessRecord(folder);
}

/** Null if there is no record, or a crash cut it off. */
async function readRecord(folder: string): Promise<z.infer<typeof record> | null> {
  const text = await readFile(recordPath(folder), 'utf8').catch(unlessAbsent);
  return record.safeParse(parseJson(text ?? '')).data ?? null;
}
