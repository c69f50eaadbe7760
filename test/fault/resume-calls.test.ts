import { describe, expect, it } from 'vitest';
import { sessionRoot } from '../../server/journal/index.ts';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';

const words = 'call 202-555-0143';
const inCall = { call: { id: 'c-1' } };

/** The next process over what this one left; nothing of its memory goes along. */
async function afterCrash({ stores }: MemoryProxy): Promise<MemoryProxy> {
  const proxy = await memoryProxy({ stores });
  await proxy.pipeline.resume();
  await proxy.pipeline.settle();
  return proxy;
}

const kindsOf = async (proxy: MemoryProxy) => (await proxy.records()).map(({ kind }) => kind);
const sealOf = async (proxy: MemoryProxy) =>
  (await proxy.records()).filter(({ kind }) => kind === 'session_sealed');

async function expectOneSeal(proxy: MemoryProxy): Promise<void> {
  const records = await proxy.records();
  expect(await sealOf(proxy)).toMatchObject([{ merkle_root_hex: sessionRoot(records) }]);
  expect(records.filter(({ kind }) => kind === 'call_ended')).toHaveLength(1);
  expect(await proxy.journal.verify()).toMatchObject({ ok: true });
}

describe('what a crash interrupted is taken up at the next start (design D29)', () => {
  it('a request that was forwarded, with no end on record: the record says that it is unknown', async () => {
    const first = await memoryProxy();
    first.meanwhile = () => {
      first.broken = { journal: true };
    };
    await first.say(words);
    const second = await afterCrash(first);
    expect((await second.sessions()).map(({ status, ended }) => [status, ended])).toEqual([
      ['partial', true],
    ]);
    const [end, ...others] = (await second.records()).filter(
      ({ kind }) => kind === 'response_completed',
    );
    expect(end).toMatchObject({
      turn: 0,
      status: 'partial',
      reason: 'service_stopped',
      stream: 'unknown',
    });
    expect(others).toEqual([]);
    await expectOneSeal(second);
  });

  it('a turn of a call in progress whose end is on no record: the call is partial, and goes on', async () => {
    const first = await memoryProxy();
    await first.say(words, inCall);
    await first.pipeline.settle();
    first.meanwhile = () => {
      first.broken = { journal: true };
    };
    await first.say('or 202-555-0199', inCall);
    const second = await afterCrash(first);
    expect(
      (await second.sessions()).map(({ status, failedTurns }) => [status, failedTurns]),
    ).toEqual([['partial', 1]]);
    await second.say('or 202-555-0100', inCall);
    await second.pipeline.settle();
    const ends = (await second.records()).filter(({ kind }) => kind === 'response_completed');
    expect(ends.map(({ turn, reason }) => [turn, reason])).toEqual([
      [0, 'completed'],
      [1, 'service_stopped'],
      [2, 'completed'],
    ]);
    expect(await second.journal.verify()).toMatchObject({ ok: true });
  });

  it('a call that ended and was not sealed: it is sealed', async () => {
    const first = await memoryProxy();
    first.afterAppend = ([draft]) => {
      if (draft?.kind === 'call_ended') first.broken = { journal: true };
    };
    await first.say(words);
    await expect.poll(() => [...first.delays]).toContain('ending');
    await expect
      .poll(async () => (await first.sessions()).map(({ ended }) => ended))
      .toEqual([false]);
    expect(await sealOf(first)).toEqual([]);
    await expectOneSeal(await afterCrash(first));
  });

  it('a call that ended long before the crash and was not sealed: it is sealed', async () => {
    const first = await memoryProxy();
    first.afterAppend = ([draft]) => {
      if (draft?.kind === 'call_ended') first.broken = { journal: true };
    };
    await first.say(words);
    await expect.poll(() => [...first.delays]).toContain('ending');
    first.afterAppend = () => undefined;
    first.broken = {};
    const many = Array.from({ length: 400 }, (_, at) => `or 202-555-0${100 + at}`).join(', ');
    await first.say(many, inCall);
    await first.say(`${many} and on`, inCall);
    await first.pipeline.settle();
    expect(await sealOf(first)).toEqual([]);
    const second = await afterCrash(first);
    expect(await sealOf(second)).toHaveLength(1);
  });

  it('a call in progress: it goes on in its session, with placeholders of its own', async () => {
    const first = await memoryProxy();
    await first.say(words, inCall);
    await first.pipeline.settle();
    const second = await afterCrash(first);
    await second.say('or 202-555-0199', inCall);
    await second.pipeline.settle();
    expect((await second.sessions()).map(({ turnCount, ended }) => [turnCount, ended])).toEqual([
      [2, false],
    ]);
    const records = await second.records();
    expect(records.filter(({ kind }) => kind === 'call_started')).toHaveLength(1);
    expect(
      records
        .filter(({ kind }) => kind === 'detection')
        .map(({ turn, placeholder }) => [turn, placeholder]),
    ).toEqual([
      [0, '[PHONE_01]'],
      [1, '[PHONE_02]'],
    ]);
  });

  it('a call in progress: a turn that was refused before it was masked keeps its number', async () => {
    const first = await memoryProxy();
    await first.say(words, inCall);
    await first.pipeline.settle();
    first.broken = { detector: true };
    expect((await first.say('or 202-555-0199', inCall)).statusCode).toBe(500);
    await first.pipeline.settle();
    const second = await afterCrash(first);
    await second.say('or 202-555-0100', inCall);
    await second.pipeline.settle();
    const turns = (await second.records()).filter(({ kind }) => kind === 'response_completed');
    expect(turns.map(({ turn, status }) => [turn, status])).toEqual([
      [0, 'ok'],
      [1, 'error'],
      [2, 'ok'],
    ]);
  });

  it('session records that were not written: they are made from the journal', async () => {
    const first = await memoryProxy();
    first.broken = { calls: true };
    await first.say(words);
    await first.say(words, inCall);
    await expect.poll(() => kindsOf(first)).toContain('session_sealed');
    expect(await first.sessions()).toEqual([]);
    const second = await afterCrash(first);
    const sessions = await second.sessions();
    expect(sessions.map(({ redactionCount, ended }) => [redactionCount, ended])).toEqual([
      [1, false],
      [1, true],
    ]);
  });

  it('a call in progress whose session record was not written: it goes on in its session', async () => {
    const first = await memoryProxy();
    first.broken = { calls: true };
    await first.say(words, inCall);
    const second = await afterCrash(first);
    await second.say(words, inCall);
    await second.pipeline.settle();
    expect((await second.sessions()).map(({ turnCount, ended }) => [turnCount, ended])).toEqual([
      [2, false],
    ]);
  });

  it('nothing, when nothing was interrupted', async () => {
    const first = await memoryProxy();
    await first.say(words);
    await first.pipeline.settle();
    const before = await first.sessions();
    const second = await afterCrash(first);
    expect(await second.sessions()).toEqual(before);
    expect(await kindsOf(second)).toEqual(await kindsOf(first));
    await expectOneSeal(second);
  });
});

