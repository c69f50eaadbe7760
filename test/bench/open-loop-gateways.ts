import { type Arrivals, openLoop } from './open-loop.ts';
import { type Way, withGateways } from './started-gateways.ts';
import type { Table } from './table.ts';

const seconds = 10;
const loads: readonly Omit<Arrivals, 'stream' | 'seconds'>[] = [
  { calls: 1, rate: 20 },
  { calls: 20, rate: 50 },
  { calls: 200, rate: 100 },
];
const percents = [50, 95, 99, 99.9];

/**
 * By number of calls, how long turns take that come at a fixed rate: straight to the provider, through a gateway that
 * masks nothing, and through the service, which reads and masks a new value in each turn.
 */
export function benchOpenLoop(dataDir: string): Promise<readonly Table[]> {
  return withGateways(dataDir, {}, async ({ ways }) => {
    for (const way of ways) await openLoop(way, { calls: 5, rate: 40, seconds: 4, stream: true });
    return [await tableOf(ways, true), await tableOf(ways, false)];
  });
}

async function tableOf(ways: readonly Way[], stream: boolean): Promise<Table> {
  const rows: string[][] = [];
  for (const load of loads) {
    for (const way of ways) {
      const { firstByte, whole, failed } = await openLoop(way, { ...load, seconds, stream });
      const figures = percents.map((percent) =>
        ((stream ? firstByte : whole).getValueAtPercentile(percent) / 1000).toFixed(2),
      );
      rows.push([`${load.calls}`, `${load.rate}/s`, way.name, ...figures, `${failed}`]);
    }
  }
  return {
    title: stream ? 'Time to the first streamed byte, ms' : 'Time to a whole reply, ms',
    head: ['calls', 'turns', 'way', ...percents.map((percent) => `p${percent}`), 'failed'],
    rows,
  };
}
