import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { type Service, startService, upstreamAt } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const key = () => randomBytes(32).toString('hex');

let place: FreshDatabase;
let upstream: ScriptedUpstream;
let service: Service;
let agentId: string;
beforeAll(async () => {
  place = await freshDatabase();
  upstream = await startScriptedUpstream();
  service = await startService({
    ...upstreamAt(upstream.baseUrl),
    SVC_DATABASE_URL: place.url.reveal(),
    SVC_MASTER_KEY: key(),
    SVC_KEY_K_HEALTHCARE: key(),
  });
  agentId = await service.createAgent({ name: 'front desk', upstream: 'provider:model-small' });
});
afterAll(async () => {
  await service?.close();
  await upstream?.close();
  await place?.remove();
});

async function say(text: string): Promise<number> {
  const url = `${service.proxyBase(agentId)}/chat/completions`;
  const response = await signedFetch(service.secret)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] }),
  });
  await response.body?.cancel();
  return response.status;
}

const health = async () => {
  const response = await fetch(`${service.url}/health`);
  return { status: response.status, text: await response.text() };
};

describe('while the database is unreachable', () => {
  it('nothing is forwarded, health says why, and the service recovers when the database returns', async () => {
    expect(await say('it is 212 555 0123')).toBe(200);
    const forwarded = upstream.seen.length;

    await place.shut();
    const refused = [await say('it is 212 555 0124'), await say('good morning')];
    expect(refused.every((status) => status >= 500)).toBe(true);
    expect(upstream.seen.length).toBe(forwarded);
    const me = await service.api('/api/v1/me');
    expect([me.status, await me.json()]).toMatchObject([
      503,
      { error: { code: 'AuditUnavailable' } },
    ]);
    await expect.poll(health).toMatchObject({
      status: 503,
      text: expect.stringContaining('the database does not answer'),
    });

    await place.open();
    await expect.poll(health).toMatchObject({ status: 200 });
    await expect.poll(() => say('it is 212 555 0124')).toBe(200);
    const verified = await service.api('/api/v1/audit/verify', { method: 'POST' });
    expect(await verified.json()).toMatchObject({ ok: true });
  });
});
