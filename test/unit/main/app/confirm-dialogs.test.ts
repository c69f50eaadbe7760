import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startDesktop } from '../../../support/desktop/desktop-kit.ts';

async function withPage() {
  const desktop = await startDesktop();
  const { webContents } = desktop.window();
  await expect.poll(() => webContents.getURL()).toBe('appliance://status/');
  const { appliance } = webContents;
  if (appliance === undefined) throw new Error('the page has nothing to call');
  return { ...desktop, appliance };
}

const customCommand = '["/tmp/x","{ingress_url}"]';

describe('A page cannot change service settings without the consent of the person at the machine', () => {
  it('the dialog shows the changes, but no secrets', async () => {
    const { electron, settings, appliance } = await withPage();
    const changes = { customCommand, webhookSecret: 'of-the-platform', signInIssuer: null };
    expect(await appliance.changeSettings(changes)).toEqual({ ok: true });
    expect(electron.said).toEqual(['Change the settings of the service?']);
    expect(electron.details).toEqual([
      `custom: command: ${customCommand}\nWebhook secret: new value\nIdentity provider: unset`,
    ]);
    expect(settings.value('customCommand')).toBe(customCommand);
  });

  it('the dialog belongs to the window if it is open', async () => {
    const { electron, window, tray, appliance } = await withPage();
    const frame = window();
    await appliance.changeSettings({ webhookSecret: 'of-the-platform' });
    await appliance.saveRecoveryKit();
    expect(electron.attached).toEqual([frame, frame]);
    frame.destroy();
    tray().choose('Save a support bundle…');
    await expect.poll(() => electron.saves.proposed).toHaveLength(2);
    expect(electron.attached).toHaveLength(2);
  });

  it('nothing changes if the person says no', async () => {
    const { electron, settings, custody, appliance } = await withPage();
    electron.person.agrees = false;
    const changes = { customCommand, notifications: false, webhookSecret: 'of-the-platform' };
    expect(await appliance.changeSettings(changes)).toMatchObject({ ok: false });
    expect(settings.value('customCommand')).toBeNull();
    expect(settings.value('notifications')).toBe(true);
    expect(await custody.storedSecret('webhookSecret')).toBeNull();
  });

  it('there is no question about an invalid change', async () => {
    const { electron, appliance } = await withPage();
    expect(await appliance.changeSettings({ port: 0 })).toMatchObject({
      problems: [{ path: 'port' }],
    });
    expect(electron.said).toEqual([]);
  });

  it("there is no question about the app's own conveniences", async () => {
    const { electron, settings, appliance } = await withPage();
    electron.person.agrees = false;
    expect(await appliance.changeSettings({ notifications: false })).toEqual({ ok: true });
    expect(settings.value('notifications')).toBe(false);
    expect(await appliance.changeSettings({ serviceMode: true })).toMatchObject({ ok: false });
    expect(electron.said).toHaveLength(1);
  });
});

describe('A recovery kit replaces another', () => {
  it('a kit is replaced only with consent, and the first kit needs no question', async () => {
    const { electron, folder, appliance } = await withPage();
    electron.saves.path = join(folder, 'kit.html');
    expect(await appliance.saveRecoveryKit()).toEqual({ ok: true, saved: true });
    const { recoveryKitMadeAt } = (await appliance.state()).keys;
    expect(electron.said).toEqual([]);
    electron.person.agrees = false;
    expect(await appliance.saveRecoveryKit()).toEqual({ ok: true, saved: false });
    expect(electron.said).toEqual(['Make a new recovery kit?']);
    expect((await appliance.state()).keys.recoveryKitMadeAt).toBe(recoveryKitMadeAt);
  });
});
