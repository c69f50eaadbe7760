import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { chunk, contentOf, event, finish } from '../support/sse-kit.ts';
import { reading } from '../support/stream-reader.ts';

const hour = 3_600_000;
const day = 24 * hour;
const number = '202-555-0143';

let proxy: ProxyKit;
let agent: string;
beforeAll(async () => {
  proxy = await startProxy();
  agent = await proxy.agent();
});
afterEach(() => vi.useRealTimers());
afterAll(() => proxy?.close());

/** Moves the wall clock of the service; timers run on. */
const clockAt = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: ms });
};

/** Waits until what follows each reply is written: written with later events, it would hide a step of the clock. */
const written = () =>
  expect
    .poll(async () => (await proxy.records(agent, 'response_completed')).length)
    .toBe(proxy.upstream.seen.length);

describe('a clock that jumps under a running service stops no call and loses no record', () => {
  it.each([
    ['a minute back', -60_000],
    ['a day back', -day],
    ['to 1970', -Date.now() + 1000],
    ['an hour forward', hour],
    ['a year forward', 365 * day],
    ['back to where it was', 0],
  ])('%s', async (_where, jump) => {
    const extra = { call: { id: 'across' } };
    const before = proxy.upstream.seen.length;
    expect(await proxy.ask(agent, [user(`call ${number}`)], extra)).toBe(`I heard: call ${number}`);
    await written();
    clockAt(Date.now() + jump);
    expect(await proxy.ask(agent, [user(`or ${number}`)], extra)).toBe(`I heard: or ${number}`);
    expect(await proxy.ask(agent, [user('hello')])).toBe('I heard: hello');
    expect(proxy.upstream.seen.length - before).toBe(3);
    expect((await fetch(`${proxy.service.url}/health`)).status).toBe(200);
    await written();
    vi.useRealTimers();
    expect(await proxy.ask(agent, [user(number)])).toBe(`I heard: ${number}`);
    const verified = await proxy.service.api('/api/v1/audit/verify', { method: 'POST' });
    expect(await verified.json()).toMatchObject({ ok: true });
  });

  it('held text of a reply is forwarded on time when the clock jumps back', async () => {
    const goOn = Promise.withResolvers<void>();
    const { script } = proxy.upstream;
    proxy.upstream.script = async (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(chunk({ role: 'assistant', content: 'Calling TOK1' })));
      await goOn.promise;
      response.end(`${finish}data: [DONE]\n\n`);
    };
    const body = { stream: true, messages: [user('hello')] };
    const reader = reading(await proxy.post(agent, body));
    await reader.until((text) => contentOf(text).startsWith('Calling '));
    clockAt(Date.now() - day);
    await reader.until((text) => contentOf(text) === 'Calling TOK1');
    goOn.resolve();
    await reader.rest();
    proxy.upstream.script = script;
  });

  it('the journal records each forwarded request once, and each step back of the clock', async () => {
    const records = await proxy.service.records();
    const of = (kind: string) => records.filter((record) => record.kind === kind);
    expect(of('egress_scanned')).toHaveLength(proxy.upstream.seen.length);
    expect(of('clock_regression').length).toBeGreaterThanOrEqual(5);
    expect(of('retention_pruned')).toEqual([]);
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at));
  });
});
