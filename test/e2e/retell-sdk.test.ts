import Retell from 'retell-sdk';
import { symmetric } from 'retell-sdk/lib/webhook_auth.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryProxy, memoryProxy, secret } from '../support/memory-proxy.ts';
import { agentId } from '../support/token-kit.ts';

const body = JSON.stringify({ messages: [{ role: 'user', content: 'call 202 555 0143' }] });
const minute = 60_000;

let proxy: MemoryProxy;
beforeAll(async () => {
  proxy = await memoryProxy();
});

async function send(
  signature: string,
  payload = body,
  url = `/proxy/${agentId}/v1/chat/completions`,
) {
  const headers = { 'content-type': 'application/json', 'x-voice-signature': signature };
  return (await proxy.http.inject({ method: 'POST', url, headers, payload })).statusCode;
}

describe('a signature that someone else’s code made is checked as ours is (design D36)', () => {
  it('lets the request in, to the proxy and to the webhook', async () => {
    expect(await send(await Retell.sign(body, secret))).toBe(200);
    const hang = JSON.stringify({ message: { type: 'hang' } });
    const signature = await Retell.sign(hang, secret);
    expect(await send(signature, hang, `/voice/webhook/${agentId}`)).toBe(200);
  });

  it('over another body or by another secret lets nothing in', async () => {
    expect(await send(await Retell.sign(`${body} `, secret))).toBe(401);
    expect(await send(await Retell.sign(body, 'another-secret'))).toBe(401);
  });

  it.each([
    [-5 * minute - 2_000, 401],
    [-4 * minute, 200],
    [4 * minute, 200],
    [5 * minute + 20_000, 401],
  ])('of %d ms from now is answered %d', async (offset, status) => {
    const signature = await symmetric.sign(body, secret, Date.now() + offset);
    expect(await send(signature)).toBe(status);
    expect(await Retell.verify(body, secret, signature)).toBe(status === 200);
  });

  it('cannot be passed off as one without a time', async () => {
    const digest = (await Retell.sign(body, secret)).split('d=')[1] ?? '';
    expect(await send(digest)).toBe(401);
    expect(await send(`sha256=${digest}`)).toBe(401);
  });
});
