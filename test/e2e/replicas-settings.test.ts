import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedPolicy, policyWithRule } from '../support/changed-policy.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { user } from '../support/proxy-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { upstreamAt, webhookSecret } from '../support/service.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const phone = '212 555 0123';
const key = () => randomBytes(32).toString('hex');

let folder: string;
let place: FreshDatabase;
let upstream: ScriptedUpstream;
let cookie: string;
const replicas: ServiceProcess[] = [];

const policyFile = (replica: number) => join(folder, `policy-${replica}.yaml`);

/** Starts replica 0, 1, …: each a process with a data folder and a policy file of its own. */
async function start(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const replica = replicas.length;
  await writeFile(policyFile(replica), changedPolicy());
  const started = await spawnService({
    ...upstreamAt(upstream.baseUrl),
    ...env,
    SVC_DATABASE_URL: place.url.reveal(),
    SVC_DATA_DIR: join(folder, `data-${replica}`),
    SVC_POLICY_PATH: policyFile(replica),
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
  });
  replicas.push(started);
  return started;
}

const env = { SVC_MASTER_KEY: key(), SVC_KEY_K_HEALTHCARE: key() };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-settings-'));
  place = await freshDatabase();
  upstream = await startScriptedUpstream();
  const first = await start(env);
  await start(env);
  cookie = await signIn(first.url);
});
afterAll(async () => {
  for (const replica of replicas) await replica.end('SIGKILL');
  await upstream?.close();
  await place?.remove();
  await removeFolder(folder);
});

const urlOf = (replica: number) => replicas[replica]?.url ?? '';

function api(replica: number, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${urlOf(replica)}/api/v1${path}`, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

let names = 0;

/** A new agent, which has answered a call at replica 1: that replica keeps it in memory. */
async function knownAgent(): Promise<string> {
  names += 1;
  const agent = { name: `agent ${names}`, upstream: 'provider:model-small' };
  const response = await api(0, 'POST', '/agents', agent);
  expect(response.status).toBe(201);
  const { id } = ((await response.json()) as { agent: { id: string } }).agent;
  expect(await told(1, id)).toContain('TOK1.PHONE.');
  return id;
}

function call(replica: number, agentId: string): Promise<Response> {
  return signedFetch(webhookSecret)(`${urlOf(replica)}/proxy/${agentId}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: [user(`call ${phone}`)] }),
  });
}

/** What the model received from a call that was answered. */
async function told(replica: number, agentId: string): Promise<string> {
  const response = await call(replica, agentId);
  expect(response.status).toBe(200);
  return String(upstream.seen.at(-1)?.body.messages.at(-1)?.content);
}

const redacting = { policy_yaml: policyWithRule('PHONE', '{ action: redact }') };

interface Numbered {
  readonly agent: { readonly policy_version: number };
}

