import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../server/adapters/sqlcipher/engine/connection.ts';
import { vaultMigrations } from '../../../../server/adapters/sqlcipher/vault/migrations.ts';
import { createKeyFile } from '../../../../server/adapters/system/key-file.ts';
import { databasesOf } from '../../../../server/app/local-databases.ts';
import { explainSystemError } from '../../../../server/cli/output.ts';
import { dataFiles } from '../../../../server/config/data-files.ts';
import { Secret } from '../../../../server/domain/secret.ts';
import {
  runSvc,
  shippedPolicy,
  spawnSvc,
  temporaryFile,
  temporaryFolder,
} from '../../../support/run-svc.ts';
import { startService } from '../../../support/service.ts';

const key = () => randomBytes(32).toString('hex');

describe('a data folder of another user is left alone, for what is written there is closed to the service', () => {
  /** One that is not of the user who runs the tests. */
  async function foreignFolder(): Promise<string> {
    if (process.getuid?.() !== 0) return '/';
    const folder = await temporaryFolder();
    chownSync(folder, 65_534, 65_534);
    return folder;
  }

  it
    .skipIf(process.getuid === undefined)
    .each([['audit verify'], ['backup none'], ['keys rotate'], ['sign-in-link']])(
    'svc %s',
    async (command) => {
      const env = { SVC_DATA_DIR: await foreignFolder() };
      const { code, err } = await runSvc(command.split(' '), { env });
      expect(code).toBe(77);
      expect(err).toMatch(/belongs to the user with id \d+: run svc as that user: sudo -u '#\d+'/);
    },
  );
});

