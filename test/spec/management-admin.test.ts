import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildHttp } from '../../server/http/build-http.ts';
import { missingPortal } from '../../server/http/routes/portal.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';
import { rule } from './rule-book/index.ts';

let fixture: Fixture;
let admin: Browser;
let nurse: Browser;
let shipped: string;

beforeAll(async () => {
  fixture = await startFixture();
  admin = await fixture.signIn('owner');
  nurse = await fixture.signIn('nurse@example.com');
  shipped = fixture.file.yaml;
});
afterAll(() => fixture.app.close());
beforeEach(() => {
  fixture.journal.verdict = undefined;
  fixture.journal.broken = false;
});

describe('POST /api/v1/admin/policy/reload', () => {
  const reload = (browser: Browser) => browser.post('/api/v1/admin/policy/reload');

  it(`${rule('POST /api/v1/admin/policy/reload 1')}, and puts that on record`, async () => {
    fixture.file.yaml = fixture.strictYaml;
    const before = fixture.deps.policies.current();
    const { policy, previous, changed } = (await reload(admin)).json();
    expect([policy.name, previous.name, changed]).toEqual([
      'clinic-strict',
      'healthcare-default',
      true,
    ]);
    expect(fixture.deps.policies.current().policy.name).toBe('clinic-strict');
    expect(fixture.journal.drafts.at(-1)).toMatchObject({
      kind: 'policy_reloaded',
      fields: {
        policy_name: 'clinic-strict',
        policy_sha256: policy.sha256,
        previous_sha256: before.sha256,
      },
    });
    fixture.file.yaml = shipped;
    await reload(admin);
  });

  it('refuses an invalid file and keeps the old policy', async () => {
    const before = fixture.journal.drafts.length;
    fixture.file.yaml = 'name: broken';
    const response = await reload(admin);
    expect([response.statusCode, response.json().error.code]).toEqual([422, 'policy_yaml_invalid']);
    expect(response.json().error.details.length).toBeGreaterThan(0);
    expect(fixture.deps.policies.current().yaml).toBe(shipped);
    expect(fixture.journal.drafts).toHaveLength(before);
    fixture.file.yaml = shipped;
  });

  it('its preview shows what it would change, and changes nothing', async () => {
    const preview = (browser: Browser) => browser.get('/api/v1/admin/policy/reload');
    fixture.file.yaml = shipped.replace('action: redact', 'action: tokenize');
    expect((await preview(admin)).json()).toMatchObject({
      from: { name: 'healthcare-default' },
      actions: [{ kind: 'IP_ADDRESS', field: 'action', from: 'redact', to: 'tokenize' }],
      added_entities: [],
    });
    expect(fixture.deps.policies.current().yaml).toBe(shipped);
    fixture.file.yaml = 'name: broken';
    expect((await preview(admin)).json().error.code).toBe('policy_yaml_invalid');
    fixture.file.yaml = shipped;
    expect((await preview(nurse)).statusCode).toBe(403);
  });

  it('is for account admins', async () => {
    const response = await reload(nurse);
    expect([response.statusCode, response.json().error.code]).toEqual([403, 'forbidden']);
  });
});

describe.each(['/audit/verify', '/api/v1/audit/verify'])('POST %s', (path) => {
  it('says chain ok for an intact chain', async () => {
    const response = await nurse.post(path);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { ok: true, event_count: fixture.journal.drafts.length, message: 'chain ok' },
    ]);
  });

  it('says where a broken chain first breaks', async () => {
    fixture.journal.verdict = {
      ok: false,
      eventCount: 40,
      breaks: [
        { seq: 12, rule: 'curr_hash_mismatch' },
        { seq: 13, rule: 'prev_hash_mismatch' },
      ],
    };
    expect((await nurse.post(path)).json()).toEqual({
      ok: false,
      event_count: 40,
      message: 'chain broken at seq 12: curr_hash_mismatch',
    });
  });

  it('takes any JSON body, an empty one with a content type, and none', async () => {
    expect((await nurse.post(path, {})).statusCode).toBe(200);
    const empty = { headers: { 'content-type': 'application/json' } };
    expect((await nurse.send('POST', path, empty)).statusCode).toBe(200);
  });

  it('needs a session', async () => {
    expect((await fixture.browser().post(path)).statusCode).toBe(401);
  });
});

describe(rule('GET /api/v1/me 1'), () => {
  it('is the user record', async () => {
    expect((await nurse.get('/api/v1/me')).json()).toEqual({
      user: {
        id: expect.stringMatching(/^usr_/),
        login: 'nurse@example.com',
        display_name: 'nurse@example.com',
        admin: false,
        role: 'viewer',
        may_reveal: false,
        created_at: expect.any(String),
      },
    });
  });
});

describe('every management endpoint', () => {
  it.each<['GET' | 'POST' | 'PATCH' | 'DELETE', string]>([
    ['GET', '/api/v1/me'],
    ['GET', '/api/v1/agents'],
    ['POST', '/api/v1/agents'],
    ['GET', '/api/v1/agents/agt_x'],
    ['PATCH', '/api/v1/agents/agt_x'],
    ['DELETE', '/api/v1/agents/agt_x'],
    ['GET', '/api/v1/agents/agt_x/sessions'],
    ['GET', '/api/v1/sessions'],
    ['GET', '/api/v1/sessions/sess_x'],
    ['POST', '/api/v1/admin/policy/reload'],
    ['POST', '/api/v1/auth/logout'],
  ])('%s %s answers 401 unauthenticated without a cookie', async (method, path) => {
    const response = await fixture.browser().send(method, path);
    expect([response.statusCode, response.json().error.code]).toEqual([401, 'unauthenticated']);
  });
});

describe('GET /', () => {
  it('redirects to the portal', async () => {
    expect((await nurse.get('/')).headers.location).toBe('/portal');
  });
});

describe('GET /portal', () => {
  it('says how to build the portal where it is not built', async () => {
    const app = await buildHttp({ ...fixture.deps, portal: missingPortal });
    const response = await app.inject({ url: '/portal/audit', headers: { host: '127.0.0.1' } });
    expect([response.statusCode, response.body]).toEqual([
      404,
      'The portal is not built: run `npm run build`.\n',
    ]);
  });
});
