import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';

let proxy: SharedProxy;
beforeAll(async () => {
  proxy = await sharedProxy();
});

let calls = 0;
const freshCall = () => ({ call: { id: `call-${++calls}` } });
const assistantRequest = { type: 'assistant-request' };
const ended = { type: 'status-update', status: 'ended' };
const report = { type: 'end-of-call-report', endedReason: 'customer-ended-call' };

const told = async (agentId: string, message: object) => {
  const response = await proxy.tell(agentId, message);
  expect(response.status).toBe(200);
  return response.json();
};
const kindsOf = async (agentId: string) => (await proxy.records(agentId)).map(({ kind }) => kind);

describe('the end of the call ends its session (design D29)', () => {
  const lastTwo = async (agentId: string) => (await proxy.records(agentId)).slice(-2);

  it.each([
    ['status-update: ended', ended],
    ['end-of-call-report', report],
  ])('%s: call_ended, then the seal, both before the answer', async (_name, end) => {
    const agentId = await proxy.agent();
    const call = freshCall();
    await told(agentId, { ...assistantRequest, ...call });
    await proxy.ask(agentId, [user('hello')], call);
    expect(await told(agentId, { ...end, ...call })).toEqual({});
    expect(await lastTwo(agentId)).toMatchObject([
      { kind: 'call_ended', reason: 'platform', turns: 1 },
      { kind: 'session_sealed' },
    ]);
    await expect.poll(() => proxy.sessions(agentId)).toMatchObject([{ ended: true, status: 'ok' }]);
  });

  it('a session ends once, however often and in whatever order the messages come', async () => {
    const agentId = await proxy.agent();
    const call = freshCall();
    await told(agentId, { ...assistantRequest, ...call });
    await Promise.all([ended, report, ended].map((end) => told(agentId, { ...end, ...call })));
    await told(agentId, { ...report, ...call });
    expect(await kindsOf(agentId)).toEqual(['call_started', 'call_ended', 'session_sealed']);
  });

  it('an assistant-request that comes again after the end opens no session', async () => {
    const agentId = await proxy.agent();
    const request = { ...assistantRequest, ...freshCall() };
    const sessionOf = async () => (await told(agentId, request)).assistant.metadata.session_id;
    const first = await sessionOf();
    await told(agentId, { ...request, ...report });
    await told(agentId, { ...request, ...ended });
    expect(await sessionOf()).toBe(first);
    expect(await kindsOf(agentId)).toEqual(['call_started', 'call_ended', 'session_sealed']);
  });

  it.each(['queued', 'ringing', 'in-progress', 'forwarding'])(
    'status %s ends nothing',
    async (status) => {
      const agentId = await proxy.agent();
      const call = freshCall();
      await told(agentId, { ...assistantRequest, ...call });
      expect(await told(agentId, { type: 'status-update', status, ...call })).toEqual({});
      expect(await kindsOf(agentId)).toEqual(['call_started']);
    },
  );

  it('of another agent does not', async () => {
    const [agentId, other] = [await proxy.agent(), await proxy.agent()];
    const call = freshCall();
    await told(agentId, { ...assistantRequest, ...call });
    await told(other, { ...ended, ...call });
    expect(await kindsOf(agentId)).toEqual(['call_started']);
    expect(await kindsOf(other)).toEqual([]);
  });

  it('waits for a request in flight, and does not keep the platform waiting for it', async () => {
    const agentId = await proxy.agent();
    const call = freshCall();
    const reply = Promise.withResolvers<void>();
    const { script } = proxy.upstream;
    proxy.upstream.script = async (seen, response) => {
      await reply.promise;
      await script(seen, response);
    };
    const asked = proxy.ask(agentId, [user('hello')], call);
    await expect.poll(() => kindsOf(agentId)).toContain('egress_scanned');
    await told(agentId, { ...ended, ...call });
    expect(await kindsOf(agentId)).not.toContain('call_ended');
    reply.resolve();
    proxy.upstream.script = script;
    expect(await asked).toContain('hello');
    await expect
      .poll(() => lastTwo(agentId))
      .toMatchObject([
        { kind: 'call_ended', reason: 'platform', turns: 1 },
        { kind: 'session_sealed' },
      ]);
  });

  it('before its first turn: the turn that comes late is a session that is over with it', async () => {
    const agentId = await proxy.agent();
    const call = freshCall();
    await told(agentId, { ...ended, ...call });
    expect(await kindsOf(agentId)).toEqual([]);
    await proxy.ask(agentId, [user('hello')], call);
    await expect
      .poll(() => lastTwo(agentId))
      .toMatchObject([
        { kind: 'call_ended', reason: 'platform', turns: 1 },
        { kind: 'session_sealed' },
      ]);
  });
});
