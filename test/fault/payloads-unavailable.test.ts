import { describe, expect, it, vi } from 'vitest';
import { memoryProxy } from '../support/memory-proxy.ts';

const words = 'call 202-555-0143';
const changePolicy = (yaml: string) => yaml.replace('log_payloads: false', 'log_payloads: true');

const eventsOf = async (proxy: Awaited<ReturnType<typeof memoryProxy>>) =>
  (await proxy.records()).map(({ kind, payload_sha256 }) => [kind, typeof payload_sha256]);

describe('a call whose payloads cannot be stored although its policy logs them (design D28)', () => {
  it('is not processed: nothing is forwarded and nothing is journalled', async () => {
    const proxy = await memoryProxy({ changePolicy });
    proxy.broken = { payloads: true };
    const response = await proxy.say(words);
    expect([response.statusCode, response.json().error.code]).toEqual([503, 'AuditUnavailable']);
    expect(proxy.forwarded).toEqual([]);
    expect(await proxy.records()).toEqual([]);
  });

  it('stores a request before the event that names it', async () => {
    const proxy = await memoryProxy({ changePolicy });
    proxy.broken = { journal: true };
    expect((await proxy.say(words)).statusCode).toBe(503);
    expect(await proxy.records()).toEqual([]);
    proxy.broken = {};
    await proxy.say(words);
    await proxy.pipeline.settle();
    const session = (await proxy.records())[0]?.session_id ?? 'sess_';
    const kept = await proxy.stores.payloads.read(session);
    const named = (await proxy.records()).flatMap(({ payload_sha256: digest }) => digest ?? []);
    expect(kept.state === 'kept' && kept.payloads.map(({ sha256 }) => sha256)).toEqual(named);
    expect(named).toHaveLength(2);
  });

  it('has an event without a payload for a delivered reply, and the loss is reported', async () => {
    const proxy = await memoryProxy({ changePolicy });
    proxy.meanwhile = () => {
      proxy.broken = { payloads: true };
    };
    expect((await proxy.say(words)).statusCode).toBe(200);
    await proxy.pipeline.settle();
    expect(proxy.delays).toEqual(['payload']);
    const events = await eventsOf(proxy);
    expect(events).toContainEqual(['request_masked', 'string']);
    expect(events).toContainEqual(['response_completed', 'undefined']);
    expect(events.at(-1)?.[0]).toBe('session_sealed');
    expect(await proxy.journal.verify()).toMatchObject({ ok: true });
  });

  it('leaves no payload of a call that was never journalled', async () => {
    const proxy = await memoryProxy({ changePolicy });
    const { payloads } = proxy.stores;
    const keep = vi.spyOn(payloads, 'keepFirst');
    proxy.broken = { journal: true };
    expect((await proxy.say(words)).statusCode).toBe(503);
    const session = keep.mock.calls[0]?.[0] ?? 'sess_';
    await expect.poll(() => payloads.read(session)).toEqual({ state: 'erased' });
    expect(proxy.delays).toEqual([]);
  });
});
