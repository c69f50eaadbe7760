import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../server/domain/event.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { user } from '../support/proxy-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { type Service, startService, upstreamAt } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { runSvc } from '../unit/cli/run-svc.ts';

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

const migrate = () =>
  runSvc(['migrate'], { env: { ...env, SVC_DATABASE_URL: place.url.reveal() } });

describe('an appliance that moves to PostgreSQL (design D47)', () => {
  it('is asked for a database', async () => {
    const { code, err } = await runSvc(['migrate'], { env });
    expect({ code, err }).toEqual({ code: 78, err: expect.stringContaining('SVC_DATABASE_URL') });
  });

  it('does so with the service stopped', async () => {
    service = await startService(env);
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

  it('goes on there, in the same chain, agents, calls and tokens', async () => {
    service = await startService({ ...env, SVC_DATABASE_URL: place.url.reveal() });
    const records = await service.records();
    expect(records.slice(0, before.length)).toEqual(before);
    expect(token).toMatch(/^TOK1\.PHONE\./);
    expect(await say('c-open', `once more ${phone}`)).toContain(phone);
    expect(String(upstream.seen.at(-1)?.body.messages.at(-1)?.content)).toContain(token);
    await expect
      .poll(async () => (await service?.api('/api/v1/sessions'))?.json())
      .toMatchObject({ data: [{ turn_count: 1 }, { turn_count: 2, ended: false }] });
    expect(await place.sql('SELECT session_id FROM journal_hold')).toEqual([{ session_id: '' }]);
    const verified = await service.api('/api/v1/audit/verify', { method: 'POST' });
    expect(await verified.json()).toMatchObject({ ok: true });
  });
});
