import { generateKeyPairSync, sign } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  electronUpdaterSource,
  type Updater,
} from '../../../../main/update/electron-updater-source.ts';
import { signedText } from '../../../../main/update/package-signature.ts';
import type { UpdateSource } from '../../../../main/update/updates.ts';
import { temporaryFolder } from '../../../support/desktop/custody-kit.ts';
import { startDesktop } from '../../../support/desktop/desktop-kit.ts';

const maker = generateKeyPairSync('ed25519');
const somebody = generateKeyPairSync('ed25519');
const updateKey = maker.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const version = '0.2.0';

/** The clinic's feed: signatures by name. */
const signatures = new Map<string, string>();
let feed: Server;
let feedUrl: string;

beforeAll(async () => {
  feed = createServer((request, response) => {
    const signature = signatures.get(request.url ?? '');
    response.writeHead(signature === undefined ? 404 : 200).end(signature);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => feed.once('listening', resolve));
  feedUrl = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/voice`;
});
afterAll(() => feed.close());
beforeEach(() => signatures.clear());

interface Package extends UpdateSource {
  readonly file: string;
  newer: string | null;
  installed: number;
}

/** A package in the feed, signed by whom and for what version it is said. */
async function inFeed(key = maker.privateKey, signedVersion = version): Promise<Package> {
  const file = join(await temporaryFolder(), 'voice-phi-proxy-0.2.0.deb');
  await writeFile(file, 'the new version');
  const signature = sign(null, await signedText(file, signedVersion), key).toString('base64');
  signatures.set('/voice/voice-phi-proxy-0.2.0.deb.sig', `${signature}\n`);
  const source: Package = {
    file,
    newer: version,
    installed: 0,
    newest: async () => source.newer,
    download: async () => file,
    install: async () => {
      source.installed += 1;
    },
  };
  return source;
}

async function withUpdates(updates: UpdateSource, platform: NodeJS.Platform = 'linux') {
  const desktop = await startDesktop({
    platform,
    settings: { updates: 'feed', updateFeedUrl: feedUrl },
    updates,
    updateKey,
  });
  const { appliance } = desktop.window().webContents;
  if (appliance === undefined) throw new Error('the page has nothing to call');
  const state = async () => (await appliance.state()).update;
  await expect.poll(() => desktop.window().webContents.getURL()).not.toBe('');
  return { desktop, appliance, state };
}

describe('Updates are off unless the settings name a feed', () => {
  it('the app does not look for updates by default', async () => {
    const source = await inFeed();
    const { window } = await startDesktop({ updates: source, updateKey });
    await expect.poll(() => window().webContents.getURL()).not.toBe('');
    const { appliance } = window().webContents;
    expect(await appliance?.checkForUpdates()).toMatchObject({ ok: false });
    expect((await appliance?.state())?.update.phase).toBe('off');
  });

  it('a feed is checked a minute after the start and every day', async () => {
    const source = await inFeed();
    source.newer = null;
    const { desktop, state } = await withUpdates(source);
    expect((await state()).phase).toBe('idle');
    source.newer = version;
    desktop.timers.advance(60_000);
    await expect.poll(async () => (await state()).phase).toBe('ready');
    expect(source.installed).toBe(0);
  });

  it('no feed is checked once updates are off', async () => {
    const { desktop, state } = await withUpdates(await inFeed());
    await desktop.settings.change({ updates: 'off' });
    desktop.timers.advance(48 * 60 * 60_000);
    expect((await state()).phase).toBe('off');
  });
});

describe('Where Windows Installer put the app', () => {
  it('an update feed is refused with a reason and not checked', async () => {
    const source = await inFeed();
    source.newest = () => Promise.reject(new Error('the feed was read'));
    const { desktop, appliance, state } = await withUpdates(source, 'win32');
    const words = expect.stringContaining('roll out the MSI');
    expect(await state()).toEqual({ phase: 'off', version: null, detail: words });
    desktop.timers.advance(48 * 60 * 60_000);
    expect(await appliance.checkForUpdates()).toEqual({
      ok: false,
      problems: [{ path: 'updates', message: words }],
    });
    expect(await state()).toMatchObject({ phase: 'off' });
  });
});

describe("An update is installed only with the maker's signature", () => {
  it('the signature covers the bytes and the version of an update', async () => {
    const { appliance, state } = await withUpdates(await inFeed());
    expect(await appliance.checkForUpdates()).toEqual({ ok: true });
    expect(await state()).toEqual({ phase: 'ready', version, detail: null });
  });

  it.each([
    ['somebody else signed it', somebody.privateKey, version],
    ['it was signed as another version', maker.privateKey, '0.1.0'],
  ])('an update is refused when %s', async (_what, key, signedVersion) => {
    const source = await inFeed(key, signedVersion);
    const { appliance, state } = await withUpdates(source);
    expect(await appliance.checkForUpdates()).toMatchObject({ ok: false });
    expect(await state()).toMatchObject({
      phase: 'failed',
      detail: expect.stringMatching(/did not sign the feed/),
    });
    expect(await appliance.installUpdate()).toMatchObject({ ok: false });
    expect(source.installed).toBe(0);
  });

  it('an update without a signature is refused', async () => {
    const source = await inFeed();
    signatures.clear();
    const { appliance, state } = await withUpdates(source);
    expect(await appliance.checkForUpdates()).toMatchObject({ ok: false });
    expect(await state()).toMatchObject({
      phase: 'failed',
      detail: expect.stringMatching(/could not be read/),
    });
  });

  it('a build without a public key installs no update', async () => {
    const none = await startDesktop({
      settings: { updates: 'feed', updateFeedUrl: feedUrl },
      updates: await inFeed(),
    });
    await expect.poll(() => none.window().webContents.getURL()).not.toBe('');
    expect(await none.window().webContents.appliance?.checkForUpdates()).toMatchObject({
      problems: [{ message: expect.stringMatching(/no key/) }],
    });
  });

  it('an update that was changed after the check is refused, and the server keeps running', async () => {
    const source = await inFeed();
    const { desktop, appliance, state } = await withUpdates(source);
    await appliance.checkForUpdates();
    await writeFile(source.file, 'something else');
    expect(await appliance.installUpdate()).toEqual({ ok: true });
    await expect.poll(async () => (await state()).phase).toBe('failed');
    expect(source.installed).toBe(0);
    expect(desktop.asked.at(-1)).toBe('start the server');
  });
});

describe('An update waits for calls', () => {
  it('an update is installed after the last call, once the server has stopped', async () => {
    const source = await inFeed();
    const { desktop, appliance, state } = await withUpdates(source);
    desktop.server.become({ phase: 'running', url: 'http://127.0.0.1:9', liveCalls: 2 });
    await appliance.checkForUpdates();
    desktop.asked.length = 0;
    expect(await appliance.installUpdate()).toEqual({ ok: true });
    expect(await state()).toMatchObject({
      phase: 'ready',
      detail: expect.stringMatching(/when no call is live/),
    });
    desktop.timers.advance(60_000);
    expect(desktop.asked).toEqual([]);
    desktop.server.become({ liveCalls: 0 });
    desktop.timers.advance(2_000);
    await expect.poll(() => source.installed).toBe(1);
    expect(desktop.asked).toEqual(['stop the server', 'the server is gone', 'stop the tunnel']);
  });

  it('an installer may quit the app immediately', async () => {
    const source = await inFeed();
    const { desktop, appliance } = await withUpdates(source);
    source.install = async () => desktop.electron.app.quit();
    await appliance.checkForUpdates();
    await appliance.installUpdate();
    await expect.poll(() => desktop.electron.app.exitCode).toBe(0);
  });

  it('calls are served again if the update could not be installed', async () => {
    const source = await inFeed();
    const { desktop, appliance, state } = await withUpdates(source);
    source.install = () => Promise.reject(new Error('no one gave the rights'));
    await appliance.checkForUpdates();
    await appliance.installUpdate();
    await expect.poll(() => desktop.asked.at(-1)).toBe('start the server');
    expect(await state()).toMatchObject({
      phase: 'failed',
      detail: expect.stringMatching(/by hand/),
    });
  });

  it('quitting installs no update', async () => {
    const source = await inFeed();
    const { desktop, appliance } = await withUpdates(source);
    await appliance.checkForUpdates();
    desktop.electron.app.quit();
    await expect.poll(() => desktop.electron.app.exitCode).toBe(0);
    expect(source.installed).toBe(0);
  });
});

describe('electron-updater does nothing by itself', () => {
  it('electron-updater neither downloads nor installs nor downgrades on its own', async () => {
    const asked: unknown[] = [];
    const updater = Object.assign(new EventEmitter(), {
      setFeedURL: (feedOptions: unknown) => asked.push(feedOptions),
      checkForUpdates: async () => ({ isUpdateAvailable: true, updateInfo: { version } }),
      downloadUpdate: async () => ['/tmp/package.deb'],
      quitAndInstall: (...how: boolean[]) => asked.push(how),
    });
    const source = electronUpdaterSource(() => updater as unknown as Updater);
    expect(await source.newest(feedUrl)).toBe(version);
    expect(await source.download()).toBe('/tmp/package.deb');
    const installing = source.install();
    expect(asked).toEqual([{ provider: 'generic', url: feedUrl }, [true, true]]);
    expect(updater).toMatchObject({
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      allowPrerelease: false,
      disableWebInstaller: true,
    });
    updater.emit('error', new Error('no one gave the rights'));
    await expect(installing).rejects.toThrow('no one gave the rights');
  });
});
