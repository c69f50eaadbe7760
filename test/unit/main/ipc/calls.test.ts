import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { channelOf } from '../../../../main/ipc/channels.ts';
import type { ApplianceApi, ApplianceState } from '../../../../main/ipc/schema.ts';
import { linesOf } from '../../../support/desktop/custody-kit.ts';
import { type Desktop, startDesktop } from '../../../support/desktop/desktop-kit.ts';

const statusPage = 'appliance://status/';

async function withPage(
  options: Parameters<typeof startDesktop>[0] = {},
): Promise<{ desktop: Desktop; appliance: ApplianceApi }> {
  const desktop = await startDesktop(options);
  const { webContents } = desktop.window();
  await expect.poll(() => webContents.getURL()).toBe(statusPage);
  const { appliance } = webContents;
  if (appliance === undefined) throw new Error('the page has nothing to call');
  return { desktop, appliance };
}

describe('A page of the app has the calls of the schema, and nothing else', () => {
  it('the state holds no value of a secret', async () => {
    const { desktop, appliance } = await withPage();
    const changed = await appliance.changeSettings({ upstreamApiKey: 'sk-a-secret-of-the-clinic' });
    expect(changed).toEqual({ ok: true });
    const state = await appliance.state();
    expect(state).toMatchObject({
      app: { version: '0.1.0', platform: 'linux', serviceMode: false },
      server: { phase: 'starting' },
      tunnel: { phase: 'off' },
      keys: { custody: 'keychain', problem: null },
      update: { phase: 'off' },
    });
    expect(state.settings.find(({ key }) => key === 'upstreamApiKey')).toMatchObject({
      isSet: true,
      value: null,
    });
    expect(JSON.stringify([state, desktop.logged])).not.toContain('sk-a-secret');
  });

  it('a page is notified once of each change while it listens', async () => {
    const { desktop, appliance } = await withPage();
    const heard: ApplianceState[] = [];
    const stop = appliance.onStateChanged((state) => heard.push(state));
    desktop.server.become({ phase: 'crash_loop' });
    desktop.server.become({ restarts: 5 });
    await expect.poll(() => heard.length).toBe(1);
    expect(heard[0]?.server).toMatchObject({ phase: 'crash_loop', restarts: 5 });
    stop();
    desktop.server.become({ phase: 'starting' });
    await Promise.resolve();
    expect(heard).toHaveLength(1);
  });

  it('a page can restart the server and open and close the tunnel', async () => {
    const { desktop, appliance } = await withPage({ settings: { tunnelProvider: 'cloudflared' } });
    desktop.asked.length = 0;
    expect(await appliance.startTunnel()).toEqual({ ok: true });
    expect(await appliance.stopTunnel()).toEqual({ ok: true });
    expect(await appliance.restartServer()).toEqual({ ok: true });
    expect(desktop.asked).toEqual(['start the tunnel', 'stop the tunnel', 'restart the server']);
  });

  it('a tunnel that was never chosen is not started', async () => {
    const { appliance } = await withPage();
    expect(await appliance.startTunnel()).toMatchObject({
      ok: false,
      problems: [{ path: 'tunnelProvider' }],
    });
  });

  it('changed settings restart an open tunnel', async () => {
    const { desktop, appliance } = await withPage({ settings: { tunnelProvider: 'cloudflared' } });
    desktop.server.become({ phase: 'running', url: 'http://127.0.0.1:9' });
    desktop.asked.length = 0;
    expect(await appliance.changeSettings({ logLevel: 'warn' })).toEqual({ ok: true });
    expect(desktop.asked).toEqual([]);
    expect(
      await appliance.changeSettings({ tunnelPublicUrl: 'https://calls.example.com' }),
    ).toEqual({ ok: true });
    expect(desktop.asked).toEqual(['restart the tunnel']);
  });
});

describe("Only the app's own pages get answers", () => {
  const channel = channelOf('state');
  const refusal = /may not ask/;

  it.each(['https://example.com/', 'http://127.0.0.1:1/', 'file:///tmp/x.html', 'about:blank', ''])(
    'a page of %s gets no answer',
    async (url) => {
      const { desktop } = await withPage();
      const { webContents } = desktop.window();
      const asked = webContents.callAs(url, channel, undefined, desktop.electron.answer);
      await expect(asked).rejects.toThrow(refusal);
    },
  );

  it('a frame in the window gets no answer', async () => {
    const { desktop } = await withPage();
    const { webContents } = desktop.window();
    const { answer } = desktop.electron;
    await expect(webContents.callAs(statusPage, channel, undefined, answer, {})).rejects.toThrow(
      refusal,
    );
  });

  it('another window and a removed frame get no answer', async () => {
    const { desktop } = await withPage();
    const { answer } = desktop.electron;
    const senderFrame = { url: statusPage, parent: null };
    const other = answer(channel, { sender: { id: -1 }, senderFrame }, undefined);
    await expect(other).rejects.toThrow(refusal);
    const sender = { id: desktop.window().webContents.id };
    await expect(answer(channel, { sender, senderFrame: null }, undefined)).rejects.toThrow(
      refusal,
    );
  });

  it('a call that does not match the schema gets no answer', async () => {
    const { desktop } = await withPage();
    const { webContents } = desktop.window();
    const ask = (name: 'state' | 'changeSettings' | 'restoreFromRecoveryKit', input: unknown) =>
      webContents.callAs(statusPage, channelOf(name), input, desktop.electron.answer);
    const odd = /does not understand/;
    await expect(ask('state', { all: true })).rejects.toThrow(odd);
    await expect(ask('changeSettings', { port: [1] })).rejects.toThrow(odd);
    await expect(ask('restoreFromRecoveryKit', undefined)).rejects.toThrow(odd);
  });

  it('calls above the rate limit get no answer', async () => {
    const { desktop, appliance } = await withPage();
    for (let call = 0; call < 30; call += 1) await appliance.state();
    await expect(appliance.state()).rejects.toThrow(/too often/);
    desktop.timers.advance(1_000);
    await expect(appliance.state()).resolves.toBeDefined();
  });

  it('the log has the class and stack frames of a bug, and the page learns only that there was one', async () => {
    const { desktop, appliance } = await withPage();
    desktop.server.restart = () => {
      throw new RangeError('of 415-555-0142');
    };
    await expect(appliance.restartServer()).rejects.toThrow(/its log says why/);
    expect(desktop.logged.join()).toContain('RangeError');
    expect(desktop.logged.join()).not.toContain('415-555');
  });
});

