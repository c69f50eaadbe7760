import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { runSvc, spawnSvc } from '../support/run-svc.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { upstreamAt, webhookSecret } from '../support/service.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const phone = '212 555 0123';
const key = () => randomBytes(32).toString('hex');

let place: FreshDatabase;
let upstream: ScriptedUpstream;
let dataDir: string;
let env: Record<string, string>;
let service: ServiceProcess;
let cookie: string;
let agentId: string;
let outputs = '';

beforeAll(async () => {
  place = await freshDatabase();
  upstream = await startScriptedUpstream();
  dataDir = await mkdtemp(join(tmpdir(), 'svc-replica-'));
  env = {
    ...upstreamAt(upstream.baseUrl),
    SVC_DATABASE_URL: place.url.reveal(),
    SVC_MASTER_KEY: key(),
    SVC_KEY_K_HEALTHCARE: key(),
    SVC_DATA_DIR: dataDir,
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
    SVC_LOG_LEVEL: 'debug',
  };
  await start();
  const response = await api('/api/v1/agents', {
    name: 'front desk',
    upstream: 'provider:model-small',
  });
  agentId = (response as { agent: { id: string } }).agent.id;
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await upstream?.close();
  await removeFolder(dataDir);
  await place?.remove();
});

async function start(): Promise<void> {
  service = await spawnService({ ...env, SVC_DATA_DIR: dataDir });
  cookie = await signIn(service.url);
}

async function stop(): Promise<number | null> {
  const code = await service.end('SIGTERM');
  outputs += service.output();
  return code;
}

