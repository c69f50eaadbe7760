import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres-server.ts';
import { signIn } from '../support/sign-in.ts';
import { cpuTimeOfAll } from './cost/cpu-time.ts';
import { type Path, percentile, secret, throughput } from './load.ts';
import { type Running, start } from './processes.ts';
import { checkoutEntry, nodeFlags, programFile } from './service.ts';
import type { Table } from './table.ts';

/** Of a core, for each replica: four of them leave room on two cores for database, provider and load. */
const share = 0.2;
const counts = [1, 2, 4];
/** In flight for each replica; a call stays with its replica. */
const lanes = 4;
const warmSeconds = 12;
const seconds = 10;

/**
 * Whether replicas on one PostgreSQL scale like cores: one, two and four of them, each held to a fifth of a core by the
 * kernel, so that a machine of two cores stands for one of more. Needs Linux and root.
 */
export async function benchCores(dataDir: string, rounds: number): Promise<readonly Table[]> {
  const postgres = await startPostgres();
  const upstream = await start([programFile('repeating-upstream.ts')]);
  const replicas: Replica[] = [];
  try {
    const env = sharedEnv(postgres.url, upstream.url);
    for (let number = 0; number < Math.max(...counts); number += 1)
      replicas.push(await startReplica(join(dataDir, `replica-${number}`), env));
    const agent = await makeAgent(replicas[0] as Replica);
    const paths = replicas.map(
      ({ url }, at): Path => ({
        name: `replica ${at}`,
        url: `${url}/proxy/${agent}/v1/chat/completions`,
      }),
    );
    for (const path of paths) await load(path, warmSeconds);
    const found = counts.map(() => ({ rate: [] as number[], cpuMs: [] as number[] }));
    for (const replica of replicas) await replica.holdTo(share);
    for (let round = 0; round < rounds; round += 1)
      for (const [at, count] of counts.entries()) {
        const used = replicas.slice(0, count);
        const before = await cpuOf(used);
        const began = performance.now();
        const rates = await Promise.all(paths.slice(0, count).map((path) => load(path, seconds)));
        const rate = rates.reduce((sum, one) => sum + one, 0);
        const turns = (rate * (performance.now() - began)) / 1000;
        found[at]?.rate.push(rate);
        found[at]?.cpuMs.push(((await cpuOf(used)) - before) / turns);
      }
    const median = (figures: readonly number[] = []): number => percentile(figures, 50);
    const alone = median(found[0]?.rate);
    const rows = counts.map((count, at) => {
      const rate = median(found[at]?.rate);
      return [
        String(count),
        rate.toFixed(1),
        (rate / alone).toFixed(2),
        median(found[at]?.cpuMs).toFixed(2),
      ];
    });
    const title = `Replicas on one PostgreSQL, each held to ${share} of a core, new turns on a history of 10`;
    return [
      { title, head: ['replicas', 'turns/s', 'of one', 'CPU ms of the replicas a turn'], rows },
    ];
  } finally {
    for (const replica of replicas) await replica.stop();
    await upstream.stop();
    await postgres.stop();
  }
}

const load = (path: Path, forSeconds: number): Promise<number> =>
  throughput(path, { connections: lanes, seconds: forSeconds, newTurns: true });

function sharedEnv(database: string, upstream: string): Readonly<Record<string, string>> {
  const key = (): string => randomBytes(32).toString('hex');
  return {
    MALLOC_ARENA_MAX: '2',
    SVC_DEV: '1',
    SVC_PORT: '0',
    SVC_LOG_LEVEL: 'silent',
    SVC_DATABASE_URL: database,
    SVC_MASTER_KEY: key(),
    SVC_KEY_K_HEALTHCARE: key(),
    SVC_VOICE_WEBHOOK_SECRET: secret,
    SVC_MODEL_SMALL: 'bench',
    SVC_UPSTREAM_BASE_URL: `${upstream}/v1`,
  };
}

interface Replica extends Running {
  /** Takes processor time from it when it has used this share of a core in a tenth of a second. */
  holdTo(share: number): Promise<void>;
}

async function startReplica(
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<Replica> {
  await mkdir(dataDir);
  const running = await start([...nodeFlags, checkoutEntry, 'serve'], {
    ...env,
    SVC_DATA_DIR: dataDir,
  });
  let group: string | undefined;
  return {
    ...running,
    holdTo: async (part) => {
      group = await limitedGroup(running.pid, part);
    },
    stop: async () => {
      await running.stop();
      if (group !== undefined) await rmdir(group);
    },
  };
}

/** Either form of Linux's control groups. */
async function limitedGroup(pid: number, part: number): Promise<string> {
  const periodUs = 100_000;
  const isFirstForm = existsSync('/sys/fs/cgroup/cpu');
  const group = join(isFirstForm ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup', `svc-bench-${pid}`);
  await mkdir(group);
  const quota = String(periodUs * part);
  if (isFirstForm) await writeFile(join(group, 'cpu.cfs_quota_us'), quota);
  else await writeFile(join(group, 'cpu.max'), `${quota} ${periodUs}`);
  await writeFile(join(group, 'cgroup.procs'), String(pid));
  const held = await readFile(join(group, 'cgroup.procs'), 'utf8');
  if (!held.split('\n').includes(String(pid))) throw new Error('the kernel did not take the limit');
  return group;
}

async function makeAgent({ url }: Running): Promise<string> {
  const response = await fetch(`${url}/api/v1/agents`, {
    method: 'POST',
    headers: { cookie: await signIn(url), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', upstream: 'provider:model-small' }),
  });
  return ((await response.json()) as { agent: { id: string } }).agent.id;
}

async function cpuOf(replicas: readonly Running[]): Promise<number> {
  const times = await Promise.all(replicas.map(({ pid }) => cpuTimeOfAll(pid)));
  return times.reduce((sum, ms) => sum + ms, 0);
}
