import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../support/service.ts';

const callsUrl = 'https://calls.clinic.example.com';
let service: Service;
// Signing in and making an agent, as every start does, already needs the portal's own address.
beforeAll(async () => {
  service = await startService({ SVC_CALLS_URL: `${callsUrl}/`, SVC_INGRESS_PORT: '0' });
});
afterAll(() => service?.close());

describe('SVC_CALLS_URL is where voice platforms reach the service', () => {
  it('the URLs of agents start with SVC_CALLS_URL', async () => {
    const id = await service.createAgent({ name: 'front desk', upstream: 'stub' });
    const { agent } = (await (await service.api(`/api/v1/agents/${id}`)).json()) as {
      agent: { proxy_url: string; webhook_url: string };
    };
    expect(agent).toMatchObject({
      proxy_url: `${callsUrl}/proxy/${id}/v1/chat/completions`,
      webhook_url: `${callsUrl}/voice/webhook/${id}`,
    });
  });

  it('people sign in at the address of the portal', async () => {
    const answer = await fetch(`${service.url}/api/v1/auth/idp`, { redirect: 'manual' });
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(service.url);
    const system = await (await service.api('/api/v1/system')).json();
    expect(system).toMatchObject({ base_url: service.url, calls_url: callsUrl });
  });
});
