import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { percentile } from './load.ts';
import { start } from './processes.ts';
import { type MaskedPath, programFile, startService } from './service.ts';
import type { Table } from './table.ts';

const rounds = 150;
const warmUp = 20;
const filler = { en: 'One moment, I am looking.' };

/** How an agent's function answers; undefined for an agent without one. */
interface Kind {
  readonly name: string;
  readonly afterMs?: number;
  readonly filler?: typeof filler;
}

const kinds: readonly Kind[] = [
  { name: 'none' },
  { name: 'answers at once', afterMs: 0 },
  { name: 'answers at once, with a filler', afterMs: 0, filler },
  { name: 'answers after 50 ms', afterMs: 50 },
  { name: 'answers after 50 ms, with a filler', afterMs: 50, filler },
];

/** Milliseconds from the question. */
interface Answered {
  readonly firstMs: number;
  readonly wholeMs: number;
}

/**
 * What a function costs a turn: the first turn of a call of Retell, in which the model calls a function on this machine
 * and then answers, beside a turn in which it answers at once. All kinds take turns, so that what else runs concerns all:
 * a ratio is the median of those within a round.
 */
export async function benchFunctions(dataDir: string): Promise<readonly Table[]> {
  const upstream = await start([programFile('upstream.ts')]);
  const service = await startService(join(dataDir, 'functions'), upstream);
  const measured = new Map<Kind, Answered[]>(kinds.map((kind) => [kind, []]));
  try {
    const agents = new Map<Kind, string>();
    for (const kind of kinds) agents.set(kind, await retellOf(service, upstream.url, kind));
    for (let round = -warmUp; round < rounds; round += 1) {
      // Each round begins with another kind.
      const first = (round + warmUp) % kinds.length;
      const order = [...agents].slice(first).concat([...agents].slice(0, first));
      for (const [kind, address] of order) {
        const answered = await oneTurn(`${address}/call-${round + warmUp}`, round + warmUp);
        if (round >= 0) measured.get(kind)?.push(answered);
      }
    }
  } finally {
    for (const running of [service, upstream]) await running.stop();
  }
  const without = measured.get(kinds[0] as Kind) ?? [];
  const rows = [...measured].map(([{ name }, some]) => [
    name,
    ...(['firstMs', 'wholeMs'] as const).flatMap((of) => cells(some, without, of)),
  ]);
  return [{ title: 'The first turn of a call of Retell, with a function and without', head, rows }];
}

const head = [
  'function',
  'first words: p50, p95 ms',
  'ratio',
  'whole answer: p50, p95 ms',
  'ratio',
];

function cells(
  some: readonly Answered[],
  without: readonly Answered[],
  of: keyof Answered,
): readonly [string, string] {
  const times = some.map((one) => one[of]);
  const ratios = times.map((time, round) => time / (without[round]?.[of] ?? Number.NaN));
  const [p50, p95] = [percentile(times, 50), percentile(times, 95)];
  return [`${p50.toFixed(1)}, ${p95.toFixed(1)}`, percentile(ratios, 50).toFixed(2)];
}

/** Makes an agent; resolves with the address of its calls of Retell. */
async function retellOf(
  { url, cookie }: MaskedPath,
  functionUrl: string,
  { name, afterMs, filler: words }: Kind,
): Promise<string> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    return answer.json();
  };
  const parameters = { type: 'object', properties: { phone: { type: 'string' } } };
  const endpoint = { url: `${functionUrl}/function/${afterMs}`, ...(words && { filler: words }) };
  const tool = { type: 'function', function: { name: 'look_up', parameters }, endpoint };
  const agent = { name, upstream: 'provider:model-small' };
  const tools = afterMs === undefined ? {} : { tools: [tool] };
  const { agent: made } = (await post('/agents', { ...agent, ...tools })) as Made<'agent'>;
  const path = `/agents/${made.id}/tokens`;
  const { token } = (await post(path, { name: 'bench' })) as Made<'token'>;
  return `${url.replace('http', 'ws')}/proxy/${made.id}/retell/${token.secret}`;
}

type Made<K extends string> = Readonly<Record<K, { readonly id: string; readonly secret: string }>>;

/** Opens a call, says one sentence with a number in it, and hangs up. */
async function oneTurn(address: string, call: number): Promise<Answered> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const phone = `202 555 ${String(100 + (call % 100)).padStart(4, '0')}`;
  const content = `hello, I would like to move my visit to next week, you can reach me at ${phone}, thank you`;
  const began = performance.now();
  let firstMs: number | undefined;
  const answered = Promise.withResolvers<Answered>();
  socket.once('close', () => answered.reject(new Error('the call was closed')));
  socket.on('message', (data) => {
    const part = JSON.parse(String(data)) as {
      readonly response_id?: number;
      readonly content?: string;
      readonly content_complete?: boolean;
    };
    if (part.response_id !== 1) return;
    const nowMs = performance.now() - began;
    if (part.content) firstMs ??= nowMs;
    if (part.content_complete === true && firstMs !== undefined)
      answered.resolve({ firstMs, wholeMs: nowMs });
  });
  socket.send(
    JSON.stringify({
      interaction_type: 'response_required',
      response_id: 1,
      transcript: [{ role: 'user', content }],
    }),
  );
  const result = await answered.promise;
  socket.close(1000);
  await once(socket, 'close');
  return result;
}
