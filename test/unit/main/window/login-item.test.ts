import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setLoginItem } from '../../../../main/window/login-item.ts';
import { startDesktop } from '../../../support/desktop/desktop-kit.ts';
import { memoryElectron } from '../../../support/desktop/electron.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

describe('The app starts at login if the settings say so', () => {
  it('macOS and Windows use the login item of the system', async () => {
    const { electron, settings } = await startDesktop({ platform: 'win32' });
    expect(electron.app.loginItems).toEqual([{ openAtLogin: true, args: ['--at-login'] }]);
    await settings.change({ startAtLogin: false });
    expect(electron.app.loginItems).toHaveLength(2);
    expect(electron.app.loginItems[1]).toMatchObject({ openAtLogin: false });
  });

  it('Linux uses a desktop entry that quotes any program name and names the same keychain', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-login-'));
    const { app } = memoryElectron({ folder });
    const file = join(folder, 'appData/autostart/voice-phi-proxy.desktop');
    const args = ['--password-store=gnome-libsecret', '--password-store=a b', '--inspect'];
    const program = '/opt/a "b" $c \\d 100%/app';
    await setLoginItem({ app, platform: 'linux', program, args }, true);
    const entry = await readFile(file, 'utf8');
    expect(entry).toContain(
      'Exec="/opt/a \\\\"b\\\\" \\\\$c \\\\\\\\d 100%%/app" --at-login --password-store=gnome-libsecret\n',
    );
    await setLoginItem({ app, platform: 'linux', program, args }, false);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    await removeFolder(folder);
  });

  it('a checkout does not start at login', async () => {
    const { electron } = await startDesktop({ platform: 'win32', packaged: false });
    expect(electron.app.loginItems).toEqual([]);
  });
});
