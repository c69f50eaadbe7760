import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ProxyKit,
  type SharedProxy,
  sharedProxy,
  startProxy,
  user,
} from '../support/proxy-kit.ts';
import { echo, lastUserText } from '../support/scripted-upstream.ts';
import { contentOf } from '../support/sse-kit.ts';
import { rule } from './rule-book/index.ts';

let proxy: ProxyKit;

beforeAll(async () => {
  proxy = await startProxy({ SVC_PARTIAL_DEDUP: 'true' });
});
afterAll(() => proxy?.close());

const said = 'you can reach me at 202-555-0143 or at ann@example.com thanks';
const partials = said.split(' ').map((_, index, all) => all.slice(0, index + 1).join(' '));
const body = (words: string) => ({ stream: true, call: { id: 'c' }, messages: [user(words)] });

describe(rule('Processing 9'), () => {
  it('each aborted by the next one, and every one of them on record', async () => {
    const agent = await proxy.agent();
    let open = 0;
    let arrived = Promise.withResolvers<void>();
    proxy.upstream.script = (seen, response) => {
      open += 1;
      response.once('close', () => {
        open -= 1;
      });
      arrived.resolve();
      // Only the last one is ever answered.
      if (lastUserText(seen).endsWith('thanks')) return echo(seen, response);
    };
    const aborted: Promise<unknown>[] = [];
    let previous: AbortController | undefined;
    let heard = '';
    for (const partial of partials) {
      const caller = new AbortController();
      arrived = Promise.withResolvers<void>();
      const asked = proxy.post(agent, body(partial), { signal: caller.signal });
      previous?.abort();
      previous = caller;
      await arrived.promise;
      if (partial === said) heard = contentOf(await (await asked).text());
      else aborted.push(asked.catch(() => undefined));
    }
    await Promise.all(aborted);
    expect(heard).toBe(`I heard: ${said}`);
    await expect
      .poll(async () => (await proxy.records(agent, 'response_completed')).length)
      .toBe(partials.length);
    const replies = await proxy.records(agent, 'response_completed');
    const turns = (records: typeof replies) =>
      records.map(({ turn }) => Number(turn)).sort((a, b) => a - b);
    const all = partials.map((_, index) => index);
    expect(turns(replies)).toEqual(all);
    expect(turns(await proxy.records(agent, 'egress_scanned'))).toEqual(all);
    expect(new Set(replies.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
      new Set(['error client_gone', 'ok completed']),
    );
    await expect.poll(() => open).toBe(0);
    await expect
      .poll(async () =>
        (await proxy.sessions(agent)).map(({ status, turn_count }) => [status, turn_count]),
      )
      .toEqual([['partial', partials.length]]);
  });

  it('partial transcripts that arrive together are each masked and restored', async () => {
    const agent = await proxy.agent();
    proxy.upstream.script = echo;
    const from = proxy.upstream.seen.length;
    const replies = await Promise.all(
      partials.map(async (partial) =>
        contentOf(await (await proxy.post(agent, body(partial))).text()),
      ),
    );
    expect(replies).toEqual(partials.map((partial) => `I heard: ${partial}`));
    const sent = proxy.upstream.seen.slice(from).map(({ raw }) => raw);
    expect(sent).toHaveLength(partials.length);
    expect(sent.filter((raw) => /0143|ann@/.test(raw))).toEqual([]);
  });
});

/** Sends the same partial three times; resolves with how often its two values are on record. */
async function repeat(at: SharedProxy): Promise<object> {
  const agent = await at.agent();
  at.upstream.script = echo;
  const sent: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    const reply = await (await at.post(agent, body(said))).text();
    expect(contentOf(reply)).toBe(`I heard: ${said}`);
    sent.push(at.sent());
  }
  expect(new Set(sent).size).toBe(1);
  expect(sent[0]).not.toMatch(/555[- ]?0143|ann@/);
  expect(await at.records(agent, 'request_masked')).toHaveLength(3);
  const [detections, redactions] = await Promise.all([
    at.records(agent, 'detection'),
    at.records(agent, 'redaction_applied'),
  ]);
  await expect
    .poll(async () => (await at.sessions(agent))[0]?.redaction_count)
    .toBe(redactions.length);
  return { detections: detections.length, redactions: redactions.length };
}

describe('a partial that is byte-identical to the last one of its call', () => {
  it(rule('Processing 10'), async () => {
    expect(await repeat(proxy)).toEqual({ detections: 2, redactions: 2 });
  });

  it('is without the flag a request like any other: detected and on record each time', async () => {
    expect(await repeat(await sharedProxy())).toEqual({ detections: 6, redactions: 6 });
  });
});

describe('bytes that are searched in another way than before are searched again', () => {
  const name = 'Margaret Delacroix';
  const words = (id: string) => ({ call: { id }, messages: [user(`hi this is ${name} calling`)] });

  it('after the agent leaves the stub, for which names are not searched', async () => {
    const agent = await proxy.agent({ upstream: 'stub' });
    expect((await proxy.post(agent, words('first'))).status).toBe(200);
    const changed = await proxy.service.api(`/api/v1/agents/${agent}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ upstream: 'provider:model-small' }),
    });
    expect(changed.status).toBe(200);
    expect((await proxy.post(agent, words('first'))).status).toBe(200);
    expect(proxy.sent()).not.toContain(name);
    expect((await proxy.post(await proxy.agent(), words('second'))).status).toBe(200);
    expect(proxy.sent()).not.toContain(name);
  });

  it('in another protocol, whose fields hold other words', async () => {
    const agent = await proxy.agent();
    const both = { call: { id: 'both' }, messages: [user('hello')], input: `this is ${name}` };
    expect((await proxy.post(agent, both)).status).toBe(200);
    expect((await proxy.post(agent, both, { path: '/v1/responses' })).status).toBe(200);
    expect(proxy.sent()).not.toContain(name);
  });
});
