import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { temporaryFolder } from '../support/run-svc.ts';
import { startService, webhookSecret } from '../support/service.ts';
import { type ServiceEnv, type ServiceProcess, spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { changed } from '../unit/policy/policies.ts';

const said = 'my number is 202 555 0143';
const ownPolicy = changed('name: healthcare-default', 'name: clinic-own')
  .replace('kid: K_HEALTHCARE', 'kid: K_LEAVING')
  .replace('retention_days: 2555', 'retention_days: 3650');
const problem = expect.stringMatching(/^calls are refused, .* set SVC_KEY_K_LEAVING$/);

let env: ServiceEnv;
let service: ServiceProcess;
let cookie: string;
let own: string;
let plain: string;

beforeAll(async () => {
  env = {
    SVC_DATA_DIR: await temporaryFolder(),
    SVC_MASTER_KEY: 'a'.repeat(64),
    SVC_KEY_K_HEALTHCARE: 'b'.repeat(64),
  };
  const earlier = await startService({ ...env, SVC_KEY_K_LEAVING: 'c'.repeat(64) });
  own = await earlier.createAgent({ name: 'own', upstream: 'stub', policy_yaml: ownPolicy });
  plain = await earlier.createAgent({ name: 'plain', upstream: 'stub' });
  expect((await ask(earlier.url, own)).status).toBe(200);
  await earlier.close({ keepData: true });
  service = await spawnService({ ...env, SVC_VOICE_WEBHOOK_SECRET: webhookSecret });
  cookie = await signIn(service.url);
});
afterAll(async () => {
  await service?.end('SIGTERM');
  await removeFolder(env.SVC_DATA_DIR);
});

const post = (url: string, body: object) =>
  signedFetch(webhookSecret)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const ask = (url: string, agent: string) =>
  post(`${url}/proxy/${agent}/v1/chat/completions`, {
    messages: [{ role: 'user', content: said }],
  });
const manage = async (path: string, init: RequestInit = {}) => {
  const headers = { cookie, 'content-type': 'application/json' };
  const response = await fetch(`${service.url}/api/v1${path}`, { ...init, headers });
  return { status: response.status, body: await response.json() };
};

describe('an agent whose own policy names a key that is gone', () => {
  it('is listed with its problem, and keeps no other agent from being listed', async () => {
    const { status, body } = await manage('/agents');
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { id: plain, policy_name: 'healthcare-default' },
      { id: own, policy_name: 'clinic-own', policy_version: 1, policy_problem: problem },
    ]);
    expect(body.data[0]).not.toHaveProperty('policy_problem');
  });

  it('is shown with the document as it was written', async () => {
    const { status, body } = await manage(`/agents/${own}`);
    expect(status).toBe(200);
    expect(body.agent).toMatchObject({ policy_yaml: ownPolicy, policy_problem: problem });
  });

  it('still has its records kept as long as it says (spec, Masking policy)', async () => {
    const { status, body } = await manage('/admin/retention');
    expect([status, body.policy_days]).toEqual([200, 3650]);
  });

  it('takes no calls, and the log names the agent and the key (design D6)', async () => {
    const refused = await ask(service.url, own);
    expect(refused.status).toBe(500);
    expect(await refused.json()).toMatchObject({ error: { code: 'internal_error' } });
    const logged = await service.line(/^(\{.*"agent":.*the policy of its agent is unusable.*\})$/);
    expect(JSON.parse(logged)).toMatchObject({ agent: own, kid: 'K_LEAVING' });
    expect(service.output()).not.toContain('555 0143');
    expect((await ask(service.url, plain)).status).toBe(200);
  });

  it('configures no calls through the webhook', async () => {
    const message = { type: 'assistant-request', call: { id: 'call-1' } };
    const answer = await post(`${service.url}/voice/webhook/${own}`, { message });
    expect(answer.status).toBe(500);
    await answer.body?.cancel();
  });

  it('takes calls again under a policy that has its key', async () => {
    const patch = (body: object) =>
      manage(`/agents/${own}`, { method: 'PATCH', body: JSON.stringify(body) });
    const renamed = await patch({ name: 'renamed' });
    expect(renamed).toMatchObject({ status: 200, body: { agent: { policy_problem: problem } } });
    const mended = await patch({ policy_name: 'healthcare-default' });
    expect(mended.status).toBe(200);
    expect(mended.body.agent).not.toHaveProperty('policy_problem');
    expect((await ask(service.url, own)).status).toBe(200);
  });
});
