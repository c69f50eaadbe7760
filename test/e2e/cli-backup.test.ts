import { copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionPage } from '../../server/contract/sessions.ts';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { jsonLines, type Outcome, runSvc, temporaryFolder } from '../support/run-svc.ts';

const phone = '212 555 0123';

let clinic: Clinic;
let agentId: string;
let token: string;
let keysFile: string;
let folder: string;
let backup: string;
let made: Outcome;

const svc = (dataDir: string, ...args: string[]) =>
  runSvc(args, { env: { SVC_DATA_DIR: dataDir } });

/** A data folder of a new machine: the keys and nothing else. */
async function newMachine(): Promise<string> {
  const dataDir = await temporaryFolder();
  await copyFile(keysFile, join(dataDir, 'keys.json'));
  return dataDir;
}

const sessions = async (query: string) =>
  (await (await clinic.service.api(`/api/v1/sessions?${query}`)).json()) as SessionPage;
const tagged = async (tag: string) => {
  const sent = { method: 'POST', body: JSON.stringify({ tag }) };
  const found = await clinic.service.api('/api/v1/sessions/text-searches', sent);
  return (await found.json()) as SessionPage;
};

beforeAll(async () => {
  clinic = await openClinic();
  keysFile = join(clinic.service.dataDir, 'keys.json');
  agentId = await clinic.service.createAgent({ name: 'a', upstream: 'provider:model-small' });
  token =
    /TOK1\.PHONE\.\S+/.exec((await clinic.say(agentId, `my number is ${phone}`)).sent)?.[0] ?? '';
  const [call] = (await sessions('q=sess_')).data;
  const body = JSON.stringify({ tags: ['restored'] });
  await clinic.service.api(`/api/v1/sessions/${call?.id}/remarks`, { method: 'PATCH', body });
  expect(await tagged('restored')).toMatchObject({ total: 1 });
  folder = await temporaryFolder();
  backup = join(folder, 'clinic.svcbackup');
  made = await svc(clinic.service.dataDir, 'backup', backup, '--json');
});

afterAll(async () => {
  await clinic.close();
  await removeFolder(folder);
});

describe('svc backup writes all data as one file while the service runs', () => {
  it('with a manifest, for its owner alone', async () => {
    expect(made).toMatchObject({ code: 0, err: '' });
    const [manifest] = jsonLines(made.out) as [{ parts: { name: string }[] }];
    expect(manifest.parts.map(({ name }) => name)).toEqual([
      'calls.db',
      'journal.head',
      'journal.db',
      'payloads.db',
      'vault.db',
    ]);
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['clinic.svcbackup']);
  });

  it('the service journals what a backup holds', async () => {
    const [manifest] = jsonLines(made.out) as [{ journal: { size: number; head_hash: string } }];
    const records = async () =>
      (await clinic.service.records()).filter(({ kind }) => kind === 'backup_created');
    await expect
      .poll(records)
      .toEqual([expect.objectContaining({ actor: 'operator', ...manifest.journal })]);
  });

  it('in which no value and no key can be read', async () => {
    const bytes = (await readFile(backup)).toString('latin1');
    const { master_key, keys } = JSON.parse(await readFile(keysFile, 'utf8'));
    for (const secret of [phone, token, master_key, ...Object.values<string>(keys)]) {
      expect(bytes).not.toContain(secret);
    }
  });

  it.each([
    ['its own name', ''],
    ['a name beside it', '.partial'],
  ])('and never through a link that somebody put at %s', async (_where, suffix) => {
    const place = await temporaryFolder();
    const [target, elsewhere] = [join(place, 'b.svcbackup'), join(place, 'elsewhere')];
    await writeFile(elsewhere, 'of somebody else');
    await symlink(elsewhere, `${target}${suffix}`);
    const outcome = await svc(clinic.service.dataDir, 'backup', target);
    expect(outcome.code).toBe(suffix === '' ? 73 : 0);
    expect(await readFile(elsewhere, 'utf8')).toBe('of somebody else');
    await removeFolder(place);
  });

  it('nor through a link that leads nowhere', async () => {
    const place = await temporaryFolder();
    const [target, elsewhere] = [join(place, 'b.svcbackup'), join(place, 'elsewhere')];
    await symlink(elsewhere, target);
    const outcome = await svc(clinic.service.dataDir, 'backup', target);
    expect(outcome).toMatchObject({ code: 73, out: '' });
    expect(outcome.err).toBe(`svc: ${target}: this file exists already\n`);
    expect(await readdir(place)).toEqual(['b.svcbackup']);
    await removeFolder(place);
  });

  it('a backup never replaces a file', async () => {
    const outcome = await svc(clinic.service.dataDir, 'backup', backup);
    expect(outcome.code).toBe(73);
    expect((await svc(clinic.service.dataDir, 'restore', '--check', backup)).code).toBe(0);
  });
});

