import { describe, expect, it, vi } from 'vitest';
import { sessionRoot } from '../../server/journal/index.ts';
import { type FedEvent, publicLiveEvent } from '../../server/projections/public-side.ts';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';

const words = 'call 202-555-0143';
const inCall = { call: { id: 'c-1' } };

const kindsOf = async (proxy: MemoryProxy) => (await proxy.records()).map(({ kind }) => kind);
const errorOf = (response: { json(): { error: { code: string } } }) => response.json().error.code;

/** Every session in the journal is sealed over exactly its leaves. */
async function expectSealed(proxy: MemoryProxy): Promise<void> {
  const records = await proxy.records();
  const sessions = new Set(records.map(({ session_id }) => session_id));
  expect(sessions.size).toBeGreaterThan(0);
  for (const id of sessions) {
    const own = records.filter(({ session_id }) => session_id === id);
    expect(own[0]?.kind).toBe('call_started');
    expect(own.map(({ session_seq }) => session_seq)).toEqual(own.map((_, index) => index));
    expect(own.at(-1)).toMatchObject({
      kind: 'session_sealed',
      merkle_root_hex: sessionRoot(own),
      event_count: own.length - 1,
    });
  }
}

describe('when the journal cannot be written the call is not processed (spec, rule 12)', () => {
  it('AuditUnavailable is returned, with the advice not to retry, and nothing is forwarded', async () => {
    const proxy = await memoryProxy();
    proxy.broken.journal = true;
    const response = await proxy.say(words);
    expect([response.statusCode, errorOf(response)]).toEqual([503, 'AuditUnavailable']);
    expect(response.headers['x-should-retry']).toBe('false');
    expect(response.json().error.request_id).toBe(response.headers['x-request-id']);
    expect(proxy.forwarded).toEqual([]);
    expect(await proxy.records()).toEqual([]);
  });

  it('a call goes on when the journal does, with everything that was forwarded on record', async () => {
    const proxy = await memoryProxy();
    expect((await proxy.say(words, inCall)).statusCode).toBe(200);
    proxy.broken.journal = true;
    expect((await proxy.say('and my email is ann@example.com', inCall)).statusCode).toBe(503);
    proxy.broken = {};
    expect((await proxy.say('ann@example.com', inCall)).statusCode).toBe(200);
    await proxy.pipeline.settle();
    expect(proxy.forwarded).toHaveLength(2);
    const kinds = await kindsOf(proxy);
    expect(kinds.filter((kind) => kind === 'egress_scanned')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'call_started')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'redaction_applied')).toHaveLength(2);
  });

  it('the first of two overlapping requests failing leaves the call its beginning', async () => {
    const proxy = await memoryProxy();
    proxy.journal.failNext();
    const [one, two] = await Promise.all([proxy.say(words, inCall), proxy.say(words, inCall)]);
    expect([one.statusCode, two.statusCode].sort()).toEqual([200, 503]);
    await proxy.pipeline.settle();
    const kinds = await kindsOf(proxy);
    expect(kinds.filter((kind) => kind === 'call_started')).toHaveLength(1);
    expect(proxy.forwarded).toHaveLength(1);
  });
});

