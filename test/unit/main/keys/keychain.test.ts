import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../main/ipc/refusal.ts';
import { type Desk, newDesk } from '../../../support/desktop/custody-kit.ts';

const sealedPath = ({ folder }: Desk) => join(folder, 'keys.sealed');

async function refusalOf(desk: Desk): Promise<string | undefined> {
  const custody = desk.start();
  await expect(custody.secrets()).rejects.toBeInstanceOf(Refusal);
  return custody.state().problem?.code;
}

describe('Keys are made on the first start and sealed by the keychain of the system', () => {
  it('the server gets a master key and the key of the shipped policy, the same at each start', async () => {
    const desk = await newDesk();
    const first = await desk.start().secrets();
    expect(Object.keys(first)).toEqual(['SVC_MASTER_KEY', 'SVC_KEY_K_HEALTHCARE']);
    expect(Buffer.from(first['SVC_MASTER_KEY'] ?? '', 'base64')).toHaveLength(32);
    expect(await desk.start().secrets()).toEqual(first);
  });

  it('the sealed file is readable only by its owner and contains no plain key', async () => {
    const desk = await newDesk();
    const secrets = await desk.start().secrets();
    expect(await readdir(desk.folder)).toEqual(['keys.sealed']);
    expect((await stat(sealedPath(desk))).mode & 0o777).toBe(0o600);
    const text = await readFile(sealedPath(desk), 'utf8');
    for (const key of Object.values(secrets)) expect(text).not.toContain(key);
  });

  it('the state names the custody and the backend', async () => {
    const desk = await newDesk();
    const custody = desk.start();
    await custody.secrets();
    expect(custody.state()).toEqual({
      custody: 'keychain',
      backend: 'gnome_libsecret',
      recoveryKitMadeAt: null,
      problem: null,
    });
  });

  it.each([
    ['darwin', 'keychain'],
    ['win32', 'dpapi'],
  ] as const)(
    'names the keychain of %s, where there is no choice of backends',
    async (platform, backend) => {
      const desk = await newDesk({ platform });
      desk.keychain.constant = true; // the tag is that of the real keychain there
      const custody = desk.start();
      await custody.secrets();
      expect(custody.state().backend).toBe(backend);
    },
  );

  it('the keychain is asked once, however often the server restarts', async () => {
    const desk = await newDesk();
    const custody = desk.start();
    const secrets = await custody.secrets();
    desk.keychain.locked = true;
    expect(await custody.secrets()).toEqual(secrets);
  });
});

describe('A keychain that does not protect is refused', () => {
  it.each(['basic_text', 'unknown'] as const)('the backend %s is refused', async (backend) => {
    const desk = await newDesk();
    desk.keychain.backend = backend;
    expect(await refusalOf(desk)).toBe('backend_weak');
    expect(await readdir(desk.folder)).toEqual([]);
  });

  it.each([true, false])(
    'as that of a desktop that Chromium does not recognise, with the switch that helps (available: %s)',
    async (available) => {
      const desk = await newDesk();
      desk.keychain.backend = 'basic_text';
      desk.keychain.available = available;
      const custody = desk.start();
      await expect(custody.secrets()).rejects.toThrow('--password-store=gnome-libsecret');
      expect(custody.state().problem?.message).toContain('--password-store=kwallet6');
    },
  );

  it('a backend that falls back to a constant key is refused, whatever its name', async () => {
    const desk = await newDesk();
    desk.keychain.constant = true;
    expect(await refusalOf(desk)).toBe('backend_weak');
    expect(await readdir(desk.folder)).toEqual([]);
  });
});

