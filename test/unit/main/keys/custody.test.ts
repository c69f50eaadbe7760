import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKeyFile } from '../../../../server/adapters/system/key-file.ts';
import { loadOrCreateKeys, readKeys } from '../../../../server/adapters/system/load-keys.ts';
import { watchOperatorNotes } from '../../../../server/adapters/system/operator-notes.ts';
import { newDesk } from '../../../support/desktop/custody-kit.ts';

describe('Secrets among the settings are kept with the keys', () => {
  it('the server gets secrets of settings by variable, tunnels by name', async () => {
    const desk = await newDesk();
    const stored = await desk.start().store({ upstreamApiKey: 'sk-test', customSecret: 'cs' });
    expect(stored).toEqual({ ok: true });
    const custody = desk.start();
    const secrets = await custody.secrets();
    expect(secrets['SVC_UPSTREAM_API_KEY']).toBe('sk-test');
    expect(Object.values(secrets)).not.toContain('cs');
    expect(await custody.storedSecret('customSecret')).toBe('cs');
    expect(await custody.storedSecret('cloudflaredToken')).toBeNull();
    expect(custody.storedSecretNames()).toEqual(new Set(['upstreamApiKey', 'customSecret']));
  });

  it('null removes a stored secret', async () => {
    const desk = await newDesk();
    const custody = desk.start();
    await custody.store({ upstreamApiKey: 'sk-test' });
    await custody.store({ upstreamApiKey: null });
    expect(await desk.start().storedSecret('upstreamApiKey')).toBeNull();
    expect(custody.storedSecretNames().size).toBe(0);
  });

  it('secrets that two callers store at the same time are all stored', async () => {
    const desk = await newDesk();
    const custody = desk.start();
    await Promise.all([
      custody.store({ upstreamApiKey: 'one' }),
      custody.store({ webhookSecret: 'two' }),
      custody.addKid(),
    ]);
    const secrets = await desk.start().secrets();
    expect(secrets).toMatchObject({
      SVC_UPSTREAM_API_KEY: 'one',
      SVC_VOICE_WEBHOOK_SECRET: 'two',
      SVC_KEY_K_HEALTHCARE_2: expect.any(String),
    });
  });

  it('no secret is stored while the keychain is locked', async () => {
    const desk = await newDesk();
    desk.keychain.locked = true;
    const stored = await desk.start().store({ upstreamApiKey: 'sk-test' });
    expect(stored).toMatchObject({ ok: false, problems: [{ path: 'keys' }] });
  });
});

describe('A masking key can be added', () => {
  it('an added key gets the next free name, and the older key stays', async () => {
    const desk = await newDesk();
    const before = await desk.start().secrets();
    expect(await desk.start().addKid()).toEqual({ ok: true, kid: 'K_HEALTHCARE_2' });
    expect(await desk.start().addKid()).toEqual({ ok: true, kid: 'K_HEALTHCARE_3' });
    const after = await desk.start().secrets();
    expect(after).toMatchObject(before);
    expect(Object.keys(after)).toContain('SVC_KEY_K_HEALTHCARE_3');
  });

  it('the server journals an added key as a rotation', async () => {
    const desk = await newDesk();
    await desk.start().addKid();
    const notes: unknown[] = [];
    const stop = watchOperatorNotes(desk.folder, {
      take: (note) => Promise.resolve(notes.push(note)),
      onDelay: (error) => notes.push(error),
    });
    await stop();
    const fields = { actor: 'operator', kid: 'K_HEALTHCARE_2', purpose: 'tokenization' };
    expect(notes).toMatchObject([{ kind: 'key_rotated', fields }]);
  });

  it('the server reads an added key from its variables', async () => {
    const desk = await newDesk();
    const custody = desk.start();
    await custody.addKid();
    const keys = await loadOrCreateKeys({ dataDir: desk.folder, env: await custody.secrets() });
    expect(keys.ok && [...keys.value.roots.keys()]).toEqual(['K_HEALTHCARE', 'K_HEALTHCARE_2']);
    expect(await readdir(desk.folder)).not.toContain('keys.json');
  });
});

