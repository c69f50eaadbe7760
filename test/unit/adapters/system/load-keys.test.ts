import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addKey } from '../../../../server/adapters/system/key-file.ts';
import { loadOrCreateKeys } from '../../../../server/adapters/system/load-keys.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

const masterHex = '11'.repeat(32);
const kidBase64 = Buffer.alloc(32, 0x22).toString('base64');

let parent: string;
let dataDir: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'svc-'));
  dataDir = join(parent, 'data');
});
afterEach(() => removeFolder(parent));

const keyFile = () => join(dataDir, 'keys.json');

/** What was loaded, in hex, or the paths of what was wrong. */
async function loaded(env: Record<string, string> = {}) {
  const result = await loadOrCreateKeys({ dataDir, env });
  if (!result.ok) return { problems: result.problems.map((problem) => problem.path) };
  const { master, roots } = result.value;
  const hex = [...roots].map(([kid, key]) => [kid, key.reveal().toString('hex')]);
  return { master: master.reveal().toString('hex'), roots: Object.fromEntries(hex) };
}

describe('design D45: the first start creates the keys', () => {
  it('creates 32 random bytes for the master key and for K_HEALTHCARE, and later loads them', async () => {
    const first = await loaded();
    expect(first).toEqual({
      master: expect.stringMatching(/^[0-9a-f]{64}$/),
      roots: { K_HEALTHCARE: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(await loaded()).toEqual(first);
  });

  it('leaves one file that only its owner can read, and no partial file', async () => {
    await loaded();
    expect(await readdir(dataDir)).toEqual(['keys.json']);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o077).toBe(0);
  });

  it('gives the same keys to processes that start at the same time', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => loaded()));
    expect(others.every((other) => inspect(other) === inspect(first))).toBe(true);
    expect(await readdir(dataDir)).toEqual(['keys.json']);
  });

  it('starts after a crash during an earlier first start', async () => {
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'keys.json.0123456789abcdef.tmp'), '{"v":1,');
    expect(await loaded()).toMatchObject({ roots: { K_HEALTHCARE: expect.any(String) } });
  });

  it('refuses a file that others can read, and says how to repair it', async () => {
    await loaded();
    await chmod(keyFile(), 0o640);
    const result = await loadOrCreateKeys({ dataDir, env: {} });
    expect(result).toMatchObject({ ok: false, problems: [{ path: 'keys.json' }] });
    expect(inspect(result)).toContain('chmod 600');
  });

  it.each(['', 'not json', '{}', '{"v":2}', '{"v":1,"master_key":"AAAA","keys":{}}'])(
    'refuses a damaged file and leaves it as it is: %s',
    async (text) => {
      await loaded();
      await writeFile(keyFile(), text);
      expect(await loaded()).toEqual({ problems: ['keys.json'] });
      expect(await readFile(keyFile(), 'utf8')).toBe(text);
    },
  );

  it('refuses to create keys in a folder with existing databases', async () => {
    await loaded();
    await rm(keyFile());
    await writeFile(join(dataDir, 'vault.db'), 'ciphertext');
    const result = await loadOrCreateKeys({ dataDir, env: {} });
    expect(result).toMatchObject({ ok: false, problems: [{ path: 'keys.json' }] });
    expect(inspect(result)).toContain('vault.db');
    expect(await readdir(dataDir)).toEqual(['vault.db']);
  });
});

