import { chatBody, newCall, newTurn, type Path, percentile, throughput, timed } from './load.ts';
import { start } from './processes.ts';
import { type BenchRow, ratioOf } from './row.ts';
import { programFile, startService } from './service.ts';

const pairs = 400;
const warmUp = 100;
const turnsPerCall = 10;
const connections = 16;
const seconds = 5;
/** Until what runs often is compiled. */
const warmSeconds = 8;

/** The proxy against a bare Fastify + undici pass-through and a direct call, in one run (design, Budgets). */
export async function benchHttp(dataDir: string): Promise<readonly BenchRow[]> {
  const upstream = await start([programFile('upstream.ts')]);
  const baseline = await start([programFile('pass-through.ts'), upstream.url]);
  const service = await startService(dataDir, upstream);
  const direct: Path = { name: 'direct', url: `${upstream.url}/v1/chat/completions` };
  const bare: Path = { name: 'pass-through', url: `${baseline.url}/v1/chat/completions` };
  const masked: Path = { name: 'service', url: service.agentUrl };
  try {
    return [
      ...(await latencyRows(direct, bare, masked, { stream: false })),
      ...(await latencyRows(direct, bare, masked, { stream: false, number: 0 })),
      ...(await latencyRows(direct, bare, masked, { stream: true })),
      await throughputRow(bare, masked, false),
      await throughputRow(bare, masked, true),
    ];
  } finally {
    for (const running of [service, baseline, upstream]) await running.stop();
  }
}

/** Added latency: each request paired with a direct one, so that the machine's mood cancels out. */
async function latencyRows(
  direct: Path,
  bare: Path,
  masked: Path,
  { stream, number }: { readonly stream: boolean; readonly number?: number },
): Promise<BenchRow[]> {
  const added = { bare: [] as number[], masked: [] as number[] };
  let call = 0;
  for (let turn = 0; turn < warmUp + pairs; turn += 1) {
    if (turn % turnsPerCall === 0) call = newCall();
    const known = number === undefined ? {} : { number };
    const body = chatBody(call, newTurn(), stream, { turns: 10, ...known });
    const floor = await timed(direct, body);
    const viaBare = await timed(bare, body);
    const viaMasked = await timed(masked, body);
    if (turn < warmUp) continue;
    const key = stream ? 'firstMs' : 'totalMs';
    added.bare.push(viaBare[key] - floor[key]);
    added.masked.push(viaMasked[key] - floor[key]);
  }
  const what = stream
    ? 'added to the first streamed byte'
    : `added latency, 20-word turn, ${number === undefined ? 'a new number' : 'a known number'}`;
  return [50, 95, 99].map((percent) => {
    const figure = percentile(added.masked, percent);
    const baseline = percentile(added.bare, percent);
    return {
      what: `${what}: p${percent}`,
      figure: `${figure.toFixed(2)} ms`,
      baseline: `pass-through ${baseline.toFixed(2)} ms`,
      ratio: ratioOf(figure, baseline),
    };
  });
}

async function throughputRow(bare: Path, masked: Path, newTurns: boolean): Promise<BenchRow> {
  const load = { connections, seconds, newTurns };
  for (const path of [bare, masked]) await throughput(path, { ...load, seconds: warmSeconds });
  const baseline = await throughput(bare, load);
  const figure = await throughput(masked, load);
  const turn = newTurns ? 'new turn each time' : 'same turn, detection cached';
  return {
    what: `requests per second, ${connections} in flight, durable audit, ${turn}`,
    figure: figure.toFixed(0),
    baseline: `pass-through ${baseline.toFixed(0)}`,
    ratio: ratioOf(figure, baseline),
  };
}
