import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.ts';
import { webhookSecret } from './service.ts';
import { type ServiceProcess, spawnService } from './service-process.ts';
import { signIn } from './sign-in.ts';

const watch = new URL('./loop-watch.mjs', import.meta.url);

/** What watches the main thread of a service: the environment that it starts with, and what it then wrote. */
export interface LoopWatch {
  readonly env: Readonly<Record<string, string>>;
  /** See `WatchedService`; `url` is that of the service. */
  longestStretches(url: string, work: () => Promise<unknown>): Promise<readonly number[]>;
}

/** `file` is for the watch alone. */
export async function createLoopWatch(file: string): Promise<LoopWatch> {
  await writeFile(file, '');
  const stretches = async (): Promise<readonly number[]> =>
    (await readFile(file, 'utf8')).split('\n').filter(Boolean).map(Number);
  return {
    env: { LOOP_WATCH_FILE: file, NODE_OPTIONS: `--max-semi-space-size=8 --import=${watch.href}` },
    longestStretches: async (url, work) => {
      const { length } = await stretches();
      await work();
      // By its answer the stretch before is written.
      await fetch(`${url}/health`).then((response) => response.text());
      return (await stretches()).slice(length).toSorted((a, b) => b - a);
    },
  };
}

/** The service as a process of its own, whose main thread is watched. */
export interface WatchedService extends ServiceProcess {
  readonly secret: string;
  /** Makes an agent and resolves with its id. */
  createAgent(fields: object): Promise<string>;
  /** A call of the management API, signed in. */
  api(path: string, init?: RequestInit): Promise<Response>;
  /**
   * Milliseconds of CPU time of the longest stretches that the main thread worked for without a look at
   * anything else, while `work` went on, longest first. Other programs on the machine do not change them.
   */
  longestStretches(work: () => Promise<unknown>): Promise<readonly number[]>;
  /** Resident memory in MiB. */
  residentMiB(): Promise<number>;
  close(): Promise<void>;
}

export async function startWatchedService(
  env: Readonly<Record<string, string>> = {},
): Promise<WatchedService> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-watched-'));
  const loopWatch = await createLoopWatch(join(folder, 'stretches'));
  const service = await spawnService({
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
    SVC_LOG_LEVEL: 'warn',
    ...loopWatch.env,
    ...env,
  });
  const cookie = await signIn(service.url);
  const api: WatchedService['api'] = (path, init = {}) =>
    fetch(`${service.url}${path}`, {
      ...init,
      headers: {
        cookie,
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
  return {
    ...service,
    secret: webhookSecret,
    api,
    createAgent: async (fields) => {
      const response = await api('/api/v1/agents', {
        method: 'POST',
        body: JSON.stringify(fields),
      });
      return ((await response.json()) as { agent: { id: string } }).agent.id;
    },
    longestStretches: (work) => loopWatch.longestStretches(service.url, work),
    residentMiB: async () => {
      const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    close: async () => {
      await service.end('SIGTERM');
      await removeFolder(folder);
    },
  };
}
