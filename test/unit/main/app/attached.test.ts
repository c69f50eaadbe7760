import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attachedAppliance } from '../../../../main/app/attached-appliance.ts';
import { startDesktop } from '../../../support/desktop/desktop-kit.ts';
import { manualTimers } from '../../../support/desktop/manual-timers.ts';
import { office } from '../../../support/desktop/settings-kit.ts';

let service: Server;
let port: number;
let looks = 0;
let health = { status: 200, body: '{"status":"ok","version":"0.1.0"}' };

beforeAll(async () => {
  service = createServer(({ url }, response) => {
    if (url === '/health') looks += 1;
    if (url === '/health') response.writeHead(health.status).end(health.body);
    else response.end('a page');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => service.once('listening', resolve));
  port = (service.address() as AddressInfo).port;
});
afterAll(() => service.close());
beforeEach(() => {
  health = { status: 200, body: '{"status":"ok","version":"0.1.0"}' };
});

/** The app of a machine whose policy says where the service listens. */
async function attached(at = port) {
  const place = await office({ policy: { ok: true, values: { port: at } } });
  const settings = await place.open();
  const timers = manualTimers();
  const parts = attachedAppliance({ settings, dataDir: '/var/lib/x', fetch, timers });
  const desktop = await startDesktop({ open: async () => parts });
  await expect.poll(() => desktop.window().webContents.getURL()).not.toBe('');
  const { appliance } = desktop.window().webContents;
  if (appliance === undefined) throw new Error('the page has nothing to call');
  /** Waits until the service was looked at again. */
  const look = async (): Promise<void> => {
    await expect.poll(() => timers.next()).toBeDefined();
    timers.advance(5_000);
    await expect.poll(() => timers.next()).toBeDefined();
  };
  return { desktop, parts, appliance, timers, look };
}

describe('The app shows a server that is a system service', () => {
  it("the app shows the service at the address in the machine's policy", async () => {
    const { desktop, parts } = await attached();
    await expect.poll(() => parts.server.state().phase).toBe('running');
    await expect
      .poll(() => desktop.window().webContents.getURL())
      .toBe(`http://127.0.0.1:${port}/portal`);
  });

  it('the app shows the health of the service', async () => {
    const { parts, look } = await attached();
    await expect.poll(() => parts.server.state().phase).toBe('running');
    health = {
      status: 503,
      body: '{"status":"unavailable","version":"0.1.0","reasons":["draining"]}',
    };
    await look();
    expect(parts.server.state()).toMatchObject({ phase: 'degraded', reasons: ['draining'] });
    health = { status: 200, body: 'something else' };
    await look();
    expect(parts.server.state()).toMatchObject({ phase: 'restarting', url: null });
  });

  it('only one health check runs at a time, however often the machine wakes', async () => {
    const { parts, timers, look } = await attached();
    await look();
    const before = looks;
    for (let wake = 0; wake < 3; wake += 1) parts.server.resumed();
    await expect.poll(() => looks).toBe(before + 3);
    await expect.poll(() => timers.next()).toBe(5_000);
    timers.advance(5_000);
    await expect.poll(() => timers.next()).toBe(5_000);
    expect(looks).toBe(before + 4);
  });

  it('the app waits for a service that does not answer yet', async () => {
    const { parts, appliance } = await attached(9);
    expect((await appliance.state()).app.serviceMode).toBe(true);
    expect(parts.server.state().phase).toBe('starting');
  });

  it('the app cannot start, stop or change the service, and has none of its keys', async () => {
    const { desktop, appliance, parts } = await attached();
    await expect.poll(() => parts.server.state().phase).toBe('running');
    const refused = { ok: false };
    expect(await appliance.restartServer()).toMatchObject(refused);
    expect(await appliance.startTunnel()).toMatchObject(refused);
    expect(await appliance.stopTunnel()).toMatchObject(refused);
    expect(await appliance.saveRecoveryKit()).toMatchObject(refused);
    expect(await appliance.rotateKey()).toMatchObject(refused);
    expect(await appliance.restoreFromRecoveryKit({ words: '' })).toMatchObject(refused);
    const groups = new Set((await appliance.state()).settings.map(({ group }) => group));
    expect([...groups].toSorted()).toEqual(['app', 'updates']);
    expect(desktop.tray().item('Restart the service')?.enabled).toBe(false);
    desktop.tray().choose('Close');
    await expect.poll(() => desktop.electron.app.exitCode).toBe(0);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  });
});
