import { join } from 'node:path';
import { newValues, wordsWith } from './cost/workloads.ts';
import { type Path, timed } from './load.ts';
import { type Arrivals, openLoop } from './open-loop.ts';
import { start } from './processes.ts';
import { programFile, startService } from './service.ts';
import type { Table } from './table.ts';

const seconds = 10;
const loads: readonly Omit<Arrivals, 'stream' | 'seconds'>[] = [
  { calls: 1, rate: 20 },
  { calls: 20, rate: 50 },
  { calls: 200, rate: 100 },
];
const percents = [50, 95, 99, 99.9];

/**
 * Open loop, by number of calls: straight to the provider, through the bare pass-through, through
 * another gateway that masks nothing, and through the service, which reads and masks a new value in
 * each turn. `shieldIn` is a Python environment with LLM-Shield-Proxy, which is measured then as well. In the
 * end the values that each way lets through to the provider are counted.
 */
export async function benchGateways(dataDir: string, shieldIn?: string): Promise<readonly Table[]> {
  const upstream = await start([programFile('upstream.ts')]);
  const baseline = await start([programFile('pass-through.ts'), upstream.url]);
  const portkey = await start([programFile('portkey.ts')], { NODE_ENV: 'production' });
  const shield =
    shieldIn && (await start([programFile('llm-shield-proxy.ts'), shieldIn, upstream.url]));
  const service = await startService(join(dataDir, 'gateways'), upstream);
  const paths: readonly Path[] = [
    { name: 'straight', url: `${upstream.url}/v1/chat/completions` },
    { name: 'pass-through', url: `${baseline.url}/v1/chat/completions` },
    {
      name: 'Portkey, no masking',
      url: `${portkey.url}/v1/chat/completions`,
      headers: {
        'x-portkey-provider': 'openai',
        'x-portkey-custom-host': `${upstream.url}/v1`,
        authorization: 'Bearer none',
      },
    },
    ...(shield
      ? [
          {
            name: 'LLM-Shield-Proxy',
            url: `${shield.url}/v1/chat/completions`,
            headers: { authorization: 'Bearer sk-bench' },
          },
        ]
      : []),
    { name: 'this service', url: service.agentUrl },
  ];
  try {
    for (const path of paths)
      await openLoop(path, { calls: 5, rate: 40, seconds: 4, stream: true });
    const leaks = await leakTable(paths, upstream.url);
    return [await tableOf(paths, true), await tableOf(paths, false), leaks];
  } finally {
    const all = [service, ...(shield ? [shield] : []), portkey, baseline, upstream];
    for (const running of all) await running.stop();
  }
}

const leakTurns = 300;

/** How many names and telephone numbers of new turns reach the provider. */
async function leakTable(paths: readonly Path[], upstream: string): Promise<Table> {
  const rows: string[][] = [];
  for (const path of paths) {
    const leaked = { name: 0, phone: 0 };
    for (let turn = 0; turn < leakTurns; turn += 1) {
      const values = newValues();
      const messages = [{ role: 'user', content: wordsWith(values) }];
      await timed(path, JSON.stringify({ model: 'bench', messages }));
      const seen = await (await fetch(upstream)).text();
      leaked.name += Number(seen.includes(values.name));
      leaked.phone += Number(seen.includes(values.phone));
    }
    rows.push([path.name, String(leakTurns), String(leaked.name), String(leaked.phone)]);
  }
  const head = ['way', 'turns', 'names that the provider saw', 'telephone numbers'];
  return { title: 'Values in the last message that leave', head, rows };
}

async function tableOf(paths: readonly Path[], stream: boolean): Promise<Table> {
  const rows: string[][] = [];
  for (const load of loads) {
    for (const path of paths) {
      const { firstByte, whole, failed } = await openLoop(path, { ...load, seconds, stream });
      const figures = percents.map((percent) =>
        ((stream ? firstByte : whole).getValueAtPercentile(percent) / 1000).toFixed(2),
      );
      rows.push([`${load.calls}`, `${load.rate}/s`, path.name, ...figures, `${failed}`]);
    }
  }
  return {
    title: stream ? 'Time to the first streamed byte, ms' : 'Time to a whole reply, ms',
    head: ['calls', 'turns', 'way', ...percents.map((percent) => `p${percent}`), 'failed'],
    rows,
  };
}
