import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../server/app/create-app.ts';
import { readConfig } from '../../server/config/config.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { runSvc, spawnSvc, temporaryFolder } from '../support/run-svc.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;

beforeEach(async () => {
  service = await startService();
});

afterEach(() => service.close());

const env = () => ({ SVC_DEV: '1', SVC_DATA_DIR: service.dataDir, SVC_LOG_LEVEL: 'silent' });

describe('one process writes the databases of a folder (design D22)', () => {
  it('a second service on the folder does not start, in this process or in another', async () => {
    const config = readConfig(env());
    if (!config.ok) throw new Error('bad configuration');
    const second = await createApp({ config: config.value, env: env(), baseUrl: service.url });
    expect(second).toMatchObject({ ok: false, problems: [{ path: 'SVC_DATA_DIR' }] });
    const outcome = await spawnSvc(['serve'], { env: { ...env(), SVC_PORT: '0' } });
    expect(outcome.code).toBe(78);
    expect(outcome.err).toContain('in use by another svc process');
  });

  it('a command that writes does not start either', async () => {
    const commands = [
      ['audit', 'acknowledge'],
      ['keys', 'rotate', '--database'],
    ];
    for (const command of commands) expect((await runSvc(command, { env: env() })).code).toBe(75);
  });

  it('another service starts once the first has ended', async () => {
    await service.close({ keepData: true });
    service = await startService({ SVC_DATA_DIR: service.dataDir });
    expect(await service.records()).not.toEqual([]);
  });
});

describe('the service journals operator notes (decision 0013)', () => {
  const noted = async () =>
    (await service.records()).filter(({ actor }) => actor === 'operator').map(({ kind }) => kind);

  it('journals notes of the time before its start', async () => {
    await service.close({ keepData: true });
    const outcome = await runSvc(['keys', 'rotate'], { env: env() });
    expect(outcome.code).toBe(0);
    service = await startService({ SVC_DATA_DIR: service.dataDir });
    await expect.poll(noted).toEqual(['key_rotated']);
    await expect
      .poll(async () => (await readdir(service.dataDir)).filter((name) => name.startsWith('note-')))
      .toEqual([]);
  });

  it('journals no file that is not a note', async () => {
    const fields = { actor: 'usr_1', reason: 'x' };
    const forged = { 'note-1.json': { kind: 'login_failed', fields }, 'note-2.json': 'x' };
    for (const [name, content] of Object.entries(forged)) {
      await writeFile(join(service.dataDir, name), JSON.stringify(content));
    }
    expect((await runSvc(['keys', 'rotate'], { env: env() })).code).toBe(0);
    await expect.poll(noted).toEqual(['key_rotated']);
    expect(await readdir(service.dataDir)).toEqual(expect.arrayContaining(Object.keys(forged)));
  });
});

describe('keys from the environment (decision 0011)', () => {
  it('must be rotated there, as svc keys rotate --database says', async () => {
    const dataDir = await temporaryFolder();
    const keys = {
      SVC_DATA_DIR: dataDir,
      SVC_MASTER_KEY: 'a'.repeat(64),
      SVC_KEY_K_HEALTHCARE: 'b'.repeat(64),
    };
    await (await startService(keys)).close({ keepData: true });
    const rotate = (more: Record<string, string>) =>
      runSvc(['keys', 'rotate', '--database'], { env: { ...keys, ...more } });
    const verify = (more: Record<string, string>) =>
      runSvc(['audit', 'verify'], { env: { ...keys, ...more } });
    const asked = await rotate({});
    expect(asked.code).toBe(78);
    expect(asked.err).toContain('SVC_NEXT_DATABASE_KEY');
    expect((await verify({})).code).toBe(0);
    const next = 'c'.repeat(64);
    expect((await rotate({ SVC_NEXT_DATABASE_KEY: next })).code).toBe(0);
    expect((await verify({})).code).toBe(66);
    expect((await verify({ SVC_DATABASE_KEY: next })).code).toBe(0);
    await (await startService({ ...keys, SVC_DATABASE_KEY: next })).close();
    await removeFolder(dataDir);
  });
});