/** Cuts the connections that wait for notices. */
const cutListening = () =>
  place.adminSql(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database()
      AND (query LIKE 'LISTEN%' OR pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory'))`);

describe.each([
  { notices: 'notices arrive', cut: async () => [] },
  { notices: 'notices are lost', cut: cutListening },
])('what one replica changes, the next request at another obeys: $notices', ({ cut }) => {
  it('an agent that is deleted: 404, and nothing is forwarded', async () => {
    const id = await knownAgent();
    expect((await api(0, 'DELETE', `/agents/${id}`)).status).toBe(204);
    await cut();
    const before = upstream.seen.length;
    const response = await call(1, id);
    expect([response.status, upstream.seen.length]).toEqual([404, before]);
    expect(await response.json()).toMatchObject({ error: { code: 'agent_not_found' } });
  });

  it('an agent whose policy is tightened: the number is redacted', async () => {
    const id = await knownAgent();
    expect((await api(0, 'PATCH', `/agents/${id}`, redacting)).status).toBe(200);
    await cut();
    expect(await told(1, id)).toBe('call [REDACTED:PHONE]');
  });

  it('an agent whose policy is tightened, in a test call: its model is not asked', async () => {
    const id = await knownAgent();
    expect((await api(0, 'PATCH', `/agents/${id}`, redacting)).status).toBe(200);
    await cut();
    const before = upstream.seen.length;
    const response = await api(1, 'POST', `/agents/${id}/test-call`, { said: `call ${phone}` });
    expect(await response.json()).toMatchObject({ sent: 'call [REDACTED:PHONE]' });
    expect(upstream.seen).toHaveLength(before);
  });

  it('a reloaded policy, although the file of that replica is the old one', async () => {
    const id = await knownAgent();
    await writeFile(policyFile(0), redacting.policy_yaml);
    expect((await api(0, 'POST', '/admin/policy/reload')).status).toBe(200);
    await cut();
    const numberAt = async (at: number) =>
      ((await (await api(at, 'GET', `/agents/${id}`)).json()) as Numbered).agent.policy_version;
    expect(await told(1, id)).toBe('call [REDACTED:PHONE]');
    expect(await numberAt(1)).toBe(await numberAt(0));
    expect(await numberAt(1)).toBeGreaterThan(1);
    await writeFile(policyFile(0), changedPolicy());
    expect((await api(0, 'POST', '/admin/policy/reload')).status).toBe(200);
    expect(await told(1, id)).toContain('TOK1.PHONE.');
  });
});

describe('replicas show the same settings', () => {
  it('at the webhook and at the list of models', async () => {
    const id = await knownAgent();
    await api(0, 'PATCH', `/agents/${id}`, { system_prompt: 'be brief', upstream: 'stub' });
    const signed = signedFetch(webhookSecret);
    const models = await signed(`${urlOf(1)}/proxy/${id}/v1/models`);
    expect(await models.json()).toMatchObject({ data: [{ id: 'stub' }] });
    const message = { type: 'assistant-request', call: { id: `call-${id}` } };
    const response = await signed(`${urlOf(1)}/voice/webhook/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
    });
    expect(JSON.stringify(await response.json())).toContain('be brief');
  });

  it('to people, and a change at one does not undo a change at another', async () => {
    const id = await knownAgent();
    await api(0, 'PATCH', `/agents/${id}`, redacting);
    expect((await api(1, 'PATCH', `/agents/${id}`, { first_message: 'Hello.' })).status).toBe(200);
    expect(await told(0, id)).toBe('call [REDACTED:PHONE]');
    const shown = await (await api(0, 'GET', `/agents/${id}`)).json();
    expect(shown).toMatchObject({ agent: { first_message: 'Hello.', ...redacting } });
  });

  it('in the list of policies, as soon as the reload is answered', async () => {
    await writeFile(policyFile(0), changedPolicy(['name: healthcare-default', 'name: evening']));
    await api(0, 'POST', '/admin/policy/reload');
    const first = ((await (await api(1, 'GET', '/policies')).json()) as { data: object[] }).data[0];
    expect(first).toMatchObject({ name: 'evening' });
  });

  it('after a start with another policy file, which is reported and not put in force', async () => {
    const third = await start(env);
    expect(third.output()).toContain('the policy file is not the policy in force');
    const listed = (await (await api(2, 'GET', '/policies')).json()) as { data: object[] };
    expect(listed.data[0]).toMatchObject({ name: 'evening' });
  });
});

describe('what people change at two replicas at the same moment (decision 0188)', () => {
  it('a proposal has one decision, and the other person hears that', async () => {
    for (let round = 0; round < 6; round += 1) {
      const policy_yaml = changedPolicy(['epsilon: 0.5', `epsilon: 0.${round + 1}1`]);
      const made = await api(0, 'POST', '/policies/versions', { policy_yaml, reason: 'a try' });
      expect(made.status).toBe(201);
      const { version } = (await made.json()) as { version: { id: string } };
      const decide = (replica: number, outcome: string) =>
        api(replica, 'POST', `/policies/versions/${version.id}/decision`, {
          outcome,
          note: 'seen',
        });
      const answers = await Promise.all([decide(0, 'approved'), decide(1, 'rejected')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const { data } = (await (await api(0, 'GET', '/activity?limit=20')).json()) as {
        data: { action: string; details: { version_id?: string } }[];
      };
      const decisions = data.filter(
        ({ action, details }) => details.version_id === version.id && action !== 'policy_proposed',
      );
      const won = answers[0]?.status === 200 ? 'policy_approved' : 'policy_rejected';
      expect(decisions.map(({ action }) => action)).toEqual([won]);
    }
  });

  it('an agent has both changes, and a deleted one is deleted once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await knownAgent();
      const changes = [
        { first_message: `Hello ${round}.` },
        { system_prompt: `Be brief ${round}.` },
      ];
      const answers = await Promise.all(
        changes.map((change, replica) => api(replica, 'PATCH', `/agents/${id}`, change)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { agent } = (await (await api(1, 'GET', `/agents/${id}`)).json()) as { agent: object };
      expect(agent).toMatchObject({ ...changes[0], ...changes[1] });
      const gone = await Promise.all([0, 1].map((at) => api(at, 'DELETE', `/agents/${id}`)));
      expect(gone.map(({ status }) => status).toSorted()).toEqual([204, 404]);
      const activity = await api(0, 'GET', `/activity?action=agent_deleted&limit=20`);
      const { data } = (await activity.json()) as { data: { agent_id: string }[] };
      expect(data.filter(({ agent_id }) => agent_id === id)).toHaveLength(1);
    }
  });
});

describe('access that one replica takes away', () => {
  it('is gone at the other: bearer tokens and sign-ins', async () => {
    const id = await knownAgent();
    const made = await api(0, 'POST', `/agents/${id}/tokens`, { name: 'platform' });
    const { token } = (await made.json()) as { token: { id: string; secret?: string } };
    const models = () =>
      fetch(`${urlOf(1)}/proxy/${id}/v1/models`, {
        headers: { authorization: `Bearer ${token.secret}` },
      });
    expect((await models()).status).toBe(200);
    expect((await api(0, 'DELETE', `/agents/${id}/tokens/${token.id}`)).status).toBe(204);
    expect((await models()).status).toBe(401);

    const headers = { cookie: await signIn(urlOf(0)) };
    const me = async () => (await fetch(`${urlOf(1)}/api/v1/me`, { headers })).status;
    expect(await me()).toBe(200);
    await fetch(`${urlOf(0)}/api/v1/auth/logout`, { method: 'POST', headers });
    expect(await me()).toBe(401);
  });
});

describe('a replica that cannot use the global policy', () => {
  it('refuses calls under it and says so, until one is reloaded that it can use', async () => {
    const id = await knownAgent();
    const withNewKey = await start({ ...env, SVC_KEY_K_LATER: key() });
    const at = replicas.indexOf(withNewKey);
    const later = changedPolicy(['kid: K_HEALTHCARE', 'kid: K_LATER']);
    await writeFile(policyFile(at), later);
    expect((await api(at, 'POST', '/admin/policy/reload')).status).toBe(200);
    const before = upstream.seen.length;
    expect((await call(1, id)).status).toBe(500);
    expect(upstream.seen.length).toBe(before);
    const health = await fetch(`${urlOf(1)}/health`);
    expect([health.status, await health.text()]).toEqual([
      503,
      expect.stringContaining('the global policy cannot be used by this replica'),
    ]);
    expect(replicas[1]?.output()).toContain('unknown_kid');
    expect(await told(at, id)).toContain('TOK1.PHONE.K_LATER.');

    expect((await api(0, 'POST', '/admin/policy/reload')).status).toBe(200);
    expect(await told(1, id)).toContain('TOK1.PHONE.K_HEALTHCARE.');
    expect((await fetch(`${urlOf(1)}/health`)).status).toBe(200);
  });
});
