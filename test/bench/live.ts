import { join } from 'node:path';
import { chatBody, type Path, percentile, timed } from './load.ts';
import { start } from './processes.ts';
import { type BenchRow, ratioOf } from './row.ts';
import { programFile, startService } from './service.ts';

const viewers = 50;
const rounds = 6;
const turnsPerRound = 100;
const warmUp = 100;

/** What watching costs the calls: streamed turns with viewers and without, in turn (design D30). */
export async function benchLive(dataDir: string): Promise<readonly BenchRow[]> {
  const upstream = await start([programFile('upstream.ts')]);
  const service = await startService(join(dataDir, 'live'), upstream);
  const masked: Path = { name: 'service', url: service.agentUrl };
  let turn = 0;
  const measure = async (count: number): Promise<readonly number[]> => {
    const times: number[] = [];
    for (const last = turn + count; turn < last; turn += 1) {
      times.push((await timed(masked, chatBody(Math.floor(turn / 10), turn, true))).totalMs);
    }
    return times;
  };
  const unwatched: number[] = [];
  const watched: number[] = [];
  try {
    await measure(warmUp);
    for (let round = 0; round < rounds; round += 1) {
      unwatched.push(...(await measure(turnsPerRound)));
      const crowd = await start([
        programFile('viewers.ts'),
        service.url,
        service.cookie,
        String(viewers),
      ]);
      await measure(5);
      watched.push(...(await measure(turnsPerRound)));
      await crowd.stop();
    }
  } finally {
    for (const running of [service, upstream]) await running.stop();
  }
  return [50, 95].map((percent) => {
    const [figure, baseline] = [percentile(watched, percent), percentile(unwatched, percent)];
    return {
      what: `a streamed turn while ${viewers} people watch: p${percent}`,
      figure: `${figure.toFixed(2)} ms`,
      baseline: `no one watches ${baseline.toFixed(2)} ms`,
      ratio: ratioOf(figure, baseline),
    };
  });
}