describe('The keys of a headless service are taken over', () => {
  it('plain keys keep their values, and their file is removed once they are sealed', async () => {
    const desk = await newDesk();
    await createKeyFile(desk.folder, ['K_HEALTHCARE', 'K_2027']);
    const plain = JSON.parse(await readFile(join(desk.folder, 'keys.json'), 'utf8'));
    expect(await desk.start().secrets()).toEqual({
      SVC_MASTER_KEY: plain.master_key,
      SVC_KEY_K_HEALTHCARE: plain.keys.K_HEALTHCARE,
      SVC_KEY_K_2027: plain.keys.K_2027,
    });
    expect(await readdir(desk.folder)).toEqual(['keys.sealed']);
  });

  it('a rotated database key is taken over too', async () => {
    const desk = await newDesk();
    await createKeyFile(desk.folder, ['K_HEALTHCARE']);
    const path = join(desk.folder, 'keys.json');
    const plain = JSON.parse(await readFile(path, 'utf8'));
    const [database, retired] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const rotated = { ...plain, database_key: database, retired_database_keys: [retired] };
    await writeFile(path, JSON.stringify(rotated));
    expect(await desk.start().secrets()).toMatchObject({ SVC_DATABASE_KEY: database });
  });

  it('the next start finishes an interrupted takeover', async () => {
    const desk = await newDesk();
    await createKeyFile(desk.folder, ['K_HEALTHCARE']);
    const plain = await readFile(join(desk.folder, 'keys.json'));
    const secrets = await desk.start().secrets();
    await writeFile(join(desk.folder, 'keys.json'), plain, { mode: 0o600 });
    expect(await desk.start().secrets()).toEqual(secrets);
    expect(await readdir(desk.folder)).toEqual(['keys.sealed']);
  });

  it('the plain file stays if the keychain does not protect keys', async () => {
    const desk = await newDesk();
    await createKeyFile(desk.folder, ['K_HEALTHCARE']);
    desk.keychain.backend = 'basic_text';
    await expect(desk.start().secrets()).rejects.toThrow(/GNOME Keyring or KWallet/);
    expect(await readdir(desk.folder)).toEqual(['keys.json']);
  });

  it('a plain file with other keys than the sealed ones is refused, and both stay', async () => {
    const desk = await newDesk();
    await desk.start().secrets();
    await createKeyFile(desk.folder, ['K_HEALTHCARE']);
    const custody = desk.start();
    await expect(custody.secrets()).rejects.toThrow(/other keys/);
    expect(custody.state().problem?.code).toBe('keys_differ');
    expect((await readdir(desk.folder)).sort()).toEqual(['keys.json', 'keys.sealed']);
  });

  it.skipIf(process.platform === 'win32')('refuses one that other users can read', async () => {
    const desk = await newDesk();
    await createKeyFile(desk.folder, ['K_HEALTHCARE']);
    await chmod(join(desk.folder, 'keys.json'), 0o644);
    const custody = desk.start();
    await expect(custody.secrets()).rejects.toThrow(/chmod 600/);
    expect(custody.state().problem?.code).toBe('file_unsafe');
  });
});

describe('A headless service makes no keys in a folder of the app', () => {
  it('a headless service refuses a folder of the app, also before there is a database', async () => {
    const desk = await newDesk();
    await desk.start().secrets();
    for (const load of [loadOrCreateKeys, readKeys]) {
      const keys = await load({ dataDir: desk.folder, env: {} });
      expect(keys).toMatchObject({ ok: false, problems: [{ path: 'keys.sealed' }] });
    }
    expect(await readdir(desk.folder)).toEqual(['keys.sealed']);
  });
});
