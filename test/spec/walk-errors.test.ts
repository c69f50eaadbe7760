import { beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorStatus } from '../../server/contract/errors.ts';
import { memoryProxy } from '../support/memory-proxy.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;
let agent: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

const refusal = async (response: Response) => {
  const { error } = (await response.json()) as {
    error: { code: string; request_id: string; details?: unknown };
  };
  return { status: response.status, ...error };
};
const api = async (path: string, init?: RequestInit) =>
  refusal(await proxy.service.api(path, init));
const create = (body: object) =>
  api('/api/v1/agents', { method: 'POST', body: JSON.stringify(body) });

describe('errors', () => {
  it(rule('Errors 1'), () => {
    const table: Record<ErrorCode, number> = {
      unauthenticated: 401,
      forbidden: 403,
      not_found: 404,
      agent_not_found: 404,
      session_not_found: 404,
      method_not_allowed: 405,
      name_taken: 409,
      import_running: 409,
      already_decided: 409,
      validation_failed: 422,
      unknown_upstream: 422,
      unknown_policy: 422,
      policy_yaml_invalid: 422,
      rate_limited: 429,
      internal_error: 500,
      report_generation_failed: 500,
      upstream_error: 502,
      sign_in_unavailable: 503,
      upstream_busy: 503,
      AuditUnavailable: 503,
    };
    expect(errorStatus).toEqual(table);
  });

  it(rule('Errors 2'), async () => {
    const response = await proxy.service.api('/api/v1/sessions/sess_none');
    expect((await refusal(response.clone())).request_id).toBe(response.headers.get('x-request-id'));
    const fine = await proxy.service.api('/api/v1/me');
    expect(fine.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it(rule('Errors 3'), async () => {
    for (const path of ['/nowhere', '/api/v1/nowhere']) {
      expect(await api(path)).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it(rule('Errors 4'), async () => {
    const memory = await memoryProxy();
    memory.broken.journal = true;
    const { statusCode, headers } = await memory.say('hello');
    expect([statusCode, headers['x-should-retry']]).toEqual([503, 'false']);
  });

  it(rule('Errors 5'), async () => {
    expect(await create({ name: '', upstream: 'stub' })).toMatchObject({
      status: 422,
      code: 'validation_failed',
      details: [{ path: 'name', message: expect.any(String) }],
    });
  });

  it.each([
    ['unreadable', '{"name":"a",}', 'is not valid JSON'],
    ['too deep', `${'['.repeat(100)}${']'.repeat(100)}`, 'nests too deeply'],
  ])('a body that is %s comes with details too', async (_, body, message) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await proxy.service.api('/api/v1/agents', { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { error: { code: 'validation_failed', details: [{ path: '', message }] } },
    ]);
  });

  it(rule('Errors 6'), async () => {
    const policy_yaml =
      'name: a\nversion: 1\nkid: K_NONE\ntokenization: synthetic\npasses: [guess]\nentities: {}\n';
    expect(await create({ name: 'own', upstream: 'stub', policy_yaml })).toMatchObject({
      status: 422,
      code: 'policy_yaml_invalid',
    });
    expect(Object.keys(errorStatus)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/unknown_kid|invalid_pass|missing_entity/)]),
    );
  });
});

describe('limits', () => {
  it(rule('Limits 4'), async () => {
    const answers = await Promise.all(
      Array.from({ length: 250 }, () => proxy.service.api('/api/v1/me')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it(rule('Limits 5'), async () => {
    const words = 'a'.repeat(1024 * 1024);
    const large = await proxy.post(agent, { messages: [user(words)] });
    expect(await refusal(large)).toMatchObject({ status: 413, code: 'validation_failed' });
  });
});

describe('versions', () => {
  it(rule('Versioning 1'), async () => {
    expect((await proxy.service.api('/api/v1/me')).status).toBe(200);
    expect((await proxy.service.api('/api/v2/me')).status).toBe(404);
  });

  it(rule('Versioning 4'), async () => {
    const response = await proxy.service.api('/api/v1/agents', {
      method: 'POST',
      body: JSON.stringify({ name: 'only what is required', upstream: 'stub' }),
    });
    expect(response.status).toBe(201);
  });

  it(rule('Versioning 5'), async () => {
    const response = await proxy.service.api(`/api/v1/agents/${agent}`);
    expect(await response.json()).toMatchObject({ agent: { policy_version: 1 } });
  });
});
