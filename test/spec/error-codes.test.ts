import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorStatus } from '../../server/contract/errors.ts';
import { Fault } from '../../server/domain/fault.ts';
import { defaultPolicyYaml } from '../../server/policy/index.ts';
import { freePort } from '../support/free-port.ts';
import { memoryProxy } from '../support/memory-proxy.ts';
import { anImport } from '../support/roster-kit.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { type Service, startService, upstreamAt } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

let fixture: Fixture;
let service: Service;
/** A provider that hangs up on the large model and never answers the small one. */
let upstream: ScriptedUpstream;
const asked = Promise.withResolvers<void>();
let admin: Browser;
let nurse: Browser;

beforeAll(async () => {
  const printer = async () => {
    throw new Fault('report_generation_failed', 'the PDF could not be rendered');
  };
  const reports = { json: printer, pdf: printer, proof: printer };
  fixture = await startFixture({ reports });
  admin = await fixture.signIn('owner');
  nurse = await fixture.signIn('nurse@example.com');
  upstream = await startScriptedUpstream(({ body }, response) => {
    if (body['model'] === 'model-large') response.destroy();
    else asked.resolve();
  });
  // The connection stays taken for as long as a slow machine needs to send a second call.
  const patient = { SVC_UPSTREAM_FIRST_BYTE_MS: '600000', SVC_UPSTREAM_TOTAL_MS: '600000' };
  service = await startService({
    ...upstreamAt(upstream.baseUrl),
    ...patient,
    SVC_UPSTREAM_CONNECTIONS: '1',
  });
});
afterAll(async () => {
  await fixture?.app.close();
  await upstream?.close();
  await service?.close();
});

const stub = { name: 'front desk', upstream: 'stub' };
const create = (fields: object) => admin.post('/api/v1/agents', { ...stub, ...fields });

async function overloaded() {
  const full = () => 1;
  const proxy = await memoryProxy({ rateLimits: { calls: full, management: full, signIn: full } });
  return proxy.say('hello');
}

async function broken(part: 'detector' | 'journal') {
  const proxy = await memoryProxy();
  proxy.broken[part] = true;
  return proxy.say('hello');
}

async function calling(upstreamName: string, signal?: AbortSignal): Promise<Response> {
  const agent = await service.createAgent({ name: randomUUID(), upstream: upstreamName });
  return signedFetch(service.secret)(`${service.proxyBase(agent)}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** One call has the only connection to the provider. */
async function crowded(): Promise<Response> {
  const caller = new AbortController();
  const first = calling('provider:model-small', caller.signal).catch(() => undefined);
  await asked.promise;
  const second = await calling('provider:model-small');
  caller.abort();
  await first;
  return second;
}

/** Of a clinic whose identity provider is down. */
async function withoutIdentityProvider(): Promise<Response> {
  const clinic = await startService(
    {
      SVC_IDP_ISSUER: `http://127.0.0.1:${await freePort()}`,
      SVC_IDP_CLIENT_ID: 'svc',
      SVC_IDP_CLIENT_SECRET: 'known to both',
      SVC_ADMIN_LOGINS: 'chief@example.com',
    },
    { cookie: '' },
  );
  try {
    return await fetch(`${clinic.url}/api/v1/auth/idp`);
  } finally {
    await clinic.close();
  }
}

/** One way to each code; the types ask for all of them. */
const ways: Record<ErrorCode, () => Promise<Response | LightMyRequestResponse>> = {
  unauthenticated: () => fixture.browser().get('/api/v1/me'),
  forbidden: () => nurse.post('/api/v1/admin/policy/reload'),
  not_found: () => admin.get('/api/v1/nowhere'),
  agent_not_found: () => admin.get('/api/v1/agents/agt_none'),
  session_not_found: () => admin.get('/api/v1/sessions/sess_none'),
  method_not_allowed: () => admin.send('PUT', '/api/v1/agents'),
  name_taken: async () => {
    await create({ name: 'twice' });
    return create({ name: 'twice' });
  },
  import_running: async () => {
    const now = new Date(fixture.time.now).toISOString();
    await fixture.roster.begin(anImport({ startedAt: now, updatedAt: now }));
    const headers = { 'content-type': 'text/csv' };
    return admin.send('POST', '/api/v1/roster/imports', { headers, payload: 'name\nAda Quennell' });
  },
  already_decided: async () => {
    const proposal = { policy_yaml: defaultPolicyYaml, reason: 'none' };
    const proposed = await admin.post('/api/v1/policies/versions', proposal);
    const { id } = proposed.json<{ version: { id: string } }>().version;
    const decide = () =>
      admin.post(`/api/v1/policies/versions/${id}/decision`, { outcome: 'rejected' });
    await decide();
    return decide();
  },
  validation_failed: () => create({ name: '' }),
  unknown_upstream: () => create({ upstream: 'provider:model-none' }),
  unknown_policy: () => create({ policy_name: 'none' }),
  policy_yaml_invalid: () => create({ policy_yaml: 'name: broken' }),
  rate_limited: overloaded,
  internal_error: () => broken('detector'),
  report_generation_failed: () =>
    nurse.get('/api/v1/sessions/sess_01M7YRT2V0Q8J5C4W9N6B3XKDE/report'),
  upstream_error: () => calling('provider:model-large'),
  sign_in_unavailable: withoutIdentityProvider,
  upstream_busy: crowded,
  AuditUnavailable: () => broken('journal'),
};

describe('every code of docs/errors.md can be met, with its status', () => {
  it.each(Object.entries(ways))('%s', async (code, meet) => {
    const response = await meet();
    const status = 'statusCode' in response ? response.statusCode : response.status;
    const { error } = (await response.json()) as { error: { code: string } };
    expect([error.code, status]).toEqual([code, errorStatus[code as ErrorCode]]);
  });
});