describe('events of a reply are late, never lost (spec, rule 12)', () => {
  it('what could not be written goes in front of the next append', async () => {
    const proxy = await memoryProxy();
    proxy.meanwhile = () => proxy.journal.failNext();
    expect((await proxy.say(words, inCall)).statusCode).toBe(200);
    proxy.meanwhile = () => undefined;
    await expect.poll(() => proxy.delays).toEqual(['events']);
    expect(await kindsOf(proxy)).not.toContain('response_completed');
    await proxy.say('thank you', inCall);
    await proxy.pipeline.settle();
    const kinds = (await kindsOf(proxy)).filter(
      (kind) => kind === 'request_masked' || kind === 'response_completed',
    );
    expect(kinds).toEqual([
      'request_masked',
      'response_completed',
      'request_masked',
      'response_completed',
    ]);
  });

  it('the seal of a call covers events that were written late', async () => {
    const proxy = await memoryProxy();
    proxy.meanwhile = () => proxy.journal.failNext();
    await proxy.say(words);
    await proxy.pipeline.settle();
    expect(await kindsOf(proxy)).toContain('response_completed');
    await expectSealed(proxy);
  });

  it('an ending that fails is made up for once the journal is back', async () => {
    const proxy = await memoryProxy();
    proxy.meanwhile = () => {
      proxy.broken.journal = true;
    };
    await proxy.say(words);
    await expect.poll(() => [...proxy.delays]).toEqual(['events', 'ending']);
    proxy.broken = {};
    proxy.pipeline.catchUp();
    await proxy.pipeline.settle();
    await expectSealed(proxy);
    expect((await proxy.sessions()).map(({ ended, status }) => [ended, status])).toEqual([
      [true, 'ok'],
    ]);
  });

  it('late events are written without another request', async () => {
    const proxy = await memoryProxy();
    proxy.meanwhile = () => proxy.journal.failNext();
    await proxy.say(words, inCall);
    await expect.poll(() => [...proxy.delays]).toEqual(['events']);
    proxy.pipeline.catchUp();
    await expect.poll(() => kindsOf(proxy)).toContain('response_completed');
  });

  it('session summaries are written without another request', async () => {
    const proxy = await memoryProxy();
    proxy.broken.calls = true;
    await proxy.say(words);
    await expect.poll(() => kindsOf(proxy)).toContain('session_sealed');
    await expect.poll(() => [...proxy.delays]).toContain('sessions');
    proxy.broken = {};
    proxy.pipeline.catchUp();
    await expect
      .poll(async () => (await proxy.sessions()).map(({ ended }) => ended))
      .toEqual([true]);
  });

  it('settling does not lose what it cannot write', async () => {
    const proxy = await memoryProxy();
    proxy.meanwhile = () => {
      proxy.broken.journal = true;
    };
    await proxy.say(words, inCall);
    await expect(proxy.pipeline.settle()).rejects.toMatchObject({ code: 'AuditUnavailable' });
    proxy.broken = {};
    await proxy.pipeline.settle();
    expect(await kindsOf(proxy)).toContain('response_completed');
  });
});

