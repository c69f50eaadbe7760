import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../server/adapters/system/clock.ts';
import { type Service, startService, webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { rule } from './rule-book/index.ts';

describe('SVC_RATE_LIMIT=hosted, in a second that does not pass (spec, Limits; design D42)', () => {
  let service: Service;
  let agent: string;
  let secret: string;
  beforeAll(async () => {
    // However slow this machine is, nothing is refilled.
    vi.spyOn(systemClock, 'monotonicUs').mockReturnValue(1_000_000);
    service = await startService({ SVC_RATE_LIMIT: 'hosted' });
    agent = await service.createAgent({ name: 'Busy', upstream: 'stub' });
    const made = await service.api(`/api/v1/agents/${agent}/tokens`, { method: 'POST' });
    ({
      token: { secret },
    } = (await made.json()) as { token: { secret: string } });
  });
  afterAll(async () => {
    await service?.close();
    vi.restoreAllMocks();
  });

  /** How many of `count` simultaneous requests are served; each other reply must say how long to wait. */
  async function served(count: number, send: (index: number) => Promise<Response>) {
    const responses = await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
    await Promise.all(responses.map((response) => response.body?.cancel()));
    const refused = responses.filter(({ status }) => status === 429);
    const waits = refused.map(({ headers }) => headers.get('retry-after'));
    expect(waits).toEqual(refused.map(() => '1'));
    return count - refused.length;
  }

  it(`${rule('Limits 2')}; ${rule('Limits 3')}`, async () => {
    const about = { session_id: 'sess_01ARZ3NDEKTSV4RRFFQ69G5FAV', texts: ['hello'] };
    const body = JSON.stringify({ ...about, reason: 'call_review' });
    const send = (index: number) => {
      const path = ['me', 'mask', 'unmask'][index % 3];
      return service.api(`/api/v1/${path}`, path === 'me' ? {} : { method: 'POST', body });
    };
    // Two of them made the agent and its token. That there is no such session is said to those within the limit.
    expect(await served(80, send)).toBe(58);
  });

  it(rule('Limits 1'), async () => {
    const body = JSON.stringify({ message: { type: 'transcript' } });
    const signed = signedFetch(webhookSecret, { 'content-type': 'application/json' });
    const webhook = `${service.url}/voice/webhook/${agent}`;
    const models = `${service.proxyBase(agent)}/models`;
    const send = (index: number) => {
      if (index % 3 === 0) return signed(webhook, { method: 'POST', body });
      return index % 3 === 1 ? signed(models) : exchange(secret);
    };
    expect(await served(240, send)).toBe(200);
  });

  /** Asks for a short-lived token (decision 0186). */
  const exchange = (clientSecret: string) =>
    fetch(`${service.url}/proxy/${agent}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: agent,
        client_secret: clientSecret,
      }),
    });

  it('a wrong secret of a client does not count, whatever else is refused', async () => {
    expect((await exchange(secret)).status).toBe(429);
    expect((await exchange('none')).status).toBe(400);
  });

  it('requests without a signature do not count', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await fetch(`${service.proxyBase(agent)}/models`);
        await response.body?.cancel();
        return response.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});
