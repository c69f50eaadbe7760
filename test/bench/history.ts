import { join } from 'node:path';
import { chatBody, type History, newCall, newTurn, type Path, percentile, timed } from './load.ts';
import { start } from './processes.ts';
import { type BenchRow, ratioOf } from './row.ts';
import { programFile, startService } from './service.ts';

const lengths = [1, 10, 50, 200];
const pairs = 120;
const coldPairs = 40;
const warmUp = 40;

/** How a turn's cost grows with what was said before it, known to the service and not (design D7). */
export async function benchHistory(dataDir: string): Promise<readonly BenchRow[]> {
  const upstream = await start([programFile('upstream.ts')]);
  const baseline = await start([programFile('pass-through.ts'), upstream.url]);
  const service = await startService(join(dataDir, 'history'), upstream);
  const bare: Path = { name: 'pass-through', url: `${baseline.url}/v1/chat/completions` };
  const masked: Path = { name: 'service', url: service.agentUrl };
  const measure = async (what: string, count: number, history: () => History) => {
    const times = { bare: [] as number[], masked: [] as number[] };
    const call = newCall();
    for (let turn = 0; turn < count; turn += 1) {
      const body = chatBody(call, newTurn(), false, history());
      times.bare.push((await timed(bare, body)).totalMs);
      times.masked.push((await timed(masked, body)).totalMs);
    }
    const [figure, floor] = [percentile(times.masked, 50), percentile(times.bare, 50)];
    return {
      what: `${what}: p50`,
      figure: `${figure.toFixed(2)} ms`,
      baseline: `pass-through ${floor.toFixed(2)} ms`,
      ratio: ratioOf(figure, floor),
    };
  };
  try {
    await measure('', warmUp, () => ({ turns: 10 }));
    const rows: BenchRow[] = [];
    for (const turns of lengths) {
      await measure('', 1, () => ({ turns }));
      rows.push(await measure(`a turn after ${turns} known ones`, pairs, () => ({ turns })));
    }
    let mark = 0;
    const unknown = () => {
      mark += 1;
      return { turns: 10, mark: ` and ${mark} more` };
    };
    rows.push(await measure('a turn after 10 that are new as well', coldPairs, unknown));
    return rows;
  } finally {
    for (const running of [service, baseline, upstream]) await running.stop();
  }
}
