import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, baseUrl, type Fixture, startFixture } from '../unit/http/support.ts';

let fixture: Fixture;
let admin: Browser;
let nurse: Browser;
let created = 0;

beforeAll(async () => {
  fixture = await startFixture();
  admin = await fixture.signIn('owner');
  nurse = await fixture.signIn('nurse@example.com');
});
afterAll(() => fixture.app.close());
beforeEach(() => {
  fixture.time.now += 1000;
  fixture.journal.broken = false;
});

const refusal = (response: { statusCode: number; json(): { error: { code: string } } }) => [
  response.statusCode,
  response.json().error.code,
];
const freshName = () => `Front desk ${++created}`;
const create = async (body: object = {}) => {
  const response = await admin.post('/api/v1/agents', {
    name: freshName(),
    upstream: 'stub',
    ...body,
  });
  return response.json().agent;
};

describe('POST /api/v1/agents', () => {
  it('makes an agent with the defaults of the spec', async () => {
    const response = await admin.post('/api/v1/agents', { name: ' Intake ', upstream: 'stub' });
    expect(response.statusCode).toBe(201);
    const { agent } = response.json();
    expect(agent).toEqual({
      id: expect.stringMatching(/^agt_[0-9A-Z]{26}$/),
      name: 'Intake',
      upstream: 'stub',
      tokenization: 'vault-deterministic',
      policy_name: 'healthcare-default',
      policy_version: 1,
      proxy_url: `${baseUrl}/proxy/${agent.id}/v1/chat/completions`,
      webhook_url: `${baseUrl}/voice/webhook/${agent.id}`,
      created_at: new Date(fixture.time.now).toISOString(),
      token_guidance: true,
      checks_names: false,
    });
  });

  it('takes the other scheme, a policy by name or by text, and no token guidance', async () => {
    expect(await create({ tokenization: 'reversible-aead' })).toMatchObject({
      tokenization: 'reversible-aead',
    });
    expect(await create({ policy_name: 'clinic-strict' })).toMatchObject({
      policy_name: 'clinic-strict',
    });
    expect(await create({ policy_yaml: fixture.strictYaml, token_guidance: false })).toMatchObject({
      policy_name: 'clinic-strict',
      token_guidance: false,
    });
  });

  it('has the scheme of the specification, unless a policy wants no value restored', async () => {
    const policyOf = (scheme: string) =>
      fixture.strictYaml.replace(/^tokenization: .*$/m, `tokenization: ${scheme}`);
    const sealed = await create({ policy_yaml: policyOf('reversible-aead') });
    expect(sealed.tokenization).toBe('vault-deterministic');
    const faked = await create({ policy_yaml: policyOf('synthetic') });
    expect(faked.tokenization).toBe('synthetic');
    const asked = { policy_yaml: policyOf('synthetic'), tokenization: 'reversible-aead' };
    expect((await create(asked)).tokenization).toBe('synthetic');
  });

  it('puts the creation on record with who made it', async () => {
    const agent = await create();
    const { user } = (await admin.get('/api/v1/me')).json();
    expect(fixture.journal.drafts.at(-1)).toEqual({
      kind: 'agent_created',
      ts: new Date(fixture.time.now).toISOString(),
      agent_id: agent.id,
      fields: { actor: user.id, upstream: 'stub', tokenization: 'vault-deterministic' },
    });
  });

  it('keeps no agent that could not be put on record', async () => {
    fixture.journal.broken = true;
    const name = freshName();
    const response = await admin.post('/api/v1/agents', { name, upstream: 'stub' });
    expect(refusal(response)).toEqual([503, 'AuditUnavailable']);
    expect(response.headers['x-should-retry']).toBe('false');
    fixture.journal.broken = false;
    expect((await nurse.get(`/api/v1/agents?name=${name}`)).json().data).toEqual([]);
  });

  it.each<[string, object, number, string, string | undefined]>([
    ['a name in use', { name: 'Intake' }, 409, 'name_taken', undefined],
    ['no name', { name: undefined }, 422, 'validation_failed', 'name'],
    ['an empty name', { name: '  ' }, 422, 'validation_failed', 'name'],
    ['a name with a control character', { name: 'a\u0000b' }, 422, 'validation_failed', 'name'],
    ['a name that turns the direction', { name: 'a\u202eb' }, 422, 'validation_failed', 'name'],
    ['a name that nobody sees', { name: '\u200b\u2060' }, 422, 'validation_failed', 'name'],
    ['a name of 65', { name: 'n'.repeat(65) }, 422, 'validation_failed', 'name'],
    ['no upstream', { upstream: undefined }, 422, 'validation_failed', 'upstream'],
    ['an unknown upstream', { upstream: 'provider:huge' }, 422, 'unknown_upstream', 'upstream'],
    ['another scheme', { tokenization: 'synthetic' }, 422, 'validation_failed', 'tokenization'],
    ['an unknown policy', { policy_name: 'none' }, 422, 'unknown_policy', 'policy_name'],
    ['a broken policy', { policy_yaml: 'name: x' }, 422, 'policy_yaml_invalid', expect.anything()],
    [
      'two policies',
      { policy_name: 'clinic-strict', policy_yaml: 'name: x' },
      422,
      'validation_failed',
      'policy_yaml',
    ],
    ['an unknown field', { masking: 'off' }, 422, 'validation_failed', 'masking'],
  ])('refuses %s', async (_case, body, status, code, path) => {
    const response = await admin.post('/api/v1/agents', {
      name: freshName(),
      upstream: 'stub',
      ...body,
    });
    expect(refusal(response)).toEqual([status, code]);
    expect(response.json().error.details?.[0]?.path).toEqual(path);
  });

  it('a refusal names the policies, and the form of an id', async () => {
    const said = async (response: Promise<LightMyRequestResponse>) =>
      (await response).json().error.details[0].message;
    const body = { name: freshName(), upstream: 'stub', policy_name: 'none' };
    expect(await said(admin.post('/api/v1/agents', body))).toMatch(
      /^must be one of healthcare-default, /,
    );
    expect(await said(nurse.get('/api/v1/sessions?agent_id=front'))).toBe(
      'must be agt_ and a ULID',
    );
  });

  it('is for account admins: a member makes nothing, whatever the policy lets pass', async () => {
    const before = fixture.journal.drafts.length;
    const open = fixture.strictYaml.replaceAll(/action: \w+/g, 'action: passthrough');
    for (const more of [{}, { policy_yaml: open, upstream: 'provider:model-small' }]) {
      const body = { name: freshName(), upstream: 'stub', ...more };
      expect(refusal(await nurse.post('/api/v1/agents', body))).toEqual([403, 'forbidden']);
    }
    expect(fixture.journal.drafts).toHaveLength(before);
  });

  it('takes a name in two writings for one', async () => {
    expect((await create({ name: 'Cafe\u0301' })).name).toBe('Caf\u00e9');
    const again = await admin.post('/api/v1/agents', { name: 'Caf\u00e9', upstream: 'stub' });
    expect([again.statusCode, again.json().error.code]).toEqual([409, 'name_taken']);
  });

  it('takes a name of 64', async () => {
    expect((await create({ name: 'n'.repeat(64) })).name).toHaveLength(64);
  });
});