describe('A recovery kit', () => {
  it('a recovery kit is in force once its page is saved for this user alone', async () => {
    const { desktop, appliance } = await withPage();
    const file = join(desktop.folder, 'kit.html');
    desktop.electron.saves.path = file;
    expect(await appliance.saveRecoveryKit()).toEqual({ ok: true, saved: true });
    expect(desktop.electron.saves.proposed).toEqual([
      `${desktop.folder}/documents/voice-phi-proxy-recovery-kit-2026-01-05.html`,
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await appliance.state()).keys.recoveryKitMadeAt).not.toBeNull();
  });

  it('a recovery kit that replaces a file is readable by this user alone', async () => {
    const { desktop, appliance } = await withPage();
    const file = join(desktop.folder, 'kit.html');
    await writeFile(file, 'another page', { mode: 0o644 });
    desktop.electron.saves.path = file;
    expect(await appliance.saveRecoveryKit()).toEqual({ ok: true, saved: true });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('a recovery kit is not in force if the dialog is closed or the file cannot be written', async () => {
    const { desktop, appliance } = await withPage();
    expect(await appliance.saveRecoveryKit()).toEqual({ ok: true, saved: false });
    desktop.electron.saves.path = join(desktop.folder, 'no such folder', 'kit.html');
    expect(await appliance.saveRecoveryKit()).toMatchObject({
      ok: false,
      problems: [{ message: 'cannot be written: choose another folder' }],
    });
    expect((await appliance.state()).keys.recoveryKitMadeAt).toBeNull();
  });

  it('a recovery kit restores keys that the keychain lost, and the server restarts with them', async () => {
    const { desktop, appliance } = await withPage();
    const file = join(desktop.folder, 'kit.html');
    desktop.electron.saves.path = file;
    await appliance.saveRecoveryKit();
    const words = linesOf(await readFile(file, 'utf8'));
    const before = await desktop.custody.secrets();

    desktop.electron.keychain.lose();
    const custody = desktop.desk.start();
    const { parts, ...later } = await lostKeys(desktop, custody);
    expect((await later.appliance.state()).keys.problem).not.toBeNull();
    expect(await later.appliance.restoreFromRecoveryKit({ words: 'no such words' })).toMatchObject({
      ok: false,
    });
    expect(await later.appliance.restoreFromRecoveryKit({ words })).toEqual({ ok: true });
    expect(await custody.secrets()).toEqual(before);
    expect(parts.asked).toContain('restart the server');
  });

  /** The app on the same folder, with a keychain that lost its key. */
  async function lostKeys(former: Desktop, custody: Desktop['custody']) {
    const asked: string[] = [];
    const { server, tunnel, settings, folder } = former;
    server.restart = () => void asked.push('restart the server');
    await custody.secrets().catch(() => undefined);
    const { appliance } = await withPage({
      open: async () => ({
        settings,
        custody,
        server,
        tunnel,
        serviceMode: false,
        dataDir: folder,
        onChange: () => {},
      }),
    });
    return { appliance, parts: { asked } };
  }
});

describe('A support bundle', () => {
  it('a support bundle is saved where the person chooses, without secrets and personal data', async () => {
    const { desktop, appliance } = await withPage();
    await appliance.changeSettings({ upstreamApiKey: 'sk-short', adminLogins: 'ada@example.com' });
    await appliance.changeSettings({ customSecret: 'open sesame' });
    desktop.tunnel.become({ detail: 'It last wrote: open sesame' });
    const keys = Object.values(await desktop.custody.secrets());
    const file = join(desktop.folder, 'bundle.txt');
    desktop.electron.saves.path = file;
    expect(await appliance.saveSupportBundle()).toEqual({ ok: true, saved: true });
    const bundle = await readFile(file, 'utf8');
    expect(bundle).toContain('== Settings ==');
    expect(bundle).toContain('adminLogins = "[address]" (user)');
    expect(bundle).toContain('upstreamApiKey = "[set]"');
    expect(
      [...keys, 'sk-short', 'open sesame', 'ada@'].filter((secret) => bundle.includes(secret)),
    ).toEqual([]);
  });

  it('the tray saves a support bundle too, and says why it could not', async () => {
    const { desktop } = await withPage();
    desktop.electron.saves.path = join(desktop.folder, 'no such folder', 'bundle.txt');
    desktop.tray().choose('Save a support bundle…');
    await expect.poll(() => desktop.electron.said).toHaveLength(1);
  });
});
