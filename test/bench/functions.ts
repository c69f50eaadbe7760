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

/** Where the agent of a kind is asked. */
interface Asked {
  /** `/proxy/{agent_id}` of the service. */
  readonly address: string;
  readonly token: string;
}

/** Asks in a call of its own, and hangs up. */
type Ask = (asked: Asked, call: string, content: string) => Promise<Answered>;

const ways: readonly (readonly [name: string, ask: Ask])[] = [
  ['a call of Retell', overRetell],
  ['a call over HTTP, streamed', overHttp],
];

/**
 * What a function costs a turn: the first turn of a call, in which the model calls a function on this machine
 * and then answers, beside a turn in which it answers at once. All kinds take turns, so that what else runs concerns all:
 * a ratio is the median of those within a round.
 */
export async function benchFunctions(dataDir: string): Promise<readonly Table[]> {
  const upstream = await start([programFile('upstream.ts')]);
  const service = await startService(join(dataDir, 'functions'), upstream);
  try {
    const agents = new Map<Kind, Asked>();
    for (const kind of kinds) agents.set(kind, await agentOf(service, upstream.url, kind));
    const tables: Table[] = [];
    for (const [name, ask] of ways) {
      const title = `The first turn of ${name}, with a function and without`;
      tables.push({ title, head, rows: await rowsOf(agents, name, ask) });
    }
    return tables;
  } finally {
    for (const running of [service, upstream]) await running.stop();
  }
}

async function rowsOf(agents: ReadonlyMap<Kind, Asked>, way: string, ask: Ask) {
  const measured = new Map<Kind, Answered[]>(kinds.map((kind) => [kind, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    const call = round + warmUp;
    // Each round begins with another kind.
    const first = call % kinds.length;
    const order = [...agents].slice(first).concat([...agents].slice(0, first));
    const phone = `202 555 ${String(100 + (call % 100)).padStart(4, '0')}`;
    const content = `hello, I would like to move my visit to next week, you can reach me at ${phone}, thank you`;
    for (const [kind, asked] of order) {
      const answered = await ask(asked, `${way.replace(/\W/g, '-')}-${call}`, content);
      if (round >= 0) measured.get(kind)?.push(answered);
    }
  }
  const without = measured.get(kinds[0] as Kind) ?? [];
  return [...measured].map(([{ name }, some]) => [
    name,
    ...(['firstMs', 'wholeMs'] as const).flatMap((of) => cells(some, without, of)),
  ]);
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

/** Makes an agent with a token. */
async function agentOf(
  { url, cookie }: MaskedPath,
  functionUrl: string,
  { name, afterMs, filler: words }: Kind,
): Promise<Asked> {
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
  const at = { url: `${functionUrl}/function/${afterMs}`, over_http: true };
  const endpoint = { ...at, ...(words && { filler: words }) };
  const tool = { type: 'function', function: { name: 'look_up', parameters }, endpoint };
  const agent = { name, upstream: 'provider:model-small' };
  const tools = afterMs === undefined ? {} : { tools: [tool] };
  const { agent: made } = (await post('/agents', { ...agent, ...tools })) as Made<'agent'>;
  const path = `/agents/${made.id}/tokens`;
  const { token } = (await post(path, { name: 'bench' })) as Made<'token'>;
  return { address: `${url}/proxy/${made.id}`, token: token.secret };
}

type Made<K extends string> = Readonly<Record<K, { readonly id: string; readonly secret: string }>>;

async function overRetell({ address, token }: Asked, call: string, content: string) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/retell/${token}/${call}`);
  await once(socket, 'open');
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

async function overHttp({ address, token }: Asked, call: string, content: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (url: string, body: object) =>
    fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const began = performance.now();
  const answer = await post(`${address}/v1/chat/completions`, {
    messages: [{ role: 'user', content }],
    stream: true,
    call: { id: call },
  });
  if (!answer.ok) throw new Error(`the turn was answered ${answer.status}`);
  let firstMs: number | undefined;
  let said = '';
  for await (const bytes of answer.body ?? []) {
    said += Buffer.from(bytes).toString();
    if (/"content":"[^"]/.test(said)) firstMs ??= performance.now() - began;
  }
  const wholeMs = performance.now() - began;
  const message = { type: 'end-of-call-report', call: { id: call } };
  await post(address.replace('/proxy/', '/voice/webhook/'), { message });
  if (firstMs === undefined) throw new Error('the reply has no words');
  return { firstMs, wholeMs };
}
