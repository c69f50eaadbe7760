import { describe, expect, it } from 'vitest';
import { memoryProxy } from '../../../support/memory-proxy.ts';

const never = new Promise<never>(() => undefined);
const deliveries = [
  { type: 'assistant-request' },
  { type: 'tool-calls', toolCallList: [] },
  { type: 'status-update', status: 'ended' },
  { type: 'end-of-call-report' },
  { type: 'transcript' },
];

describe('the webhook answers while calls are stuck (design D39)', () => {
  it.each(['detector', 'upstream'] as const)('at a %s that never answers', async (what) => {
    const proxy = await memoryProxy();
    let reached = 0;
    if (what === 'detector') proxy.detectorWaits = never;
    else proxy.upstreamWaits = never;
    proxy.meanwhile = () => {
      reached += 1;
    };
    for (let turn = 0; turn < 20; turn += 1) {
      // Left unanswered for good.
      void proxy.say('hello', { call: { id: `call-${turn % 5}` } });
    }
    if (what === 'upstream') await expect.poll(() => reached).toBe(20);

    for (const message of deliveries) {
      for (const id of ['call-0', 'call-9']) {
        expect((await proxy.tell({ ...message, call: { id } })).statusCode).toBe(200);
      }
    }
    const ended = (await proxy.records()).filter(({ kind }) => kind === 'call_ended');
    expect(ended).toHaveLength(1);
  });
});

describe('the webhook while the journal is unavailable (spec, rule 12)', () => {
  it('opens no call that is not on record, and opens it in the same session later', async () => {
    const proxy = await memoryProxy();
    const request = { type: 'assistant-request', call: { id: 'c-1' } };
    proxy.broken = { journal: true };
    const refused = await proxy.tell(request);
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'AuditUnavailable']);
    proxy.broken = {};
    const opened = (await proxy.tell(request)).json().assistant.metadata.session_id;
    expect(await proxy.records()).toMatchObject([{ kind: 'call_started', session_id: opened }]);
  });

  it('owes the end of a call, and writes it when it can', async () => {
    const proxy = await memoryProxy();
    await proxy.tell({ type: 'assistant-request', call: { id: 'c-1' } });
    proxy.broken = { journal: true };
    const end = { type: 'end-of-call-report', call: { id: 'c-1' } };
    expect((await proxy.tell(end)).statusCode).toBe(200);
    expect(proxy.delays).toEqual(['ending']);
    proxy.broken = {};
    proxy.pipeline.catchUp();
    await proxy.pipeline.settle();
    expect((await proxy.records()).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['call_started', undefined],
      ['call_ended', 'platform'],
      ['session_sealed', undefined],
    ]);
  });
});

describe('a call that the webhook opened, after a crash (design D29)', () => {
  it('goes on in its session, and ends when the platform says so', async () => {
    const first = await memoryProxy();
    const call = { call: { id: 'c-1' } };
    const opened = await first.tell({ type: 'assistant-request', ...call });
    await first.pipeline.settle();
    const second = await memoryProxy({ stores: first.stores });
    await second.pipeline.resume();
    const again = await second.tell({ type: 'assistant-request', ...call });
    const session = (reply: typeof opened) => reply.json().assistant.metadata.session_id;
    expect(session(again)).toBe(session(opened));
    await second.tell({ type: 'end-of-call-report', ...call });
    expect((await second.records()).map(({ kind }) => kind)).toEqual([
      'call_started',
      'call_ended',
      'session_sealed',
    ]);
  });
});
