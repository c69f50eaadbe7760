import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Frame, readProfiles } from '../cpu-profile.ts';
import type { Running } from '../processes.ts';
import { startService } from '../service.ts';
import type { Table } from '../table.ts';
import { type Workload, warmUp } from './workloads.ts';

/** Processor time of the main thread in ms per turn, by workload, as measured without a profile. */
export type MainThreadMs = ReadonlyMap<string, number>;

/** Shares of a thread's time by stage. */
type Shares = ReadonlyMap<string, number>;

/**
 * Processor time of the main thread by stage: the share that a profile gives each stage, of the time that a turn takes
 * without a profile. Each workload has a service of its own. A stage is a room of `server/`; `domain` and `shared` count for
 * the room that calls them.
 */
export async function stagesOfMainThread(
  dataDir: string,
  upstream: Running,
  workloads: readonly Workload[],
  mainMs: MainThreadMs,
): Promise<Table> {
  const measured = workloads.filter(({ name }) => mainMs.has(name));
  const shares: Shares[] = [];
  for (const workload of measured) shares.push(await sharesOf(dataDir, upstream, workload));
  const sums = new Map<string, number>();
  for (const share of shares.flatMap((one) => [...one]))
    sums.set(share[0], (sums.get(share[0]) ?? 0) + share[1]);
  const stages = [...sums].toSorted(([, a], [, b]) => b - a).map(([stage]) => stage);
  return {
    title: 'Processor time of the main thread by stage, ms',
    head: ['stage', ...measured.map(({ name }) => name)],
    rows: stages.map((stage) => [
      stage,
      ...measured.map(({ name }, at) =>
        ((mainMs.get(name) ?? 0) * (shares[at]?.get(stage) ?? 0)).toFixed(2),
      ),
    ]),
  };
}

async function sharesOf(dataDir: string, upstream: Running, workload: Workload): Promise<Shares> {
  const folder = await mkdtemp(join(dataDir, 'stages-'));
  const profiles = join(folder, 'profiles');
  const began = performance.now();
  const env = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` };
  const service = await startService(join(folder, 'data'), upstream, { env });
  let warmMs = 0;
  try {
    const path = { name: 'service', url: service.agentUrl };
    await warmUp.run(path, (_name, _turns, say) => say());
    await workload.run(path, (_name, _turns, say) => say());
    warmMs = performance.now() - began;
    await workload.run(path, (_name, _turns, say) => say());
  } finally {
    await service.stop();
  }
  const main = (await readProfiles(profiles, warmMs)).find(({ thread }) => thread === 'main');
  if (main === undefined) throw new Error('the service left no profile of its main thread');
  return sharesByStage(main.root);
}

function sharesByStage(root: Frame): Shares {
  const ms = new Map<string, number>();
  const add = (frame: Frame, caller: string): void => {
    const stage = stageOf(frame.name) ?? caller;
    ms.set(stage, (ms.get(stage) ?? 0) + frame.ownMs);
    for (const called of frame.called.values()) add(called, stage);
  };
  add(root, 'Node');
  return new Map([...ms].map(([stage, own]) => [stage, own / root.totalMs]));
}

const adapters: Readonly<Record<string, string>> = {
  onnx: 'messages to the model',
  sqlcipher: 'messages to the writers',
  'upstream-http': 'upstream',
};
const libraries: readonly (readonly [pattern: RegExp, stage: string])[] = [
  [/^\(garbage collector\)/, 'garbage'],
  [/node_modules\/undici\//, 'upstream'],
  [
    /node_modules\/(?:fastify|find-my-way|light-my-request|@fastify)\/|node:(?:_http|net|internal\/stream)/,
    'http',
  ],
];

/** The stage that a function begins; undefined for what works for its caller. */
function stageOf(name: string): string | undefined {
  const [, room = '', inner = ''] = / server\/([\w-]+)\/([\w-]*)/.exec(name) ?? [];
  if (room === 'adapters') return adapters[inner];
  if (room === 'domain' || room === 'shared') return undefined;
  if (room !== '') return room;
  return libraries.find(([pattern]) => pattern.test(name))?.[1];
}
