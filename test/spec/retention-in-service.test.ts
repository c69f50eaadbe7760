import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService, webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

let service: Service;
let sessionId: string;
beforeAll(async () => {
  service = await startService();
  const agent = await service.createAgent({ name: 'clinic', upstream: 'stub' });
  const post = (url: string, body: object) =>
    signedFetch(webhookSecret)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ call: { id: 'c-1' }, ...body }),
    });
  const messages = [{ role: 'user', content: 'hello' }];
  const turn = await post(`${service.proxyBase(agent)}/chat/completions`, { messages });
  expect(turn.status).toBe(200);
  const message = { type: 'end-of-call-report', call: { id: 'c-1' } };
  const end = await post(`${service.url}/voice/webhook/${agent}`, { message });
  expect(end.status).toBe(200);
});
afterAll(() => service?.close());

const admin = async (method: string, path: string) => {
  const response = await service.api(`/api/v1/admin/${path}`, { method });
  return response.status === 204 ? undefined : response.json();
};

describe('the service prunes by its policy and obeys legal holds (design D27)', () => {
  it('promises each call the retention of its policy', async () => {
    const begun = (await service.records()).find(({ kind }) => kind === 'call_started');
    expect(begun).toMatchObject({ retention_days: 2_555 });
    sessionId = begun?.session_id ?? '';
  });

  it('has nothing to prune on its first day', async () => {
    expect(await admin('POST', 'retention/run')).toMatchObject({ outcome: 'nothing_due' });
    expect(await admin('GET', 'retention')).toMatchObject({ policy_days: 2_555, pruned_count: 0 });
  });

  it('keeps a hold on a session over a restart of the service, and on record', async () => {
    const path = `legal-hold?session_id=${sessionId}`;
    const { legal_hold: hold } = (await admin('PUT', path)) as { legal_hold: object };
    const { dataDir, cookie } = service;
    await service.close({ keepData: true });
    service = await startService({ SVC_DATA_DIR: dataDir }, { cookie });
    expect(await admin('GET', 'legal-hold')).toEqual({ data: [hold], next_cursor: null });
    await admin('DELETE', path);
    const records = await service.records();
    expect(records.filter(({ kind }) => kind.startsWith('legal_hold'))).toMatchObject([
      { kind: 'legal_hold_placed', session_id: sessionId, scope: 'session' },
      { kind: 'legal_hold_released', session_id: sessionId, scope: 'session' },
    ]);
  });

  it('does not move the root of a call by a hold on it', async () => {
    const seal = (await service.records()).find(({ kind }) => kind === 'session_sealed');
    const response = await service.api(`/api/v1/sessions/${sessionId}/report`);
    const { report } = (await response.json()) as { report: { merkle_root_hex: string } };
    expect(report.merkle_root_hex).toBe(seal?.['merkle_root_hex']);
  });
});
