import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'hdr-histogram-js';
import { residentMb } from './cost/resident-memory.ts';
import { chatBody, endBody, type Path, timed } from './load.ts';
import { start } from './processes.ts';
import { programFile, startService } from './service.ts';
import { printed } from './table.ts';

/**
 * `node test/bench/soak.ts --turns 1000000`: a day of calls as fast as they go. Calls of 20 turns
 * follow each other on 24 lanes, each until it is hung up; every fourth turn is streamed and every
 * tenth says something new, the others repeat what was said. Prints memory and latency a twentieth at a time, which should stay flat, and
 * verifies the journal at the end. `--server FILE` takes the `svc.js` of another product folder.
 */
const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '100000' },
    lanes: { type: 'string', default: '24' },
    server: { type: 'string' },
  },
});
const turns = Number(values.turns);
const lanes = Number(values.lanes);
const turnsPerCall = 20;
const windows = 20;

const dataDir = await mkdtemp(join(tmpdir(), 'svc-soak-'));
const upstream = await start([programFile('upstream.ts')]);
const service = await startService(
  dataDir,
  upstream,
  values.server === undefined ? {} : { entry: resolve(values.server) },
);
const path: Path = { name: 'service', url: service.agentUrl };
const webhook: Path = { name: 'webhook', url: service.webhookUrl };
try {
  const rows: string[][] = [];
  let calls = 0;
  let said = 0;
  let failed = 0;
  for (let window = 1; window <= windows; window += 1) {
    const until = Math.round((turns * window) / windows);
    const from = said;
    const whole = build({ numberOfSignificantValueDigits: 3 });
    const began = performance.now();
    const say = async (call: number): Promise<void> => {
      const turn = said++;
      const words = turn % 10 === 0 ? turn : turn % 7;
      try {
        const { totalMs } = await timed(path, chatBody(call, words, turn % 4 === 0));
        whole.recordValue(Math.round(totalMs * 1000));
      } catch {
        failed += 1;
      }
    };
    const lane = async (): Promise<void> => {
      while (said < until) {
        const call = calls++;
        for (let turn = 0; turn < turnsPerCall; turn += 1) await say(call);
        await timed(webhook, endBody(call));
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const seconds = (performance.now() - began) / 1000;
    rows.push([
      String(said),
      ((said - from) / seconds).toFixed(0),
      ...[50, 95, 99, 99.9].map((percent) =>
        (whole.getValueAtPercentile(percent) / 1000).toFixed(1),
      ),
      (await residentMb(service.pid)).toFixed(0),
      String(failed),
    ]);
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
  }
  process.stdout.write(
    printed({
      title: `${turns} turns, ${lanes} at a time`,
      head: ['turns', 'turns/s', 'p50 ms', 'p95', 'p99', 'p99.9', 'resident MB', 'failed'],
      rows,
    }),
  );
  process.stdout.write(`\n${await verified()}\n`);
} finally {
  await service.stop();
  await upstream.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function verified(): Promise<string> {
  const response = await fetch(`${service.url}/api/v1/audit/verify`, {
    method: 'POST',
    headers: { cookie: service.cookie, origin: service.url },
  });
  return `The journal afterwards: ${await response.text()}`;
}
