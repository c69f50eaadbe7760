import { chmod, chown, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshCredential } from '../../../../main/keys/credential-stores.ts';
import type { Custody } from '../../../../main/keys/custody.ts';
import { isOpenToMany } from '../../../../main/keys/private-file.ts';
import {
  createServiceCustody,
  type ServiceCustodyOptions,
} from '../../../../main/keys/service-custody.ts';
import { secretVariables } from '../../../../main/settings/schema.ts';
import { newDesk, printKit, temporaryFolder } from '../../../support/desktop/custody-kit.ts';

type Overrides = Partial<ServiceCustodyOptions>;

function service(dataFolder: string, overrides: Overrides = {}): Custody {
  return createServiceCustody({
    dataFolder,
    credentialsFolder: undefined,
    secretSettings: secretVariables.keys(),
    variables: secretVariables,
    machine: 'clinic-1',
    ...overrides,
  });
}

/** As systemd hands credentials over. */
async function credentials(contents: Readonly<Record<string, string>>, mode = 0o440) {
  const folder = join(await temporaryFolder(), 'credentials');
  await mkdir(folder);
  for (const [name, text] of Object.entries(contents)) {
    await writeFile(join(folder, name), text, { mode });
    await chmod(join(folder, name), mode);
  }
  return folder;
}

describe('A service without a keychain keeps its keys in a file of its user', () => {
  it('the keys file is made at the first start for the user alone, and stays the same', async () => {
    const folder = await temporaryFolder();
    const secrets = await service(folder).secrets();
    expect(await readdir(folder)).toEqual(['keys.credential']);
    expect((await stat(join(folder, 'keys.credential'))).mode & 0o777).toBe(0o600);
    expect(await service(folder).secrets()).toEqual(secrets);
  });

  it('the keys file also holds secrets of settings', async () => {
    const folder = await temporaryFolder();
    await service(folder).store({ upstreamApiKey: 'sk-test' });
    expect(await service(folder).secrets()).toMatchObject({ SVC_UPSTREAM_API_KEY: 'sk-test' });
  });

  it.skipIf(process.platform === 'win32').each([0o644, 0o640, 0o604, 0o660])(
    'refuses it with mode %o',
    async (mode) => {
      const folder = await temporaryFolder();
      await service(folder).secrets();
      await chmod(join(folder, 'keys.credential'), mode);
      const custody = service(folder);
      await expect(custody.secrets()).rejects.toThrow(/chmod 600/);
      expect(custody.state()).toMatchObject({
        custody: 'credential file',
        problem: { code: 'file_unsafe' },
      });
    },
  );

  it.skipIf(process.platform === 'win32')(
    'refuses the file of another user, and a link',
    async () => {
      const folder = await temporaryFolder();
      await service(folder).secrets();
      const isRoot = process.getuid?.() === 0;
      if (isRoot) await chown(join(folder, 'keys.credential'), 12_345, 12_345);
      const custody = service(folder, isRoot ? {} : { uid: 12_345 });
      await expect(custody.secrets()).rejects.toThrow(/belongs to another user/);
      const other = await temporaryFolder();
      await symlink(join(folder, 'keys.credential'), join(other, 'keys.credential'));
      await expect(service(other).secrets()).rejects.toThrow(/is a link/);
    },
  );

  it("a service takes the desktop app's keys from its recovery kit", async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    const secrets = await desk.start().secrets();
    const custody = service(desk.folder);
    await expect(custody.secrets()).rejects.toThrow(/sealed for a user/);
    expect(await custody.restore(kit)).toEqual({ ok: true });
    expect(await service(desk.folder).secrets()).toEqual(secrets);
  });
});

describe('The desktop app makes no keys in a folder of a service', () => {
  it('the desktop app says that the keys belong to a service', async () => {
    const desk = await newDesk();
    await service(desk.folder).secrets();
    await expect(desk.start().secrets()).rejects.toThrow(/Use service mode/);
    expect(await readdir(desk.folder)).toEqual(['keys.credential']);
  });
});

describe('A service takes its keys from the credentials of its systemd unit', () => {
  it('a service reads keys from a credential and writes nothing', async () => {
    const text = freshCredential(new Date());
    const credentialsFolder = await credentials({ keys: text });
    const folder = await temporaryFolder();
    const custody = service(folder, { credentialsFolder });
    expect((await custody.secrets())['SVC_MASTER_KEY']).toBe(JSON.parse(text).masterKey);
    expect(custody.state()).toMatchObject({ custody: 'systemd credential', problem: null });
    expect(await custody.addKid()).toMatchObject({ ok: false });
    expect(await readdir(folder)).toEqual([]);
  });

  it('a damaged credential is refused', async () => {
    const credentialsFolder = await credentials({ keys: '{}' });
    const custody = service(await temporaryFolder(), { credentialsFolder });
    await expect(custody.secrets()).rejects.toThrow(/damaged/);
  });

  it('a service takes secrets of settings from credentials, with the keys in a file', async () => {
    const credentialsFolder = await credentials({ upstreamApiKey: 'sk-given\n' });
    const custody = service(await temporaryFolder(), { credentialsFolder });
    expect(await custody.secrets()).toMatchObject({ SVC_UPSTREAM_API_KEY: 'sk-given' });
    expect(custody.storedSecretNames()).toEqual(new Set(['upstreamApiKey']));
    expect(await custody.store({ upstreamApiKey: 'mine' })).toMatchObject({
      problems: [{ path: 'upstreamApiKey', message: expect.stringContaining('credential') }],
    });
  });

  it.skipIf(process.platform === 'win32')('refuses one that everybody can read', async () => {
    const credentialsFolder = await credentials({ upstreamApiKey: 'sk' }, 0o444);
    const custody = service(await temporaryFolder(), { credentialsFolder });
    await expect(custody.secrets()).rejects.toThrow(/other users/);
  });
});

describe('On Windows the access list decides who can read the file', () => {
  const closed = 'O:SYG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;S-1-5-80-1-2-3-4-5)';

  it.each([
    ['everyone', 'O:SYG:SYD:(A;;FR;;;WD)'],
    ['users', `${closed}(A;ID;0x1200a9;;;BU)`],
    ['authenticated users', `${closed}(A;;FR;;;AU)`],
    ['users under a condition', `${closed}(XA;;FR;;;BU;(WIN://SYSAPPID Exists))`],
    ['users by number', `${closed}(A;;FR;;;S-1-5-32-545)`],
    ['everybody, for want of a list', 'O:SYG:SYD:NO_ACCESS_CONTROL'],
    ['everybody, for want of an answer', ''],
  ])('refuses %s', async (_, sddl) => {
    expect(isOpenToMany(sddl)).toBe(true);
    const descriptorOf = () => Promise.resolve(sddl);
    const folder = await temporaryFolder();
    const custody = service(folder, { platform: 'win32', descriptorOf });
    await expect(custody.secrets()).rejects.toThrow(/icacls/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('an access list of chosen accounts is accepted', async () => {
    const folder = await temporaryFolder();
    const descriptorOf = () => Promise.resolve(closed);
    const custody = service(folder, { platform: 'win32', descriptorOf });
    await expect(custody.secrets()).resolves.toHaveProperty('SVC_MASTER_KEY');
    expect(await readFile(join(folder, 'keys.credential'), 'utf8')).toContain('masterKey');
  });

  it('an access list that denies users is accepted', () => {
    expect(isOpenToMany(`${closed}(D;;FA;;;BU)`)).toBe(false);
  });
});
