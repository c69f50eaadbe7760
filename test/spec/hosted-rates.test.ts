import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService, webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

describe('SVC_RATE_LIMIT=hosted (spec, Limits; design D42)', () => {
  let service: Service;
  let agent: string;
  beforeAll(async () => {
    service = await startService({ SVC_RATE_LIMIT: 'hosted' });
    agent = await service.createAgent({ name: 'Busy', upstream: 'stub' });
  });
  afterAll(() => service.close());

  /** Far more than may come at once, and faster than they may come for long. */
  async function flood(count: number, send: () => Promise<Response>) {
    const responses = await Promise.all(Array.from({ length: count }, send));
    const refused = responses.filter(({ status }) => status === 429);
    for (const response of refused) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    await Promise.all(responses.map((response) => response.body?.cancel()));
    return { served: count - refused.length, refused: refused.length };
  }

  it('holds the management API to a burst of 60', async () => {
    const { served, refused } = await flood(300, () => service.api('/api/v1/me'));
    expect(refused).toBeGreaterThan(0);
    expect(served).toBeGreaterThanOrEqual(50);
  });

  it('holds the proxy and the webhook, together, to a burst of 200', async () => {
    const body = JSON.stringify({ message: { type: 'transcript' } });
    const signed = signedFetch(webhookSecret, { 'content-type': 'application/json' });
    const webhook = () => signed(`${service.url}/voice/webhook/${agent}`, { method: 'POST', body });
    const models = () => signed(`${service.proxyBase(agent)}/models`);
    let turn = 0;
    const { served, refused } = await flood(600, () => (turn++ % 2 === 0 ? webhook() : models()));
    expect(refused).toBeGreaterThan(0);
    expect(served).toBeGreaterThanOrEqual(200);
  });
});
