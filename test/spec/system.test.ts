import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemStatus } from '../../server/contract/system.ts';
import { type Service, startService } from '../support/service.ts';

const kidKey = 'b1'.repeat(32);
const upstreamKey = 'an-upstream-key-of-this-test';
let service: Service;
let text: string;
let system: SystemStatus;
beforeAll(async () => {
  service = await startService({ SVC_KEY_K_2027: kidKey, SVC_UPSTREAM_API_KEY: upstreamKey });
  const response = await service.api('/api/v1/system');
  text = await response.text();
  system = SystemStatus.parse(JSON.parse(text));
});
afterAll(() => service?.close());

describe('GET /api/v1/system', () => {
  it('gives versions, health and addresses', () => {
    expect(system).toMatchObject({
      versions: { node: process.versions.node, database: expect.stringMatching(/^SQLite 3\./) },
      health: { status: 'ok', reasons: [] },
      base_url: service.url,
      calls_url: service.url,
      ingress_port: null,
      sign_in: { method: 'embedded', links: true },
      calls: { live: 0 },
    });
  });

  it('gives keys by id and age, and which one masks', () => {
    expect(system.keys).toEqual([
      { kid: 'K_HEALTHCARE', source: 'file', active: true, made_at: expect.any(String) },
      { kid: 'K_2027', source: 'environment', active: false },
    ]);
    const [made] = system.keys;
    expect(Math.abs(Date.parse(made?.made_at ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('knows who stored the keys elsewhere, until a newer key is made', async () => {
    const stored = async (): Promise<SystemStatus['keys_stored']> =>
      (await (await service.api('/api/v1/system')).json()).keys_stored;
    expect(await stored()).toBeNull();
    const said = await service.api('/api/v1/system/keys-stored', { method: 'POST' });
    expect(said.status).toBe(200);
    expect(await stored()).toEqual({ at: expect.any(String), by: 'dev' });
  });

  it('names what an upstream still needs', () => {
    expect(system.upstreams).toContainEqual({ name: 'stub', configured: true, missing: [] });
    expect(system.upstreams).toContainEqual({
      name: 'provider:model-small',
      configured: false,
      missing: ['SVC_UPSTREAM_BASE_URL'],
    });
  });

  it('gives the size of the data on disk', () => {
    const names = system.storage.files.map(({ name }) => name);
    expect(names).toEqual(['journal.db', 'journal.head', 'vault.db', 'calls.db', 'payloads.db']);
    expect(system.storage.files.every(({ bytes }) => bytes > 0)).toBe(true);
    expect(system.storage.free_bytes).toBeGreaterThan(0);
    expect(system.model.bytes).toBeGreaterThan(1_000_000);
  });

  it('reveals no key and no path', () => {
    for (const secret of [kidKey, upstreamKey, service.secret, service.dataDir]) {
      expect(text).not.toContain(secret);
    }
  });

  it('is for people who are signed in', async () => {
    expect((await fetch(`${service.url}/api/v1/system`)).status).toBe(401);
  });
});
