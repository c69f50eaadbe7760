import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launcher } from '../support/built-service/launcher.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type Service, startService, webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const run = promisify(execFile);

let root: string;
let agent: string;
let cookie: string;
/** Each test begins with a copy of a folder whose journal is older than its head file, as after restoring a bad backup. */
let lost: string;
let dataDir: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'svc-gap-'));
  lost = join(root, 'lost');
  const first = await startService({ SVC_DATA_DIR: lost });
  agent = await first.createAgent({ name: 'clinic', upstream: 'stub' });
  await first.close({ keepData: true });
  const database = join(lost, 'journal.db');
  await copyFile(database, `${database}.older`);
  const second = await startService({ SVC_DATA_DIR: lost });
  cookie = second.cookie;
  await second.close({ keepData: true });
  await copyFile(`${database}.older`, database);
});
afterAll(() => removeFolder(root));

beforeEach(async () => {
  dataDir = await mkdtemp(join(root, 'data-'));
  await cp(lost, dataDir, { recursive: true });
});

function call(service: Service): Promise<Response> {
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] });
  return signedFetch(webhookSecret)(`${service.proxyBase(agent)}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

describe('a journal behind its head file serves no call until the loss is acknowledged (design D23)', () => {
  it('serves calls again once an admin who is signed in acknowledges the loss', async () => {
    const service = await startService({ SVC_DATA_DIR: dataDir }, { cookie });
    const refused = await call(service);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: 'AuditUnavailable' } });
    expect((await fetch(`${service.url}/health`)).status).toBe(503);

    const acknowledged = await service.api('/api/v1/admin/audit/acknowledge-gap', {
      method: 'POST',
    });
    expect(acknowledged.status).toBe(204);
    expect((await call(service)).status).toBe(200);
    expect((await service.records()).map(({ kind }) => kind)).toContain('journal_gap');
    await service.close({ keepData: true });
  });

  it('lets an admin sign in to acknowledge the loss, and journals that sign-in afterwards', async () => {
    // Signs in as a person at a browser does.
    const service = await startService({ SVC_DATA_DIR: dataDir });
    const get = async (path: string) => (await service.api(`/api/v1${path}`)).status;
    for (const path of ['/me', '/audit', '/system']) expect(await get(path)).toBe(200);
    expect((await service.api('/audit/verify', { method: 'POST' })).status).toBe(200);
    for (const path of ['/agents', '/sessions', '/policies', '/live']) {
      expect(await get(path)).toBe(503);
    }
    const made = await service.api('/api/v1/agents', {
      method: 'POST',
      body: JSON.stringify({ name: 'other', upstream: 'stub' }),
    });
    expect(await made.json()).toMatchObject({ error: { code: 'AuditUnavailable' } });

    const acknowledged = await service.api('/api/v1/admin/audit/acknowledge-gap', {
      method: 'POST',
    });
    expect(acknowledged.status).toBe(204);
    const kinds = (await service.records()).map(({ kind }) => kind);
    expect(kinds.slice(kinds.indexOf('journal_gap'))).toContain('login');
    const [session = ''] = acknowledged.headers.getSetCookie();
    const full = { headers: { cookie: session.split(';')[0] ?? '' } };
    expect((await fetch(`${service.url}/api/v1/agents`, full)).status).toBe(200);
    expect((await call(service)).status).toBe(200);
    await service.close({ keepData: true });
  });

  it('refuses the acknowledgement from a limited session that has signed out', async () => {
    const service = await startService({ SVC_DATA_DIR: dataDir });
    expect((await service.api('/api/v1/auth/logout', { method: 'POST' })).status).toBe(204);
    expect((await service.api('/api/v1/me')).status).toBe(401);
    const acknowledged = await service.api('/api/v1/admin/audit/acknowledge-gap', {
      method: 'POST',
    });
    expect(acknowledged.status).toBe(401);
    await service.close({ keepData: true });
  });

  it('serves calls again once the operator acknowledges the loss at the command line', async () => {
    const env = { ...process.env, SVC_DATA_DIR: dataDir };
    const { stdout } = await run(process.execPath, [await launcher(), 'audit', 'acknowledge'], {
      env,
    });
    expect(stdout).toMatch(/^acknowledged \(behind_head\)/);
    const service = await startService({ SVC_DATA_DIR: dataDir });
    expect((await call(service)).status).toBe(200);
    await service.close({ keepData: true });
  });
});