describe('spec, Authentication 9: SVC_KEY_<kid> variables hold the keys', () => {
  it('writes no file when the environment gives the keys', async () => {
    const env = { SVC_MASTER_KEY: masterHex, SVC_KEY_K_CLINIC: kidBase64 };
    expect(await loaded(env)).toEqual({ master: masterHex, roots: { K_CLINIC: '22'.repeat(32) } });
    expect(await readdir(parent)).toEqual([]);
  });

  it('opens existing databases with keys from the environment', async () => {
    await loaded();
    await rm(keyFile());
    await writeFile(join(dataDir, 'vault.db'), 'ciphertext');
    const env = { SVC_MASTER_KEY: masterHex, SVC_KEY_K_HEALTHCARE: kidBase64 };
    expect(await loaded(env)).toMatchObject({ master: masterHex });
  });

  it('prefers the environment to the file, key by key', async () => {
    const file = await loaded();
    const env = { SVC_KEY_K_NEW: kidBase64 };
    expect(await loaded(env)).toEqual({
      ...file,
      roots: { ...('roots' in file ? file.roots : {}), K_NEW: '22'.repeat(32) },
    });
    const replaced = await loaded({ SVC_KEY_K_HEALTHCARE: masterHex });
    expect(replaced).toEqual({ ...file, roots: { K_HEALTHCARE: masterHex } });
  });

  it.each([
    ['hex', '2a'.repeat(32)],
    ['upper-case hex', '2A'.repeat(32)],
    ['base64', Buffer.alloc(32, 0x2a).toString('base64')],
    ['base64 without padding', Buffer.alloc(32, 0x2a).toString('base64').replace('=', '')],
    ['base64url', Buffer.alloc(32, 0x2a).toString('base64url')],
    ['base64 with a line end', `${Buffer.alloc(32, 0x2a).toString('base64')}\n`],
  ])('reads a key in %s', async (_form, text) => {
    const env = { SVC_MASTER_KEY: text, SVC_KEY_K: kidBase64 };
    expect(await loaded(env)).toMatchObject({ master: '2a'.repeat(32) });
  });

  it.each([
    ['SVC_MASTER_KEY', 'hunter2'],
    ['SVC_MASTER_KEY', '11'.repeat(31)],
    ['SVC_KEY_K_CLINIC', Buffer.alloc(33).toString('base64')],
    ['SVC_KEY_K.CLINIC', kidBase64],
    ['SVC_KEY_', kidBase64],
  ])('refuses an invalid value of %s, and never repeats it', async (name, text) => {
    const result = await loadOrCreateKeys({ dataDir, env: { [name]: text } });
    expect(result).toMatchObject({ ok: false, problems: [{ path: name }] });
    expect(inspect(result)).not.toContain(text);
    expect(await readdir(parent)).toEqual([]);
  });

  it('shows no key when the loaded keys are printed', async () => {
    const result = await loadOrCreateKeys({ dataDir, env: { SVC_MASTER_KEY: masterHex } });
    const printed = inspect(result, { depth: 9 }) + JSON.stringify(result);
    expect(printed).toContain('[secret]');
    expect(printed).not.toContain(masterHex);
  });
});

describe('design D45: a rotation adds a key and keeps the old ones', () => {
  it('adds a random root under the new kid', async () => {
    const before = await loaded();
    expect(await addKey(dataDir, 'K_2027')).toEqual({ ok: true, value: undefined });
    const after = await loaded();
    const roots = 'roots' in before ? before.roots : {};
    expect(after).toEqual({ ...before, roots: { ...roots, K_2027: expect.any(String) } });
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['keys.json']);
  });

  it('returns the creation time of each key in the file, if the file has it', async () => {
    const madeAt = async (env: Record<string, string> = {}) => {
      const result = await loadOrCreateKeys({ dataDir, env });
      return result.ok ? Object.fromEntries(result.value.madeAt) : result.problems;
    };
    const { K_HEALTHCARE: made } = (await madeAt()) as Record<string, string>;
    expect(Math.abs(Date.parse(made ?? '') - Date.now())).toBeLessThan(60_000);
    await addKey(dataDir, 'K_2027');
    expect(await madeAt()).toEqual({ K_HEALTHCARE: made, K_2027: expect.any(String) });
    const env = { SVC_KEY_K_HEALTHCARE: kidBase64 };
    expect(await madeAt(env)).toEqual({ K_2027: expect.any(String) });
    const { made_at: _, ...earlier } = JSON.parse(await readFile(keyFile(), 'utf8'));
    await writeFile(keyFile(), JSON.stringify(earlier));
    expect(await madeAt()).toEqual({});
  });

  it('refuses a kid in use, an invalid kid, and a rotation without a file', async () => {
    expect(await addKey(dataDir, 'K_2027')).toMatchObject({ ok: false });
    const before = await loaded();
    expect(await addKey(dataDir, 'K_HEALTHCARE')).toMatchObject({ ok: false });
    expect(await addKey(dataDir, 'K.2027')).toMatchObject({ ok: false });
    expect(await loaded()).toEqual(before);
  });

  it('keeps the old file after a crash during a rotation, and reports the crash', async () => {
    const before = await loaded();
    await writeFile(`${keyFile()}.new`, '{"v":1,');
    expect(await loaded()).toEqual(before);
    const again = await addKey(dataDir, 'K_2027');
    expect(inspect(again)).toContain('keys.json.new');
    expect(await loaded()).toEqual(before);
  });

  it('loses no key when two rotations run at the same time', async () => {
    await loaded();
    const kids = ['K_A', 'K_B', 'K_C', 'K_D'];
    const outcomes = await Promise.all(kids.map((kid) => addKey(dataDir, kid)));
    const added = kids.filter((_, at) => outcomes[at]?.ok);
    const after = await loaded();
    expect(added.length).toBeGreaterThan(0);
    expect(Object.keys('roots' in after ? after.roots : {})).toEqual(
      expect.arrayContaining(['K_HEALTHCARE', ...added]),
    );
  });
});
