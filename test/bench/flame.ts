import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readProfiles, topCosts } from './cpu-profile.ts';
import { flameGraph } from './flame-graph.ts';
import { throughput } from './load.ts';
import { start } from './processes.ts';
import { programFile, startService } from './service.ts';
import { printed } from './table.ts';

/**
 * `node test/bench/flame.ts --out DIR`: the service under the load of the throughput rows, with a
 * profile of each of its threads. Prints the top costs of those at work, and leaves a flame graph of
 * each in DIR. `--turns same` repeats one turn, so that detection is cached; `new` says something new.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'node_modules/.cache/flame' },
    turns: { type: 'string', default: 'new' },
    seconds: { type: 'string', default: '15' },
    top: { type: 'string', default: '15' },
  },
});
const seconds = Number(values.seconds);
const ticksPerSecond = 100;
const skipMs = 6_000;
const leastMs = 200;

const dataDir = await mkdtemp(join(tmpdir(), 'svc-flame-'));
const profiles = join(dataDir, 'profiles');
const upstream = await start([programFile('upstream.ts')]);
const env = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` };
const service = await startService(dataDir, upstream, { env });
try {
  const path = { name: 'service', url: service.agentUrl };
  const load = { connections: 16, newTurns: values.turns === 'new' };
  await throughput(path, { ...load, seconds: 3 });
  const before = await cpuSeconds(service.pid);
  const rate = await throughput(path, { ...load, seconds });
  const perTurn = (1000 * ((await cpuSeconds(service.pid)) - before)) / (rate * seconds);
  process.stdout.write(
    `${rate.toFixed(0)} turns a second, ${perTurn.toFixed(2)} ms of processor time each, profiled\n`,
  );
  await service.stop();
  await mkdir(values.out, { recursive: true });
  for (const profile of await readProfiles(profiles, skipMs)) {
    if (profile.root.totalMs < leastMs) continue;
    await writeFile(join(values.out, `${profile.thread}.svg`), flameGraph(profile));
    const rows = topCosts(profile, Number(values.top)).map(({ name, ms }) => [
      name,
      ms.toFixed(0),
      `${((100 * ms) / profile.root.totalMs).toFixed(1)} %`,
    ]);
    const title = `${profile.thread}, ${profile.root.totalMs.toFixed(0)} ms at work`;
    process.stdout.write(`\n${printed({ title, head: ['own time of', 'ms', 'share'], rows })}\n`);
  }
} finally {
  await service.stop();
  await upstream.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** User and system time of all threads of a process. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}