async function api(path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${service.url}${path}`, {
    headers: { cookie, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return await response.json();
}

/** What the caller hears, and what the model received. */
async function say(text: string) {
  const url = `${service.url}/proxy/${agentId}/v1/chat/completions`;
  const response = await signedFetch(webhookSecret)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'm',
      call: { id: 'call-1' },
      messages: [{ role: 'user', content: text }],
    }),
  });
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  const sent = String(upstream.seen.at(-1)?.body.messages.at(-1)?.content);
  return { heard: choices[0]?.message.content, sent };
}

const svc = (...args: string[]) => runSvc(args, { env });

describe('a service on PostgreSQL', () => {
  let first: Awaited<ReturnType<typeof say>>;

  it('masks what is said, and restores what comes back', async () => {
    first = await say(`it is ${phone}`);
    expect(first.sent).toMatch(/TOK1\.PHONE\.K_HEALTHCARE\./);
    expect(first.heard).toContain(phone);
  });

  it('goes on after a restart, with agent, call, tokens and chain as they were', async () => {
    expect(await stop()).toBe(0);
    await start();
    expect((await say(`it is ${phone}`)).sent).toBe(first.sent);
    expect(await api('/api/v1/audit/verify', {})).toMatchObject({ ok: true });
    await expect
      .poll(async () => (await api('/api/v1/sessions')) as { data: { turn_count: number }[] })
      .toMatchObject({ data: [{ turn_count: 2 }] });
  });

  it('reports the size of the data, by table', async () => {
    const system = (await api('/api/v1/system')) as {
      versions: { database: string };
      storage: { files: { name: string; bytes: number }[] };
    };
    expect(system.versions.database).toMatch(/^PostgreSQL \d/);
    expect(system.storage.files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['journal_record', 'vault', 'sessions']),
    );
  });

  it('leaves nothing of what was said where the server can read it, nor its password in a log', async () => {
    const tables = await place.sql(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { relname } of tables) {
      const rows = await place.sql(`SELECT * FROM ${relname}`);
      const text = rows
        .flatMap(Object.values)
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)));
      expect(text.join('\n'), String(relname)).not.toMatch(/212 555 0123|2125550123|front desk/);
    }
    const { password } = new URL(place.url.reveal());
    expect(outputs + service.output()).not.toContain(password);
  });

  it('keeps no database of its own in addition', () => {
    expect(
      ['vault.db', 'journal.db', 'keys.json'].filter((name) => existsSync(join(dataDir, name))),
    ).toEqual([]);
  });
});

describe('a replica that would not act as the others is not started', () => {
  const refused = async (change: Record<string, string>) => {
    const own = join(dataDir, 'another');
    const run = { ...env, SVC_PORT: '0', SVC_DATA_DIR: own, ...change };
    const { code, err } = await spawnSvc(['serve'], { env: run });
    expect(err).not.toContain(new URL(place.url.reveal()).password);
    expect(existsSync(join(own, 'keys.json'))).toBe(false);
    return { code, err };
  };

  it.each([
    ['with another master key', { SVC_MASTER_KEY: key() }, 'SVC_MASTER_KEY'],
    ['with another key for tokens', { SVC_KEY_K_HEALTHCARE: key() }, 'SVC_KEY_K_HEALTHCARE'],
    ['without keys', { SVC_MASTER_KEY: '', SVC_KEY_K_HEALTHCARE: '' }, 'SVC_MASTER_KEY'],
    [
      'with a URL that no server answers',
      { SVC_DATABASE_URL: 'postgres://svc:swordfish@127.0.0.1:1/svc' },
      'SVC_DATABASE_URL',
    ],
  ])('%s', async (_how, change, variable) => {
    const { code, err } = await refused(change);
    expect(code).toBe(78);
    expect(err).toContain(variable);
    expect(err).not.toContain('swordfish');
  });

  it('in the folder of another', async () => {
    const { code, err } = await refused({ SVC_DATA_DIR: dataDir });
    expect(code).toBe(78);
    expect(err).toContain('SVC_DATA_DIR');
  });
});

describe('the command line on a shared database', () => {
  it('verifies the journal, also against an export that was kept, and exports a session', async () => {
    const [whole, later, session] = ['whole', 'later', 'session'].map((name) =>
      join(dataDir, name),
    ) as [string, string, string];
    expect((await svc('audit', 'export', '--out', whole)).code).toBe(0);
    expect((await svc('audit', 'export', '--from', '3', '--out', later)).code).toBe(0);
    const { data } = (await api('/api/v1/sessions')) as { data: { id: string }[] };
    const id = data[0]?.id ?? '';
    expect((await svc('audit', 'export', '--session', id, '--out', session)).code).toBe(0);
    for (const file of [whole, later, session]) {
      const alone = await svc('audit', 'verify', file);
      expect(alone, file).toMatchObject({
        code: 3,
        out: expect.stringMatching(/^chain consistent/),
      });
      const beside = await svc('audit', 'verify', file, '--anchor', whole);
      expect(beside, file).toMatchObject({ code: 0, out: expect.stringMatching(/^chain ok/) });
    }
    const verified = await svc('audit', 'verify', '--anchor', whole);
    expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/^chain ok/) });
    const unknown = await svc('audit', 'export', '--session', 'sess_01KAHZ0000000000000000AAAA');
    expect(unknown.code).toBe(66);
  });

  it('has nothing to acknowledge, and not while the service of this folder runs', async () => {
    expect((await svc('audit', 'acknowledge')).code).toBe(75);
    const own = { ...env, SVC_DATA_DIR: join(dataDir, 'third') };
    const { code, out } = await runSvc(['audit', 'acknowledge'], { env: own });
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining('nothing to acknowledge'),
    });
  });

  it('makes sign-in links for the replica on this folder', async () => {
    const link = await svc('sign-in-link', '--url', service.url);
    expect(link.code).toBe(0);
    expect(await signIn(service.url, link.out.trim())).toContain('svc_session=');
  });

  it('finds in its check-up what is wrong with the keys', async () => {
    const well = await svc('doctor');
    expect(well.out).toMatch(/^ok\s+database: PostgreSQL/m);
    const ill = await runSvc(['doctor'], { env: { ...env, SVC_MASTER_KEY: key() } });
    expect(ill.code).toBe(1);
    expect(ill.out).toMatch(/^fail\s+database: SVC_MASTER_KEY/m);
  });

  it.each([
    ['backup', 'there.backup'],
    ['keys', 'rotate'],
  ])('refuses %s %s, and says what to do instead', async (...args) => {
    const { code, err } = await svc(...args);
    expect(code).toBe(78);
    expect(err).toContain('SVC_DATABASE_URL: is set: ');
  });
});