describe('Unavailable keys prevent the start, with a message that says what to do', () => {
  async function usedDesk(): Promise<Desk> {
    const desk = await newDesk();
    await desk.start().secrets();
    return desk;
  }

  it('a locked keychain prevents the start until it is unlocked', async () => {
    const desk = await usedDesk();
    desk.keychain.locked = true;
    const custody = desk.start();
    await expect(custody.secrets()).rejects.toBeInstanceOf(Refusal);
    expect(custody.state().problem).toEqual({
      code: 'keychain_locked',
      message: expect.stringContaining('Unlock it'),
    });
    desk.keychain.locked = false;
    await expect(custody.secrets()).resolves.toHaveProperty('SVC_MASTER_KEY');
    expect(custody.state().problem).toBeNull();
  });

  it.each(['linux', 'darwin', 'win32'] as const)(
    'for a keychain that does not answer on %s',
    async (platform) => {
      const desk = await newDesk({ platform });
      desk.keychain.available = false;
      expect(await refusalOf(desk)).toBe('keychain_unavailable');
    },
  );

  it('a keychain that is locked at the first start prevents it, and nothing is written', async () => {
    const desk = await newDesk();
    desk.keychain.locked = true;
    expect(await refusalOf(desk)).toBe('keychain_unavailable');
    expect(await readdir(desk.folder)).toEqual([]);
  });

  it('a keychain that lost its key prevents the start', async () => {
    const desk = await usedDesk();
    desk.keychain.lose();
    expect(await refusalOf(desk)).toBe('keychain_lost');
  });

  it('keys of another user prevent the start, and the message names that user', async () => {
    const desk = await usedDesk();
    desk.keychain.lose();
    desk.user = 'night-desk';
    const custody = desk.start();
    await expect(custody.secrets()).rejects.toThrow(/Sign in as front-desk/);
    expect(custody.state().problem?.code).toBe('wrong_user');
  });

  it('a data folder copied from another machine prevents the start', async () => {
    const desk = await usedDesk();
    desk.keychain.lose();
    desk.machine = 'clinic-2';
    expect(await refusalOf(desk)).toBe('wrong_machine');
  });

  it('another backend prevents the start, even if it could decrypt the keys', async () => {
    const desk = await usedDesk();
    desk.keychain.backend = 'kwallet6';
    const custody = desk.start();
    await expect(custody.secrets()).rejects.toThrow(/--password-store=gnome-libsecret/);
    expect(custody.state().problem?.code).toBe('backend_changed');
  });

  it('a damaged file and a file of a later version prevent the start', async () => {
    const desk = await usedDesk();
    const text = await readFile(sealedPath(desk), 'utf8');
    await writeFile(sealedPath(desk), text.slice(0, -20));
    expect(await refusalOf(desk)).toBe('file_damaged');
    await writeFile(sealedPath(desk), text.replace('"v": 1', '"v": 2'));
    expect(await refusalOf(desk)).toBe('file_newer');
  });

  it('a failed start does not change the sealed file', async () => {
    const desk = await usedDesk();
    const before = await readFile(sealedPath(desk));
    desk.keychain.lose();
    await refusalOf(desk);
    expect(await readFile(sealedPath(desk))).toEqual(before);
  });
});

describe('New keys are never made for existing data', () => {
  it('a folder with databases and no keys is refused', async () => {
    const desk = await newDesk();
    await writeFile(join(desk.folder, 'journal.db'), '');
    const custody = desk.start();
    await expect(custody.secrets()).rejects.toThrow(/journal\.db/);
    expect(custody.state().problem?.code).toBe('keys_missing');
    expect(await readdir(desk.folder)).toEqual(['journal.db']);
  });

  it('the app asks for the recovery kit if one was made and the sealed file is gone', async () => {
    const desk = await newDesk();
    await writeFile(join(desk.folder, 'recovery.sealed'), '{}');
    expect(await refusalOf(desk)).toBe('kit_needed');
  });
});

describe('Keys are sealed again when the system asks for it', () => {
  it('keys are sealed under the new key of the system and stay readable without the old one', async () => {
    const desk = await newDesk();
    const secrets = await desk.start().secrets();
    const before = await readFile(sealedPath(desk), 'utf8');
    desk.keychain.rotate();
    expect(await desk.start().secrets()).toEqual(secrets);
    const after = await readFile(sealedPath(desk), 'utf8');
    expect(after).not.toBe(before);
    desk.keychain.rotate();
    expect(await desk.start().secrets()).toEqual(secrets);
    expect(await readFile(sealedPath(desk), 'utf8')).not.toBe(after);
  });
});
