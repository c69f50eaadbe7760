import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMachineFile } from '../../../../main/settings/machine-policy.ts';
import { managedPreferences, readMacosPolicy } from '../../../../main/settings/macos-policy.ts';
import { readWindowsPolicy } from '../../../../main/settings/windows-policy.ts';
import { temporaryFolder } from '../../../support/desktop/custody-kit.ts';

const none = { ok: true, values: {} };
const message = (layer: Awaited<ReturnType<typeof readMachineFile>>) =>
  layer.ok ? undefined : layer.problems[0]?.message;

describe('The policy of Linux is a file that only root could have written', () => {
  const owner = process.getuid?.();

  async function policyFile(text: string, mode = 0o644): Promise<string> {
    const folder = join(await temporaryFolder(), 'voice-phi-proxy');
    await mkdir(folder, { mode: 0o755 });
    const path = join(folder, 'policies.json');
    await writeFile(path, text);
    await chmod(path, mode);
    return path;
  }

  it('gives its values', async () => {
    const path = await policyFile('\u{FEFF}{"port": 9000, "updates": "off"}');
    expect(await readMachineFile(path, owner)).toEqual({
      ok: true,
      values: { port: 9000, updates: 'off' },
    });
  });

  it('may be missing, with its folder', async () => {
    expect(await readMachineFile('/no/such/folder/policies.json', owner)).toEqual(none);
    const path = join(await temporaryFolder(), 'policies.json');
    expect(await readMachineFile(path, owner)).toEqual(none);
  });

  it.skipIf(process.platform === 'win32').each([0o664, 0o646])(
    'is refused with mode %o',
    async (mode) => {
      const path = await policyFile('{}', mode);
      expect(message(await readMachineFile(path, owner))).toMatch(/chmod go-w/);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'is refused in a folder that others may write',
    async () => {
      const path = await policyFile('{}');
      await chmod(join(path, '..'), 0o777);
      expect(message(await readMachineFile(path, owner))).toMatch(/chmod go-w/);
    },
  );

  it('is refused if another user owns it', async () => {
    const path = await policyFile('{}');
    expect(message(await readMachineFile(path, 4_000_000))).toMatch(/chown root/);
  });

  it('is refused if it is a link', async () => {
    const path = await policyFile('{}');
    const link = join(path, '..', 'link.json');
    await symlink(path, link);
    expect(message(await readMachineFile(link, owner))).toMatch(/is a link/);
  });

  it.each(['', '[]', '"port"', '{port: 1}'])('is refused when it holds %s', async (text) => {
    const path = await policyFile(text);
    expect(message(await readMachineFile(path, owner))).toMatch(/not a JSON object/);
  });

  it('is refused when it cannot be read', async () => {
    const path = join(await temporaryFolder(), 'policies.json');
    await mkdir(path);
    expect(message(await readMachineFile(path, owner))).toMatch(/cannot be read \(EISDIR\)/);
  });
});

describe('The policy of Windows is a key of the registry', () => {
  const parent = (names: readonly string[]) =>
    `\r\n${names.map((name) => `HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\${name}`).join('\r\n')}\r\n\r\n`;
  const key = (lines: readonly string[]) =>
    `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\VoicePhiProxy\r\n${lines.map((line) => `    ${line}\r\n`).join('')}\r\n`;

  function registry(names: readonly string[], lines: readonly string[]) {
    return (args: readonly string[]) =>
      Promise.resolve(args[1]?.endsWith('VoicePhiProxy') === true ? key(lines) : parent(names));
  }

  it('gives its values in the types of the settings', async () => {
    const policy = await readWindowsPolicy(
      registry(
        ['Microsoft', 'VoicePhiProxy'],
        [
          '(Standard)    REG_SZ    (Wert nicht festgelegt)',
          'port    REG_DWORD    0x2328',
          'startAtLogin    REG_DWORD    0x0',
          'partialDedup    REG_DWORD    0x2',
          'policyFile    REG_SZ    C:\\Program Data\\clinic    policy.yaml',
          'callsUrl    REG_SZ    ',
          'adminLogins    REG_MULTI_SZ    ada\\0grace',
        ],
      ),
    );
    expect(policy).toEqual({
      ok: true,
      values: {
        port: 9000,
        startAtLogin: false,
        partialDedup: 2,
        policyFile: 'C:\\Program Data\\clinic    policy.yaml',
        callsUrl: '',
        adminLogins: 'ada,grace',
      },
    });
  });

  it('may be missing, and another of a longer name is not taken for it', async () => {
    const run = registry(['Microsoft', 'VoicePhiProxyOther'], ['port    REG_DWORD    0x1']);
    expect(await readWindowsPolicy(run)).toEqual(none);
  });

  it('asks for the 64-bit view', async () => {
    const asked: string[][] = [];
    await readWindowsPolicy((args) => {
      asked.push([...args]);
      return Promise.resolve(parent(['VoicePhiProxy']));
    });
    expect(asked).toEqual([
      ['query', 'HKLM\\SOFTWARE\\Policies', '/reg:64'],
      ['query', 'HKLM\\SOFTWARE\\Policies\\VoicePhiProxy', '/reg:64'],
    ]);
  });

  it('is refused if it exists but cannot be read', async () => {
    const policy = await readWindowsPolicy((args) =>
      args[1]?.endsWith('VoicePhiProxy') === true
        ? Promise.reject(new Error('exit 1'))
        : Promise.resolve(parent(['VoicePhiProxy'])),
    );
    expect(message(policy)).toMatch(/gpupdate/);
  });

  it('is refused if characters were lost', async () => {
    const line = `policyFile    REG_SZ    C:\\Pr\u{FFFD}fung.yaml`;
    expect(message(await readWindowsPolicy(registry(['VoicePhiProxy'], [line])))).toMatch(/ASCII/);
  });
});

describe('The policy of macOS comes from a configuration profile of the machine', () => {
  it('gives its values, without what macOS writes about the profile', async () => {
    const policy = await readMacosPolicy({
      exists: (path) => path === managedPreferences,
      toJson: () => Promise.resolve('{"port":9000,"startAtLogin":true,"PayloadUUID":"x"}'),
    });
    expect(policy).toEqual({ ok: true, values: { port: 9000, startAtLogin: true } });
  });

  it('may be missing', async () => {
    const toJson = () => Promise.reject(new Error('no such file'));
    expect(await readMacosPolicy({ exists: () => false, toJson })).toEqual(none);
  });

  it('is refused if it exists but cannot be read', async () => {
    const toJson = () => Promise.reject(new Error('exit 1'));
    expect(message(await readMacosPolicy({ exists: () => true, toJson }))).toMatch(/profile/);
  });
});
