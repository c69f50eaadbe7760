import { createHmac } from 'node:crypto';
import Retell from 'retell-sdk';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type MemoryProxy, memoryProxy, secret } from '../support/memory-proxy.ts';
import { agentId } from '../support/token-kit.ts';

const headers = [
  'x-retell-signature',
  'x-vapi-signature',
  'x-vapi-secret',
  'webhook-signature',
  'elevenlabs-signature',
];

let proxy: MemoryProxy;
let strict: MemoryProxy;
beforeAll(async () => {
  proxy = await memoryProxy({ signatureHeaders: headers });
  strict = await memoryProxy();
});

const chat = JSON.stringify({ messages: [{ role: 'user', content: 'call 202 555 0143' }] });
const chatPath = `/proxy/${agentId}/v1/chat/completions`;
const webhookPath = `/voice/webhook/${agentId}`;

async function send(
  signature: Record<string, string>,
  { to = proxy, payload = chat, url = chatPath } = {},
): Promise<number> {
  const all = { 'content-type': 'application/json', ...signature };
  return (await to.http.inject({ method: 'POST', url, headers: all, payload })).statusCode;
}

/** How each platform signs, with its own library where it has one. */
const signers: Readonly<Record<string, (body: string) => Promise<Record<string, string>>>> = {
  'x-retell-signature': async (body) => ({ 'x-retell-signature': await Retell.sign(body, secret) }),
  'x-vapi-signature': async (body) => ({
    'x-vapi-signature': createHmac('sha256', secret).update(body).digest('hex'),
  }),
  'x-vapi-secret': async () => ({ 'x-vapi-secret': secret }),
  'elevenlabs-signature': async (body) => {
    const seconds = Math.floor(Date.now() / 1000);
    const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    return { 'elevenlabs-signature': `t=${seconds},v0=${digest}` };
  },
  'webhook-signature': async (body) => {
    const now = new Date();
    const signer = new Webhook(Buffer.from(secret).toString('base64'));
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signer.sign('msg_1', now, body),
    };
  },
};

describe.each(headers)('the signature of a platform in %s (decision 0097)', (name) => {
  const sign = async (body = chat) => (await signers[name]?.(body)) ?? {};

  it('lets the request in at the proxy and the webhook, where the operator accepts it', async () => {
    const hang = JSON.stringify({ message: { type: 'hang' } });
    expect(await send(await sign())).toBe(200);
    expect(await send(await sign(hang), { payload: hang, url: webhookPath })).toBe(200);
    expect(await send(await sign(), { to: strict })).toBe(401);
  });

  it('by another secret lets nothing in, not even with a bearer token beside it', async () => {
    const wrong = Object.fromEntries(
      Object.entries(await sign()).map(([header, value]) => [
        header,
        header === name ? value.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) : value,
      ]),
    );
    expect(await send(wrong)).toBe(401);
    expect(await send({ ...wrong, authorization: 'Bearer upstream-key' })).toBe(401);
    expect(await send({ [name]: '' })).toBe(401);
  });
});

describe('an accepted header', () => {
  it('does not replace X-Voice-Signature', async () => {
    const ours = createHmac('sha256', secret).update(chat).digest('hex');
    expect(await send({ 'x-voice-signature': ours })).toBe(200);
    expect(await send({ 'x-voice-signature': 'wrong', 'x-vapi-secret': secret })).toBe(401);
  });

  it('names no call, because a signature does not cover headers (design D36)', async () => {
    const started = async () =>
      (await proxy.records()).filter(({ kind }) => kind === 'call_started').length;
    const before = await started();
    const named = { 'x-vapi-secret': secret, 'x-voice-call-id': 'one-call' };
    for (const _ of [1, 2]) expect(await send(named)).toBe(200);
    expect(await started()).toBe(before + 2);
  });
});

/** The two platforms whose webhooks have a form of their own: how each says that a call is over, and what else it says. */
const webhooks = [
  {
    name: 'Retell (Retell’s documentation, webhooks)',
    sign: async (body: string) => (await signers['x-retell-signature']?.(body)) ?? {},
    event: (event: string) => ({
      event,
      call: { call_id: 'a-call', transcript: 'Agent: hello', from_number: '+12025550199' },
    }),
    others: ['call_started', 'call_analyzed'],
    ends: ['call_ended'],
  },
  {
    name: 'ElevenLabs (ElevenLabs’ documentation, post-call webhooks)',
    sign: async (body: string) => (await signers['elevenlabs-signature']?.(body)) ?? {},
    event: (type: string) => ({
      type,
      event_timestamp: 1_796_000_000,
      data: {
        agent_id: 'agent_1',
        conversation_id: 'a-call',
        status: 'done',
        user_id: '+12025550199',
        transcript: [{ role: 'agent', message: 'Agent: hello', time_in_call_secs: 0 }],
      },
    }),
    others: ['call_initiation_failure'],
    ends: ['post_call_transcription', 'post_call_audio'],
  },
];

describe.each(webhooks)('the webhook of $name', ({ sign, event, others, ends }) => {
  it.each(ends)('ends the session of a call with %s, and answers its other events', async (end) => {
    const own = await memoryProxy({ signatureHeaders: headers });
    const tell = async (name: string) => {
      const payload = JSON.stringify(event(name));
      return await send(await sign(payload), { to: own, payload, url: webhookPath });
    };
    const payload = JSON.stringify({ ...JSON.parse(chat), call: { id: 'a-call' } });
    expect(await send(await sign(payload), { to: own, payload })).toBe(200);
    const isEnded = async () => (await own.records()).some(({ kind }) => kind === 'session_sealed');
    for (const other of others) expect(await tell(other)).toBe(200);
    expect(await isEnded()).toBe(false);
    expect(await tell(end)).toBe(200);
    await eventually(async () => expect(await isEnded()).toBe(true));
    for (const other of others) expect(await tell(other)).toBe(200);
    expect(JSON.stringify(await own.records())).not.toMatch(/5550199|Agent: hello/);
  });
});
