import { open, readdir, stat } from 'node:fs/promises';
import { arch, cpus, release, totalmem, version } from 'node:os';
import { basename, join } from 'node:path';
import type { ApplianceState } from '../ipc/schema.ts';
import type { FileFact, SupportFacts } from './support-bundle.ts';

export interface FactSources {
  readonly state: ApplianceState;
  readonly dataDir: string;
  readonly logDir: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Bytes read from the end of each log. */
const logBytes = 256 * 1024;
const healthMs = 3_000;

/** Collects the facts of a support bundle. Leaves out what cannot be read; never fails. */
export async function gatherFacts(sources: FactSources): Promise<SupportFacts> {
  const { state, dataDir, logDir, now } = sources;
  const [health, files, logs] = await Promise.all([
    healthOf(state.server.url),
    filesIn(dataDir),
    logsIn(logDir),
  ]);
  return {
    madeAt: new Date(now).toISOString(),
    versions: versions(state),
    state,
    health,
    files,
    logs,
  };
}

function versions({ app }: ApplianceState): Record<string, string> {
  const { electron = 'none', chrome = 'none', node } = process.versions;
  const system = `${app.platform} ${arch()}, ${release()}, ${version()}`;
  const machine = `${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory`;
  return { app: app.version, electron, chrome, node, system, machine };
}

async function healthOf(url: string | null): Promise<string> {
  if (url === null) return 'the service is not running';
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(healthMs) });
    return `${response.status} ${await response.text()}`;
  } catch (error) {
    return `no answer (${error instanceof Error ? error.name : 'unknown error'})`;
  }
}

async function filesIn(folder: string): Promise<FileFact[]> {
  const names = await namesIn(folder);
  return await Promise.all(names.toSorted().map((name) => factOf(join(folder, name))));
}

async function factOf(path: string): Promise<FileFact> {
  const name = basename(path);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isDirectory())
    return { name, bytes: found?.size ?? 0, entries: null };
  const inside = await filesIn(path);
  const bytes = inside.reduce((sum, file) => sum + file.bytes, 0);
  return { name, bytes, entries: inside.length };
}

async function logsIn(folder: string): Promise<Record<string, readonly string[]>> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.log')).toSorted();
  const read = names.map(async (name) => [name, await lastLines(join(folder, name))] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** The last whole lines of a file. */
async function lastLines(path: string): Promise<readonly string[]> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    const start = Math.max(0, size - logBytes);
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(size - start),
      0,
      size - start,
      start,
    );
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    return lines.slice(start === 0 ? 0 : 1).filter((line) => line !== '');
  } catch {
    return [];
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
