import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'hdr-histogram-js';
import { chatBody, type Path, timed } from './load.ts';
import { start } from './processes.ts';
import { programFile, startService } from './service.ts';
import { printed } from './table.ts';

/**
 * `node test/bench/soak.ts --turns 1000000`: a day of calls as fast as they go. Calls of 20 turns take
 * turns on 24 lanes; every fourth turn is streamed and every tenth says something new, the others
 * repeat what was said. Prints memory and latency a twentieth at a time, which should stay flat, and
 * verifies the journal at the end.
 */
const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '100000' },
    lanes: { type: 'string', default: '24' },
  },
});
const turns = Number(values.turns);
const lanes = Number(values.lanes);
const turnsPerCall = 20;
const windows = 20;

const dataDir = await mkdtemp(join(tmpdir(), 'svc-soak-'));
const upstream = await start([programFile('upstream.ts')]);
const service = await startService(dataDir, upstream);
const path: Path = { name: 'service', url: service.agentUrl };
try {
  const rows: string[][] = [];
  let next = 0;
  let failed = 0;
  for (let window = 1; window <= windows; window += 1) {
    const until = Math.round((turns * window) / windows);
    const whole = build({ numberOfSignificantValueDigits: 3 });
    const began = performance.now();
    const lane = async (): Promise<void> => {
      for (let turn = next++; turn < until; turn = next++) {
        const call = Math.floor(turn / (turnsPerCall * lanes)) * lanes + (turn % lanes);
        const said = turn % 10 === 0 ? turn : turn % 7;
        try {
          const { totalMs } = await timed(path, chatBody(call, said, turn % 4 === 0));
          whole.recordValue(Math.round(totalMs * 1000));
        } catch {
          failed += 1;
        }
      }
    };
    const from = next;
    await Promise.all(Array.from({ length: lanes }, lane));
    next = until;
    const seconds = (performance.now() - began) / 1000;
    rows.push([
      String(until),
      ((until - from) / seconds).toFixed(0),
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

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

async function verified(): Promise<string> {
  const response = await fetch(`${service.url}/api/v1/audit/verify`, {
    method: 'POST',
    headers: { cookie: service.cookie, origin: service.url },
  });
  return `The journal afterwards: ${await response.text()}`;
}
