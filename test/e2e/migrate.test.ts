import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../server/domain/event.ts';
import { changedPolicy } from '../support/changed-policy.ts';
import { eventually } from '../support/eventually.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { user } from '../support/proxy-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { runSvc } from '../support/run-svc.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { type Service, startService, upstreamAt } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const key = () => randomBytes(32).toString('hex');
const phone = '212 555 0123';

let place: FreshDatabase;
let upstream: ScriptedUpstream;
let service: Service | undefined;
let dataDir: string;
let env: Record<string, string>;
let agentId: string;
let before: readonly JournalRecord[];
let token: string;
beforeAll(async () => {
  place = await freshDatabase();
  upstream = await startScriptedUpstream();
  dataDir = await mkdtemp(join(tmpdir(), 'svc-migrate-'));
  env = {
    ...upstreamAt(upstream.baseUrl),
    SVC_MASTER_KEY: key(),
    SVC_KEY_K_HEALTHCARE: key(),
    SVC_DATA_DIR: dataDir,
  };
  service = await startService(env);
  agentId = await service.createAgent({ name: 'front desk', upstream: 'provider:model-small' });
  await say('c-open', `it is ${phone}`);
  await say('', 'it is 212 555 0199');
  token = /TOK1\.\S+/.exec(String(upstream.seen[0]?.body.messages.at(-1)?.content))?.[0] ?? '';
  await service.api('/api/v1/admin/legal-hold', { method: 'PUT' });
  await service.api('/api/v1/roster/imports', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: 'id,name\n88241,Marisol Quennell\n',
  });
  const clinic = { name: 'Lakeside', system: '', location: '', contact: '', time_zone: 'UTC' };
  await service.api('/api/v1/settings/clinic', {
    method: 'PUT',
    body: JSON.stringify(clinic),
  });
  await markMissed(service);
  await service.close({ keepData: true });
  service = undefined;
});
afterAll(async () => {
  await service?.close({ keepData: true });
  await upstream?.close();
  await removeFolder(dataDir);
  await place?.remove();
});

async function say(call: string, text: string): Promise<string> {
  const response = await signedFetch(service?.secret ?? '')(
    `${service?.proxyBase(agentId)}/chat/completions`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'm',
        ...(call !== '' && { call: { id: call } }),
        messages: [user(text)],
      }),
    },
  );
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  return choices[0]?.message.content ?? '';
}

/** Marks a word of the open call that detection overlooks. */
async function markMissed({ api, records }: Service): Promise<void> {
  const session = (await records()).find(({ session_id }) => session_id)?.session_id;
  await eventually(async () => expect((await api(`/api/v1/sessions/${session}`)).status).toBe(200));
  const mark = { mistake: 'missed', kind: 'ADDRESS', turn: 0, speaker: 'user' };
  const body = JSON.stringify({ ...mark, text: 'by the blueheron', span: [7, 16] });
  const marked = await api(`/api/v1/sessions/${session}/marks`, { method: 'POST', body });
  expect(marked.status).toBe(201);
  const remarks = JSON.stringify({ tags: ['moved'], note: 'kept', reviewed: true });
  const said = await api(`/api/v1/sessions/${session}/remarks`, { method: 'PATCH', body: remarks });
  expect(said.status).toBe(200);
}

/** Puts a policy in force that is not that of the file. */
async function approvePolicy({ api }: Service): Promise<void> {
  const post = async (path: string, body: object) =>
    (await api(path, { method: 'POST', body: JSON.stringify(body) })).json();
  const path = '/api/v1/policies/versions';
  const policy_yaml = changedPolicy(['name: healthcare-default', 'name: approved']);
  const { version } = (await post(path, { policy_yaml, reason: 'test' })) as {
    version: { id: string };
  };
  await post(`${path}/${version.id}/decision`, { outcome: 'approved', note: 'alone' });
}

const migrate = () =>
  runSvc(['migrate'], { env: { ...env, SVC_DATABASE_URL: place.url.reveal() } });

describe('an appliance that moves to PostgreSQL (design D47)', () => {
  it('is asked for a database', async () => {
    const { code, err } = await runSvc(['migrate'], { env });
    expect({ code, err }).toEqual({ code: 78, err: expect.stringContaining('SVC_DATABASE_URL') });
  });

  it('does so with the service stopped', async () => {
    service = await startService(env);
    await approvePolicy(service);
    before = await service.records();
    expect((await migrate()).code).toBe(75);
    await service.close({ keepData: true });
    service = undefined;
  });

  it('takes all data along and verifies them there', async () => {
    const { code, out, err } = await migrate();
    expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
    expect(out).toMatch(/^\d+ events, head [0-9a-f]{64}: verified in the database/);
  });

  it('into an empty database only', async () => {
    const { code, err } = await migrate();
    expect({ code, err }).toEqual({ code: 73, err: expect.stringContaining('not empty') });
  });

  it('goes on there, in the same chain, agents, calls, marks, policy, tokens and roster', async () => {
    service = await startService({ ...env, SVC_DATABASE_URL: place.url.reveal() });
    const records = await service.records();
    expect(records.slice(0, before.length)).toEqual(before);
    expect(token).toMatch(/^TOK1\.PHONE\./);
    expect(await say('c-open', `once more ${phone}, by the blueheron`)).toContain(phone);
    const received = String(upstream.seen.at(-1)?.body.messages.at(-1)?.content);
    expect(received).toContain(token);
    expect(received).not.toContain('blueheron');
    const marks = await service.api('/api/v1/marks?state=open');
    expect(await marks.json()).toMatchObject({ data: [{ kind: 'ADDRESS' }] });
    const policies = await service.api('/api/v1/policies');
    expect(await policies.json()).toMatchObject({ data: [{ name: 'approved' }, {}, {}] });
    await expect
      .poll(async () => (await service?.api('/api/v1/sessions'))?.json())
      .toMatchObject({ data: [{ turn_count: 1 }, { turn_count: 2, ended: false }] });
    const search = { method: 'POST', body: JSON.stringify({ value: `+1 ${phone}` }) };
    const found = await service.api('/api/v1/sessions/searches', search);
    expect(await found.json()).toMatchObject({ total: 1, data: [{ turn_count: 2 }] });
    const byCallId = await service.api('/api/v1/sessions?q=c-open');
    expect(await byCallId.json()).toMatchObject({
      total: 1,
      data: [{ turn_count: 2, tags: ['moved'], reviewed: {} }],
    });
    expect(await place.sql('SELECT session_id FROM journal_hold')).toEqual([{ session_id: '' }]);
    const settings = await service.api('/api/v1/settings/clinic');
    expect(await settings.json()).toMatchObject({ clinic: { name: 'Lakeside' } });
    const roster = await service.api('/api/v1/roster');
    expect(await roster.json()).toMatchObject({ people: { patient: 1 } });
    const verified = await service.api('/api/v1/audit/verify', { method: 'POST' });
    expect(await verified.json()).toMatchObject({ ok: true });
  });
});