describe('svc restore puts a backup in place once it was verified', () => {
  it('svc restore works on a new machine with the keys, where old tokens are restored', async () => {
    const dataDir = await newMachine();
    expect(await svc(dataDir, 'restore', backup)).toMatchObject({ code: 0, err: '' });
    expect((await svc(dataDir, 'audit', 'verify')).code).toBe(0);
    const { dataDir: before } = clinic.service;
    await clinic.stop();
    await clinic.start(dataDir);
    expect(await clinic.hear(agentId, `I have ${token}.`)).toBe(`I have ${phone}.`);
    // Words and tags of calls are read again, that of a call in progress once it is over.
    expect(await tagged('restored')).toMatchObject({ total: 0 });
    expect((await sessions('q=sess_')).data.at(-1)).toMatchObject({ tags: ['restored'] });
    await clinic.stop();
    await clinic.start(before);
  });

  it('svc restore refuses while the service runs', async () => {
    const outcome = await svc(clinic.service.dataDir, 'restore', '--force', backup);
    expect(outcome.code).toBe(75);
    expect(outcome.err).toContain('stop it first');
  });

  it('svc restore replaces databases only with --force; then an admin acknowledges the loss', async () => {
    await clinic.say(agentId, 'and more');
    const { dataDir } = clinic.service;
    await clinic.stop();
    const refused = await svc(dataDir, 'restore', backup);
    expect(refused).toMatchObject({ code: 73, out: '' });
    const forced = await svc(dataDir, 'restore', '--force', backup);
    expect(forced.code).toBe(0);
    expect(forced.out).toMatch(/had \d+ more events than the backup/);
    expect((await svc(dataDir, 'doctor')).out).toMatch(
      /fail {2}journal: \d+ acknowledged events are missing/,
    );
    expect((await svc(dataDir, 'audit', 'acknowledge')).code).toBe(0);
    expect((await svc(dataDir, 'audit', 'verify')).code).toBe(0);
    await clinic.start(dataDir);
    expect(await clinic.hear(agentId, token)).toBe(phone);
  });
});

describe('svc restore refuses what is not the backup that was made', () => {
  const damage: readonly [string, (bytes: Buffer) => Buffer, RegExp][] = [
    ['one byte less', (bytes) => bytes.subarray(0, -1), /cut short/],
    ['half of it', (bytes) => bytes.subarray(0, bytes.length / 2), /cut short/],
    ['a byte more', (bytes) => Buffer.concat([bytes, Buffer.from('x')]), /changed/],
    ['a flipped manifest', (bytes) => flipped(bytes, 40), /changed/],
    ['a flipped part', (bytes) => flipped(bytes, bytes.length - 5_000), /changed/],
    ['another file', () => Buffer.from('hello\n'), /not a backup/],
    ['two pages that changed places', exchanged, /changed/],
  ];

  it.each(damage)('%s', async (_, change, reason) => {
    const dataDir = await newMachine();
    const file = join(folder, 'damaged');
    await writeFile(file, change(await readFile(backup)));
    const outcome = await svc(dataDir, 'restore', file);
    expect(outcome).toMatchObject({ code: 65, out: '' });
    expect(outcome.err).toMatch(reason);
    expect((await readdir(dataDir)).filter((name) => name.endsWith('.db'))).toEqual([]);
  });

  it('the manifest of one before the parts of another', async () => {
    const dataDir = await newMachine();
    const later = join(folder, 'later.svcbackup');
    expect((await svc(clinic.service.dataDir, 'backup', later)).code).toBe(0);
    const [first, second] = [
      splitBackup(await readFile(backup)),
      splitBackup(await readFile(later)),
    ];
    const file = join(folder, 'mixed');
    await writeFile(
      file,
      Buffer.concat([first.header, second.parts.subarray(0, first.parts.length)]),
    );
    const outcome = await svc(dataDir, 'restore', file);
    expect(outcome).toMatchObject({ code: 65, out: '' });
    expect((await readdir(dataDir)).filter((name) => name.endsWith('.db'))).toEqual([]);
  });

  it.each([
    ['a folder', async (place: string) => place],
    ['a device without an end', async () => '/dev/zero'],
    [
      'a link in a circle',
      async (place: string) => {
        await symlink(join(place, 'circle'), join(place, 'circle'));
        return join(place, 'circle');
      },
    ],
  ])('%s', async (_what, at) => {
    const place = await temporaryFolder();
    const outcome = await svc(await newMachine(), 'restore', await at(place));
    expect([65, 66]).toContain(outcome.code);
    expect(outcome.err).toMatch(/^svc: [^\n]+: (?:cannot be read|is not a backup)\n$/);
    await removeFolder(place);
  });

  it('one of other keys', async () => {
    const env = { SVC_DATA_DIR: await temporaryFolder(), SVC_MASTER_KEY: 'a'.repeat(64) };
    const outcome = await runSvc(['restore', backup], { env });
    expect(outcome.code).toBe(65);
    expect(outcome.err).toContain('other keys');
  });

  function splitBackup(bytes: Buffer) {
    let end = 0;
    for (let line = 0; line < 3; line += 1) end = bytes.indexOf('\n', end) + 1;
    return { header: bytes.subarray(0, end), parts: bytes.subarray(end) };
  }

  /** The first page of all parts and the last one have changed places. */
  function exchanged(bytes: Buffer): Buffer {
    const { header, parts } = splitBackup(bytes);
    const [page, last] = [4_096, parts.length - 4_096];
    return Buffer.concat([
      header,
      parts.subarray(last),
      parts.subarray(page, last),
      parts.subarray(0, page),
    ]);
  }

  function flipped(bytes: Buffer, at: number): Buffer {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  }
});

describe('a backup is still good after the databases had a new key', () => {
  it('an old backup is restored under the current key', async () => {
    const dataDir = await newMachine();
    await mkdir(join(dataDir, 'x'), { recursive: true });
    expect((await svc(dataDir, 'restore', backup)).code).toBe(0);
    expect((await svc(dataDir, 'keys', 'rotate', '--database')).code).toBe(0);
    expect((await svc(dataDir, 'restore', '--force', backup)).code).toBe(0);
    expect((await svc(dataDir, 'audit', 'verify')).code).toBe(0);
    const second = join(folder, 'second.svcbackup');
    expect((await svc(dataDir, 'backup', second)).code).toBe(0);
    expect((await svc(dataDir, 'keys', 'rotate', '--database')).code).toBe(0);
    expect((await svc(dataDir, 'restore', '--force', second)).code).toBe(0);
  });
});