describe('GET /api/v1/agents/{agent_id}', () => {
  it('adds the policy text and the stats', async () => {
    const { id } = await create({ policy_name: 'clinic-strict' });
    const { agent } = (await nurse.get(`/api/v1/agents/${id}`)).json();
    expect(agent.policy_yaml).toBe(fixture.strictYaml);
    expect(agent.stats).toEqual({
      session_count_24h: 3,
      session_count_7d: 9,
      redaction_count_24h: 12,
      p50_latency_ms: 2,
      p95_latency_ms: 8,
    });
    expect(agent).not.toHaveProperty('session_count_24h');
  });

  it.each(['agt_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'agt_x', 'x', '%F0%9F%98%80'])(
    '404 for %s',
    async (id) => {
      expect(refusal(await nurse.get(`/api/v1/agents/${id}`))).toEqual([404, 'agent_not_found']);
    },
  );
});

describe('GET /api/v1/agents', () => {
  it('lists newest first, in pages, each agent once', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await create()).id);
    const listed: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: {
        data: { id: string; session_count_24h: number }[];
        next_cursor: string | null;
      } = (
        await nurse.get(`/api/v1/agents?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      ).json();
      expect(page.data.length).toBeLessThanOrEqual(2);
      expect(page.data[0]).toMatchObject({ session_count_24h: 3 });
      expect(page.data[0]).not.toHaveProperty('stats');
      listed.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(listed.slice(0, 5)).toEqual(ids);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('filters by a part of the name, whatever its case', async () => {
    await create({ name: 'Cardiology line' });
    const { data } = (await nurse.get('/api/v1/agents?name=CARDIO')).json();
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Cardiology line']);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1.5',
    'limit=',
    'limit=1&limit=2',
    'cursor=',
    'cursor=x',
    'cursor=WyJ4Il0',
  ])('refuses %s', async (query) => {
    expect(refusal(await nurse.get(`/api/v1/agents?${query}`))).toEqual([422, 'validation_failed']);
  });

  it.each(['limit=1', 'limit=100', 'name=a'])('takes %s', async (query) => {
    expect((await nurse.get(`/api/v1/agents?${query}`)).statusCode).toBe(200);
  });
});

describe('PATCH /api/v1/agents/{agent_id} (design D35)', () => {
  it('changes what it names, and puts the names of the fields on record', async () => {
    const { id, name } = await create({ policy_name: 'clinic-strict' });
    const response = await admin.send('PATCH', `/api/v1/agents/${id}`, {
      payload: { upstream: 'provider:model-small', policy_name: 'healthcare-default' },
    });
    expect(response.json().agent).toMatchObject({
      id,
      name,
      upstream: 'provider:model-small',
      policy_name: 'healthcare-default',
    });
    expect(fixture.journal.drafts.at(-1)).toMatchObject({
      kind: 'agent_updated',
      agent_id: id,
      fields: { fields: ['policy_name', 'upstream'] },
    });
  });

  it('leaves the agent as it was when the change cannot be put on record', async () => {
    const before = await create();
    fixture.journal.broken = true;
    const change = { payload: { name: freshName() } };
    const response = await admin.send('PATCH', `/api/v1/agents/${before.id}`, change);
    expect(refusal(response)).toEqual([503, 'AuditUnavailable']);
    const after = (await nurse.get(`/api/v1/agents/${before.id}`)).json().agent;
    expect(after.name).toBe(before.name);
  });

  it('refuses an empty change, a name in use, and people who are not admins', async () => {
    const { id } = await create();
    const patch = (browser: Browser, payload: object) =>
      browser.send('PATCH', `/api/v1/agents/${id}`, { payload });
    expect(refusal(await patch(admin, {}))).toEqual([422, 'validation_failed']);
    expect(refusal(await patch(admin, { name: 'Intake' }))).toEqual([409, 'name_taken']);
    expect(refusal(await patch(nurse, { name: freshName() }))).toEqual([403, 'forbidden']);
  });
});

describe('DELETE /api/v1/agents/{agent_id}', () => {
  it('is for account admins', async () => {
    const { id } = await create();
    expect(refusal(await nurse.send('DELETE', `/api/v1/agents/${id}`))).toEqual([403, 'forbidden']);
    expect((await nurse.get(`/api/v1/agents/${id}`)).statusCode).toBe(200);
  });

  it('answers 204, is on record with who did it, and the agent is gone', async () => {
    const { id } = await create();
    const response = await admin.send('DELETE', `/api/v1/agents/${id}`);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    const { user } = (await admin.get('/api/v1/me')).json();
    expect(fixture.journal.drafts.at(-1)).toMatchObject({
      kind: 'agent_deleted',
      agent_id: id,
      fields: { actor: user.id },
    });
    expect(refusal(await admin.get(`/api/v1/agents/${id}`))).toEqual([404, 'agent_not_found']);
    expect(refusal(await admin.send('DELETE', `/api/v1/agents/${id}`))).toEqual([
      404,
      'agent_not_found',
    ]);
  });

  it('does not happen when it cannot be put on record', async () => {
    const { id } = await create();
    fixture.journal.broken = true;
    expect(refusal(await admin.send('DELETE', `/api/v1/agents/${id}`))).toEqual([
      503,
      'AuditUnavailable',
    ]);
    expect((await nurse.get(`/api/v1/agents/${id}`)).statusCode).toBe(200);
  });
});
