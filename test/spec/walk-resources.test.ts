import { beforeAll, describe, expect, it } from 'vitest';
import { changedPolicy } from '../support/changed-policy.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;
let agent: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

const number = '202-555-0143';
const ulid = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const get = async (path: string) => {
  const response = await proxy.service.api(path);
  return { response, body: (await response.json()) as Record<string, unknown> };
};
describe('conventions', () => {
  it(rule('Conventions 1'), async () => {
    for (const path of ['/health', '/api/v1/me', '/api/v1/agents', '/api/v1/sessions']) {
      const { response } = await get(path);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it(rule('Conventions 2'), async () => {
    await proxy.ask(agent, [user(`call ${number}`)]);
    await expect.poll(async () => (await proxy.sessions(agent)).length).toBe(1);
    for (const path of [`/api/v1/agents/${agent}`, '/api/v1/agents', '/api/v1/sessions']) {
      expect(keysOf((await get(path)).body)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^[a-z0-9_]+$/)]),
      );
      expect(
        keysOf((await get(path)).body).filter((key) => !/^[a-z0-9_]+$|^[A-Z][A-Z0-9_]*$/.test(key)),
      ).toEqual([]);
    }
  });

  it(rule('Conventions 3'), async () => {
    const { body } = await get('/api/v1/sessions');
    const [session] = body['data'] as { started_at: string; ended_at: string }[];
    expect([session?.started_at, session?.ended_at]).toEqual([
      expect.stringMatching(utc),
      expect.stringMatching(utc),
    ]);
    expect(
      (await proxy.service.records()).map(({ ts }) => ts).filter((ts) => !utc.test(ts)),
    ).toEqual([]);
  });

  it(rule('Conventions 4'), async () => {
    const [session] = await proxy.sessions(agent);
    const [event] = await proxy.service.records();
    const { response } = await get('/api/v1/me');
    expect([agent, session?.id, event?.id, response.headers.get('x-request-id')]).toEqual(
      ['agt', 'sess', 'evt', 'req'].map((prefix) =>
        expect.stringMatching(new RegExp(`^${prefix}_${ulid}$`)),
      ),
    );
  });

  it(rule('Envelope 1'), async () => {
    const { response, body } = await get('/api/v1/agents/agt_none');
    expect(body).toEqual({
      error: {
        code: 'agent_not_found',
        message: expect.any(String),
        request_id: response.headers.get('x-request-id'),
      },
    });
  });
});

describe('the agent', () => {
  it(rule('Agent 1'), async () => {
    const { body } = await get(`/api/v1/agents/${agent}`);
    expect(body['agent']).toMatchObject({
      id: agent,
      name: expect.any(String),
      upstream: 'provider:model-small',
      tokenization: 'vault-deterministic',
      policy_name: 'healthcare-default',
      policy_version: 1,
      policy_yaml: changedPolicy(),
      created_at: expect.stringMatching(utc),
    });
  });

  it(rule('Agent 2'), async () => {
    const { body } = await get(`/api/v1/agents/${agent}`);
    expect(body['agent']).toMatchObject({
      proxy_url: `${proxy.service.url}/proxy/${agent}/v1/chat/completions`,
      webhook_url: `${proxy.service.url}/voice/webhook/${agent}`,
    });
  });

  it(rule('Agent 3'), async () => {
    const names = [
      'session_count_24h',
      'session_count_7d',
      'redaction_count_24h',
      'p50_latency_ms',
      'p95_latency_ms',
    ];
    const one = (await get(`/api/v1/agents/${agent}`)).body['agent'] as Record<string, unknown>;
    const stats = one['stats'] as Record<string, number>;
    expect(Object.keys(stats).sort()).toEqual([...names].sort());
    expect(Object.values(stats).every(Number.isInteger)).toBe(true);
    expect(one).not.toHaveProperty('session_count_24h');
    const [item] = (await get('/api/v1/agents')).body['data'] as object[];
    expect(item).toHaveProperty('session_count_24h');
    expect(item).not.toHaveProperty('stats');
    expect(item).not.toHaveProperty('policy_yaml');
  });
});

describe('the session summary and the user', () => {
  it(rule('Session summary 1'), async () => {
    // A call is partial until its first reply is on record.
    const status = async () => (await proxy.sessions(agent))[0]?.status;
    await expect.poll(status).toBe('ok');
    expect((await proxy.sessions(agent))[0]).toMatchObject({
      agent_id: agent,
      agent_name: expect.any(String),
      duration_ms: expect.any(Number),
      status: 'ok',
      redaction_count: 1,
      redactions_by_kind: { PHONE: 1 },
    });
  });

  it(rule('Session summary 2'), async () => {
    expect((await proxy.sessions(agent))[0]).toMatchObject({ upstream_model: 'model-small' });
  });

  it(rule('Session summary 3'), async () => {
    const gone = await proxy.agent();
    await proxy.ask(gone, [user('hello')]);
    await expect.poll(async () => (await proxy.sessions(gone)).length).toBe(1);
    await proxy.service.api(`/api/v1/agents/${gone}`, { method: 'DELETE' });
    expect((await proxy.sessions(gone))[0]).toMatchObject({ agent_id: gone });
  });

  it(rule('User 1'), async () => {
    expect((await get('/api/v1/me')).body).toMatchObject({ user: { login: 'dev', admin: true } });
  });

  it(rule('Session (server side) 1'), async () => {
    const [, value = ''] = proxy.service.cookie.split('=');
    expect(value).not.toMatch(/dev|usr_/);
    expect((await get('/api/v1/me')).body).toMatchObject({ user: { login: 'dev' } });
  });
});

describe('tokens', () => {
  it(rule('Schemes 1'), async () => {
    const call = { call: { id: 'same' } };
    await proxy.ask(agent, [user(`call ${number}`)], call);
    const first = JSON.parse(proxy.sent()).messages[0].content;
    await proxy.ask(agent, [user('call 202 555 0143')], { call: { id: 'other' } });
    expect(JSON.parse(proxy.sent()).messages[0].content).toBe(first);
  });

  it(rule('Schemes 4'), async () => {
    await proxy.ask(agent, [user(`call ${number}`)]);
    expect(JSON.parse(proxy.sent()).messages[0].content).toMatch(
      /^call TOK1\.PHONE\.K_HEALTHCARE\.[0-9A-HJKMNP-TV-Z]+$/,
    );
  });

  it(rule('Schemes 5'), async () => {
    const applied = await proxy.records(agent, 'redaction_applied');
    expect(applied[0]).toMatchObject({ placeholder: '[PHONE_01]' });
  });
});

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}
