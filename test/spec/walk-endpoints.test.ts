import { beforeAll, describe, expect, it } from 'vitest';
import { changedPolicy } from '../support/changed-policy.ts';
import { jsonApi, refusal } from '../support/json-api.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;
let agent: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

const api = jsonApi(() => proxy.service);
let made = 0;
const create = (fields: object = {}) => {
  made += 1;
  return api('/api/v1/agents', 'POST', { name: `walk ${made}`, upstream: 'stub', ...fields });
};
const invalid = [422, 'validation_failed'];

describe('all endpoints', () => {
  it(rule('Service 5'), async () => {
    const { body } = await api('/api/v1/openapi.json');
    expect(Object.keys(body['paths'] as object)).toEqual(
      expect.arrayContaining([
        '/api/v1/agents',
        '/api/v1/agents/{agent_id}',
        '/api/v1/sessions',
        '/api/v1/sessions/{session_id}/report',
        '/api/v1/admin/policy/reload',
      ]),
    );
  });

  it.each(['agents', 'sessions', 'me', 'agents/agt_x', 'sessions/sess_x/report'])(
    `${rule('Endpoints 1')} (%s)`,
    async (path) => {
      const { status, headers } = await fetch(`${proxy.service.url}/api/v1/${path}`);
      expect([status, headers.get('content-type')]).toEqual([
        401,
        'application/json; charset=utf-8',
      ]);
    },
  );

  it.each(['0', '101', '-1', '1.5', 'ten', ''])(`${rule('Pagination 1')} (%j)`, async (limit) => {
    for (const list of ['agents', 'sessions']) {
      expect(refusal(await api(`/api/v1/${list}?limit=${limit}`))).toEqual(invalid);
    }
  });

  it(rule('Pagination 2'), async () => {
    for (let count = 0; count < 3; count += 1) await create();
    const seen: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const from: string =
        typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const page = await api(`/api/v1/agents?limit=2${from}`);
      seen.push(...(page.body.data ?? []).map(({ id }) => id));
      cursor = page.body.next_cursor;
    } while (typeof cursor === 'string');
    expect(cursor).toBeNull();
    const all = await api('/api/v1/agents?limit=100');
    expect(seen).toEqual(all.body.data?.map(({ id }) => id));
  });

  it('a short list is answered whole without limit, and in pages with it', async () => {
    for (const every of ['week', 'month', 'week']) {
      await api('/api/v1/reports/schedules', 'POST', { every });
    }
    const list = '/api/v1/reports/schedules';
    const whole = await api(list);
    const first = await api(`${list}?limit=2`);
    const last = await api(`${list}?limit=2&cursor=${first.body.next_cursor}`);
    expect([whole.body.next_cursor, last.body.next_cursor]).toEqual([null, null]);
    expect([first.body.data?.length, last.body.data?.length]).toEqual([2, 1]);
    expect([...(first.body.data ?? []), ...(last.body.data ?? [])]).toEqual(whole.body.data);
    for (const page of ['limit=0', 'limit=101', 'cursor=made-up', 'cursor=IndlYiI']) {
      expect(refusal(await api(`${list}?${page}`))).toEqual(invalid);
    }
  });

  it(rule('Pagination 3'), async () => {
    for (const list of ['agents', 'sessions']) {
      const answer = await api(`/api/v1/${list}?cursor=made-up`);
      expect(refusal(answer)).toEqual(invalid);
      expect(answer.body.error?.details?.[0]?.path).toBe('cursor');
    }
  });

  it(rule('GET /health 1'), async () => {
    const response = await fetch(`${proxy.service.url}/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'ok' });
  });
});

describe('agents', () => {
  it(rule('GET /api/v1/agents 1'), async () => {
    const [older, newer] = [await create(), await create()];
    const ids = (await api('/api/v1/agents')).body.data?.map(({ id }) => id);
    expect(ids?.slice(0, 2)).toEqual([newer.body.agent?.['id'], older.body.agent?.['id']]);
  });

  it(rule('GET /api/v1/agents 2'), async () => {
    await create({ name: 'Front Desk Élan' });
    const names = async (filter: string) =>
      (await api(`/api/v1/agents?name=${encodeURIComponent(filter)}`)).body.data?.map(
        ({ name }) => name,
      );
    expect(await names('nt dEsK')).toEqual(['Front Desk Élan']);
    expect(await names('_')).toEqual([]);
    expect(await names('%')).toEqual([]);
  });

  it(rule('GET /api/v1/agents 3'), async () => {
    for (let count = 0; count < 26; count += 1) await create();
    expect((await api('/api/v1/agents')).body.data).toHaveLength(25);
  });

  it(rule('GET /api/v1/agents 4'), async () => {
    const [item] = (await api('/api/v1/agents')).body.data ?? [];
    expect(Object.keys(item ?? {})).toEqual(
      expect.arrayContaining(
        'id name upstream tokenization policy_name policy_version proxy_url webhook_url created_at session_count_24h'.split(
          ' ',
        ),
      ),
    );
  });

  it(rule('POST /api/v1/agents 1'), async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(Object.keys(body.agent ?? {})).toEqual(
      expect.arrayContaining(
        'id name upstream tokenization policy_name policy_version proxy_url webhook_url created_at'.split(
          ' ',
        ),
      ),
    );
  });

  it(rule('POST /api/v1/agents 2'), async () => {
    expect((await create({ name: 'a' })).status).toBe(201);
    expect((await create({ name: 'b'.repeat(64) })).status).toBe(201);
    expect(refusal(await create({ name: '' }))).toEqual(invalid);
    expect(refusal(await create({ name: 'b'.repeat(65) }))).toEqual(invalid);
    expect(refusal(await create({ name: 'a' }))).toEqual([409, 'name_taken']);
  });

  it(rule('POST /api/v1/agents 3'), async () => {
    for (const upstream of ['provider:model-small', 'provider:model-large', 'stub']) {
      expect((await create({ upstream })).status).toBe(201);
    }
    expect(refusal(await create({ upstream: 'other:model' }))).toEqual([422, 'unknown_upstream']);
  });

  it(rule('POST /api/v1/agents 4'), async () => {
    expect((await create()).body.agent?.['tokenization']).toBe('vault-deterministic');
    const sealed = await create({ tokenization: 'reversible-aead' });
    expect(sealed.body.agent?.['tokenization']).toBe('reversible-aead');
    expect(refusal(await create({ tokenization: 'synthetic' }))).toEqual(invalid);
  });

  it(rule('POST /api/v1/agents 5'), async () => {
    expect((await create()).body.agent?.['policy_name']).toBe('healthcare-default');
    expect(refusal(await create({ policy_name: 'nobody-knows' }))).toEqual([422, 'unknown_policy']);
  });

  it(rule('POST /api/v1/agents 6'), async () => {
    const before = (await api('/api/v1/agents?limit=100')).body.data?.length;
    expect(refusal(await create({ policy_yaml: 'name: [' }))).toEqual([422, 'policy_yaml_invalid']);
    expect((await api('/api/v1/agents?limit=100')).body.data).toHaveLength(before ?? -1);
  });

  it(rule('POST /api/v1/agents 7'), async () => {
    const both = { policy_name: 'healthcare-default', policy_yaml: changedPolicy() };
    expect(refusal(await create(both))).toEqual(invalid);
  });

  it(rule('POST /api/v1/agents 8'), async () => {
    expect(refusal(await api('/api/v1/agents', 'POST', { name: 'no upstream' }))).toEqual(invalid);
    expect(refusal(await create({ surprise: true }))).toEqual(invalid);
  });

  it(rule('POST /api/v1/agents 9'), async () => {
    const policy_yaml = changedPolicy(
      ['name: healthcare-default', 'name: own'],
      ['PHONE: { regex: true,', 'PHONE: { enabled: false, regex: true,'],
    );
    const own = await proxy.agent({ policy_yaml });
    await proxy.ask(own, [user('call 202-555-0143')]);
    expect(proxy.sent()).toContain('202-555-0143');
    await proxy.ask(agent, [user('call 202-555-0143')]);
    expect(proxy.sent()).not.toContain('202-555-0143');
  });

  it(rule('PATCH /api/v1/agents/{agent_id} 1'), async () => {
    const policy_yaml = changedPolicy(['name: healthcare-default', 'name: patched']);
    const id = (await create()).body.agent?.['id'];
    const patched = await api(`/api/v1/agents/${id}`, 'PATCH', { policy_yaml });
    expect([patched.status, patched.body.agent?.['policy_name']]).toEqual([200, 'patched']);
  });

  it(rule('GET /api/v1/agents/{agent_id} 1'), async () => {
    const { body } = await api(`/api/v1/agents/${agent}`);
    expect(body.agent).toMatchObject({ id: agent, policy_yaml: changedPolicy() });
    expect(body.agent).toHaveProperty('stats');
    const none = await api('/api/v1/agents/agt_01JZZZZZZZZZZZZZZZZZZZZZZZ');
    expect(refusal(none)).toEqual([404, 'agent_not_found']);
  });

  it(rule('DELETE /api/v1/agents/{agent_id} 2'), async () => {
    const id = (await create()).body.agent?.['id'];
    const gone = await api(`/api/v1/agents/${id}`, 'DELETE');
    expect([gone.status, gone.body]).toEqual([204, {}]);
    expect(refusal(await api(`/api/v1/agents/${id}`, 'DELETE'))).toEqual([404, 'agent_not_found']);
  });
});