describe('what a request needs and cannot have refuses it (design D6)', () => {
  it.each(['vault', 'vaultCommit', 'detector'] as const)(
    'a failing %s: nothing is forwarded',
    async (what) => {
      const proxy = await memoryProxy();
      proxy.broken[what] = true;
      const response = await proxy.say(words);
      expect([response.statusCode, errorOf(response)]).toEqual([500, 'internal_error']);
      expect(response.body).not.toMatch(/555[- ]?0143|as the test wants/);
      expect(proxy.forwarded).toEqual([]);
      await proxy.pipeline.settle();
      expect(
        (await proxy.records()).find(({ kind }) => kind === 'response_completed'),
      ).toMatchObject({ status: 'error', reason: 'internal_error' });
      expect((await proxy.sessions()).map(({ status, ended }) => [status, ended])).toEqual([
        ['error', true],
      ]);
      await expectSealed(proxy);
    },
  );

  it.each(['vault', 'vaultCommit'] as const)(
    'the next request of the call is served once it is back: %s',
    async (what) => {
      const proxy = await memoryProxy();
      proxy.broken[what] = true;
      expect((await proxy.say(words, inCall)).statusCode).toBe(500);
      proxy.broken = {};
      const response = await proxy.say(words, inCall);
      expect(response.json().choices[0].message.content).toBe(`You said: ${words}`);
      expect(proxy.forwarded[0]).not.toMatch(/555[- ]?0143/);
      const [token = ''] = /TOK1\.PHONE\.[A-Z_]+\.\w+/.exec(proxy.forwarded[0] ?? '') ?? [];
      expect(await proxy.stores.kit.vault.find([token])).toEqual([
        expect.objectContaining({ token }),
      ]);
    },
  );

  it('viewers see the texts of the repeated request, not of the refused one', async () => {
    const proxy = await memoryProxy();
    const parts: number[] = [];
    const watch = proxy.pipeline.liveFeed.watch({}, (events) => {
      for (const event of events)
        if (event.type === 'turn') parts[event.turn.turn] = event.turn.parts.length;
    });
    proxy.broken.vaultCommit = true;
    expect((await proxy.say(words, inCall)).statusCode).toBe(500);
    proxy.broken = {};
    expect((await proxy.say(words, inCall)).statusCode).toBe(200);
    watch?.catchUp('too_slow');
    watch?.close();
    expect(parts).toEqual([0, 1]);
  });

  it('a token that fails to become durable while a long text is masked refuses the request alone', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const proxy = await memoryProxy();
    proxy.broken.vaultCommit = true;
    expect((await proxy.say('ann@example.com '.repeat(4_000), inCall)).statusCode).toBe(500);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(proxy.forwarded).toEqual([]);
  });

  it('a token that is not durable yet is not forwarded, though its events are written', async () => {
    const proxy = await memoryProxy();
    const commit = Promise.withResolvers<void>();
    proxy.vaultCommitWaits = commit.promise;
    const [first, second] = [proxy.say(words, inCall), proxy.say(words, inCall)];
    await expect
      .poll(async () => (await kindsOf(proxy)).filter((k) => k === 'egress_scanned'))
      .toHaveLength(2);
    expect(proxy.forwarded).toEqual([]);
    commit.resolve();
    expect([(await first).statusCode, (await second).statusCode]).toEqual([200, 200]);
    expect(proxy.forwarded).toHaveLength(2);
  });

  it('a request whose both commits fail is answered with the journal’s failure', async () => {
    const proxy = await memoryProxy();
    proxy.broken = { vaultCommit: true, journal: true };
    const response = await proxy.say(words);
    expect([response.statusCode, errorOf(response)]).toEqual([503, 'AuditUnavailable']);
    expect(proxy.forwarded).toEqual([]);
  });
});

describe('a body in which the leak scan finds a strong hit is not sent (design D33)', () => {
  const withoutPasses = (yaml: string) =>
    yaml.replace('PHONE: { regex: true', 'PHONE: { regex: false');

  it('as with a kind that the policy masks but lets no pass look for', async () => {
    const proxy = await memoryProxy({ changePolicy: withoutPasses });
    const response = await proxy.say(words);
    expect([response.statusCode, errorOf(response)]).toEqual([500, 'internal_error']);
    expect(proxy.forwarded).toEqual([]);
    await proxy.pipeline.settle();
    const records = await proxy.records();
    expect(records.find(({ kind }) => kind === 'leak_blocked')).toMatchObject({
      rules: ['pattern.phone'],
      pattern_hits: 1,
    });
    expect(records.some(({ kind }) => kind === 'egress_scanned')).toBe(false);
    await expectSealed(proxy);
  });

  it('a text that was not sent is not shown on the public side', async () => {
    const proxy = await memoryProxy({ changePolicy: withoutPasses });
    const told: FedEvent[] = [];
    const watch = proxy.pipeline.liveFeed.watch({}, (events) => told.push(...events));
    expect((await proxy.say(words, inCall)).statusCode).toBe(500);
    watch?.catchUp('too_slow');
    watch?.close();
    expect(JSON.stringify(told)).toContain('0143');
    expect(JSON.stringify(told.map((event) => publicLiveEvent(event)))).toContain(
      '"verdict":"blocked"',
    );
    expect(JSON.stringify(told.map((event) => publicLiveEvent(event)))).not.toMatch(/555[- ]?0143/);
  });
});
