import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { unlessAbsent, writeWhole } from '../../server/shared/durable-files.ts';
import { parseJson } from '../../server/shared/json.ts';
import { Refusal } from '../ipc/refusal.ts';
import { processIdentity } from '../platform/process-identity.ts';

const processRecord = z.object({ pid: z.int().positive(), identity: z.string().nullable() });
type ProcessRecord = z.infer<typeof processRecord>;
const claimRecord = z.object({ host: processRecord, server: processRecord.nullable() });
type ClaimRecord = z.infer<typeof claimRecord>;

/** The right to start a server on a data folder. */
export interface Claim {
  /** Records the started server, so that the next host can end it if this one is gone. */
  started(pid: number): Promise<void>;
  release(): Promise<void>;
}

export interface ClaimOptions {
  readonly dataDir: string;
  /** Time for a server without a host to finish its calls, in milliseconds. */
  readonly graceMs?: number;
}

const fileName = 'host.json';
/** A server that lost its host drains for 30 s at most. */
const drainMs = 35_000;
const pollMs = 100;
const attempts = 3;

/**
 * Claims a data folder with a file in it. Rejects with a `Refusal` while another live host holds
 * the claim. Ends a server that outlived its host first, but no other process that got its id. If
 * two hosts claim at the same moment, the server's own lock of the folder lets one of them serve.
 */
export async function claimFolder(options: ClaimOptions): Promise<Claim> {
  const { dataDir } = options;
  const file = join(dataDir, fileName);
  const name = async (pid: number): Promise<ProcessRecord> => ({
    pid,
    identity: (await processIdentity(pid)) ?? null,
  });
  const host = await name(process.pid);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await created(file, { host, server: null })) {
      return {
        started: async (pid) =>
          await writeWhole(file, JSON.stringify({ host, server: await name(pid) })),
        release: async () => await rm(file, { force: true }),
      };
    }
    await clearStaleClaim(file, options);
  }
  throw inUse(dataDir);
}

const inUse = (dataDir: string) =>
  new Refusal([
    {
      path: dataDir,
      message:
        'is served by another copy of the app, or by the service: stop that one, or give this one a data folder of its own',
    },
  ]);

/** Removes the file and ends the server it names; rejects while its host is alive. */
async function clearStaleClaim(file: string, options: ClaimOptions): Promise<void> {
  const left = await read(file);
  if (left !== undefined) {
    const isOther = left.host.pid !== process.pid;
    if (isOther && (await isAlive(left.host))) throw inUse(options.dataDir);
    if (left.server !== null) await endStale(left.server, options);
  }
  await rm(file, { force: true });
}

async function endStale(server: ProcessRecord, options: ClaimOptions): Promise<void> {
  const { graceMs = drainMs } = options;
  if (!(await isAlive(server))) return;
  // On Windows the signal would kill the process. The server drains without it when its host is
  // gone.
  if (process.platform !== 'win32') signal(server.pid, 'SIGTERM');
  if (await endsWithin(server, graceMs)) return;
  signal(server.pid, 'SIGKILL');
  await endsWithin(server, graceMs);
}

async function endsWithin(server: ProcessRecord, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (await isAlive(server)) {
    if (Date.now() >= deadline) return false;
    await pause(pollMs);
  }
  return true;
}

/** Whether the same process still runs, and not another with its id. */
async function isAlive({ pid, identity }: ProcessRecord): Promise<boolean> {
  return identity !== null && signal(pid, 0) && (await processIdentity(pid)) === identity;
}

/** False if there is no such process. A process of another user exists, but gets no signal. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function created(file: string, content: ClaimRecord): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(content), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined if the file is gone or was cut off by a crash. */
async function read(file: string): Promise<ClaimRecord | undefined> {
  const text = await readFile(file, 'utf8').catch(unlessAbsent);
  return claimRecord.safeParse(parseJson(text ?? '')).data;
}