describe('calls of this process are not taken up, when a journal is opened again under it', () => {
  it.each([
    ['of one request', {}],
    ['of the platform', inCall],
  ])('a call %s that is answered meanwhile', async (_what, extra) => {
    const proxy = await memoryProxy();
    const answer = Promise.withResolvers<void>();
    proxy.upstreamWaits = answer.promise;
    const said = proxy.say(words, extra);
    await expect.poll(() => proxy.forwarded.length).toBe(1);
    await proxy.pipeline.resume();
    answer.resolve();
    await said;
    await proxy.tell({ type: 'end-of-call-report', ...extra });
    await proxy.pipeline.settle();
    await expectOneSeal(proxy);
  });

  it('an earlier call does not replace a live one with the same id', async () => {
    const first = await memoryProxy();
    await first.say(words, inCall);
    await first.pipeline.settle();
    const second = await memoryProxy({ stores: first.stores });
    await second.say(words, inCall);
    await second.pipeline.resume();
    await second.tell({ type: 'end-of-call-report', ...inCall });
    await second.pipeline.settle();
    expect((await second.sessions()).map(({ ended }) => ended)).toEqual([true, false]);
    expect(second.pipeline.liveCallCount()).toBe(1);
  });

  it('what people marked in a call stays marked (decision 0084)', async () => {
    const first = await memoryProxy();
    await first.say('at the blue heron', inCall);
    await first.pipeline.settle();
    const [begun] = await first.records();
    await first.stores.marks.add({
      id: 'mark_1',
      sessionId: begun?.session_id ?? 'sess_',
      agentId: begun?.agent_id ?? 'agt_',
      actor: 'usr_1',
      at: '2026-11-21T10:00:00.000Z',
      mistake: 'missed',
      kind: 'ADDRESS',
      turn: 0,
      speaker: 'user',
      text: 'at the blue heron',
      span: [7, 17],
    });
    const second = await afterCrash(first);
    await second.say('the blue heron, as I said', inCall);
    expect(second.forwarded.at(-1)).not.toContain('heron');
  });
});