describe('what is wrong with the files of a data folder is one line that says what to do', () => {
  async function folderUnderAnotherKey(): Promise<Readonly<Record<string, string>>> {
    const folder = await temporaryFolder();
    const { vault: file } = dataFiles(folder);
    openDatabase({ file, key: randomBytes(32), migrations: vaultMigrations }).close();
    return {
      SVC_DATA_DIR: folder,
      SVC_PORT: '0',
      SVC_POLICY_PATH: shippedPolicy,
      SVC_MASTER_KEY: key(),
      SVC_KEY_K_HEALTHCARE: key(),
    };
  }

  it('the service does not start with keys that are not those of the files', async () => {
    const env = await folderUnderAnotherKey();
    const served = await spawnSvc(['serve'], { env });
    expect(served.code).toBe(78);
    expect(served.err).toMatch(/^svc: .*vault\.db: cannot be opened with these keys: use .*\n$/);
  });

  it('does not blame the keys for a database that cannot be read, as on a full disk', async () => {
    const env = await folderUnderAnotherKey();
    const files = dataFiles(env['SVC_DATA_DIR'] ?? '');
    const root = new Secret(Buffer.from(env['SVC_MASTER_KEY'] ?? '', 'hex'));
    const vault = databasesOf(files, root).find(({ name }) => name === 'vault');
    if (vault === undefined) throw new Error('there is no vault');
    rmSync(vault.file);
    openDatabase({ ...vault, migrations: vaultMigrations }).close();
    mkdirSync(`${vault.file}-wal`);
    const served = await spawnSvc(['serve'], { env });
    expect(served.code).toBe(66);
    expect(served.err).toBe('svc: cannot open a database: run svc doctor\n');
    const { out } = await runSvc(['doctor'], { env });
    expect(out).toMatch(/^fail {2}databases: .*vault\.db: cannot be opened \(SQLITE_CANTOPEN\)$/m);
    expect(out).toMatch(/^ok {4}model: /m);
  });

  it.each([
    { command: 'serve', run: spawnSvc },
    { command: 'audit verify', run: runSvc },
    { command: 'sign-in-link', run: runSvc },
  ])(
    'svc $command explains in one line that the data folder is a file',
    async ({ command, run }) => {
      const env = { SVC_DATA_DIR: await temporaryFile('data', ''), SVC_PORT: '0' };
      const { code, err } = await run(command.split(' '), { env });
      expect(code).toBe(78);
      expect(err).toMatch(/^svc: SVC_DATA_DIR: .*\n$/);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'svc serve explains in one line that the data folder cannot be made',
    async () => {
      const { code, err } = await spawnSvc(['serve'], { env: { SVC_DATA_DIR: '/proc/none/data' } });
      expect(code).toBe(78);
      expect(err).toBe('svc: SVC_DATA_DIR: nothing can be written to /proc/none/data (ENOENT)\n');
    },
  );

  it.each([
    ['EACCES', 77],
    ['ENOSPC', 73],
    ['SQLITE_FULL', 73],
    ['EROFS', 73],
  ])('an error of the system is explained by its meaning: %s', (code, exitCode) => {
    const error = Object.assign(new Error('fixed'), { code, path: '/data/x' });
    expect(explainSystemError(error)).toMatchObject({ code: exitCode });
    expect(explainSystemError(error)?.line).toMatch(/^svc: \/data\/x: /);
    expect(explainSystemError(new Error('fixed'))).toBeUndefined();
  });
});

describe('a data folder in which others could replace the data', () => {
  const start = (folder: string) =>
    spawnSvc(['serve'], {
      env: { SVC_DATA_DIR: folder, SVC_PORT: '0', SVC_POLICY_PATH: shippedPolicy, SVC_DEV: '1' },
    });

  it.skipIf(process.platform === 'win32')(
    'keeps the service from starting when every user may write there',
    async () => {
      const folder = await temporaryFolder();
      chmodSync(folder, 0o777);
      const { code, err } = await start(folder);
      expect(code).toBe(78);
      expect(err).toMatch(/^svc: SVC_DATA_DIR: .* can be written by every user .*chmod o-w .*\n$/);
    },
  );

  it('keeps the service from starting when keys.json is a symbolic link', async () => {
    const [folder, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
    await createKeyFile(elsewhere, ['K_HEALTHCARE']);
    symlinkSync(join(elsewhere, 'keys.json'), join(folder, 'keys.json'));
    const { code, err } = await start(folder);
    expect(code).toBe(78);
    expect(err).toMatch(/^svc: .*keys\.json is a symbolic link.*\n$/);
  });
});

describe('a journal.db with a damaged page, or without a byte', () => {
  /** What a service leaves, with the byte in the middle of its journal flipped, or none left of it. */
  async function left(change: 'flipped' | 'emptied') {
    const folder = await temporaryFolder();
    const env = {
      SVC_DATA_DIR: folder,
      SVC_POLICY_PATH: shippedPolicy,
      SVC_MASTER_KEY: key(),
      SVC_KEY_K_HEALTHCARE: key(),
    };
    const service = await startService(env);
    await service.close({ keepData: true });
    const { journal } = dataFiles(folder);
    const bytes = readFileSync(journal);
    const middle = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    writeFileSync(journal, change === 'flipped' ? bytes : '');
    return { ...env, SVC_PORT: '0' };
  }

  it('is a broken chain to svc audit verify, and one line to what cannot go on', async () => {
    const env = await left('flipped');
    expect(await runSvc(['audit', 'verify'], { env })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^chain broken: \d+ events\n {2}seq \d+: malformed_record/),
      err: '',
    });
    const damaged = expect.stringMatching(
      /^svc: .*journal\.db: is damaged: restore a backup .*\n$/,
    );
    expect(await runSvc(['audit', 'acknowledge'], { env })).toMatchObject({
      code: 66,
      err: damaged,
    });
    expect(await spawnSvc(['serve'], { env })).toMatchObject({ code: 78, err: damaged });
  });

  it('is a truncated chain to svc audit verify when it is empty', async () => {
    const env = await left('emptied');
    expect(await runSvc(['audit', 'verify'], { env })).toMatchObject({
      code: 1,
      out: 'chain broken: 0 events\n  seq 0: truncated\n',
      err: '',
    });
  });
});
