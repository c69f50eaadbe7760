import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDesktop } from '../../../support/desktop/desktop-kit.ts';
import { type PortalPages, portalPages } from '../../../support/desktop/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await portalPages();
});
afterAll(() => portal.close());

describe('Without a portal, the app shows its own page', () => {
  it("the app's page is shown immediately and loads nothing from outside", async () => {
    const desktop = await startDesktop();
    // Before its page is drawn.
    expect(desktop.window().visible).toBe(true);
    await expect.poll(() => desktop.window().webContents.page?.status).toBe(200);
    const { webContents } = desktop.window();
    expect(webContents.getURL()).toBe('appliance://status/');
    expect(webContents.page?.headers.get('content-security-policy')).toContain(
      "default-src 'none'",
    );
    const parts = [...(webContents.page?.text.matchAll(/(?:href|src)="([^"]+)"/g) ?? [])];
    const session = desktop.electron.sessionOf('persist:portal');
    for (const [, name] of parts) {
      const part = await session.load(`appliance://status/${name}`, () => false);
      expect(part).toMatchObject({ status: 200 });
    }
    expect(parts.map(([, name]) => name)).toEqual(['page.css', 'page.js']);
    expect(await session.load('appliance://status/../settings.json', () => false)).toMatchObject({
      status: 404,
    });
  });

  it("the app's page is shown while the server stays away, then the former page of the portal", async () => {
    const { server, timers, window } = await portal.open();
    window().webContents.moves('/portal/calls?agent=all');
    server.become({ phase: 'restarting', url: null });
    expect(window().webContents.getURL()).toContain('/portal/calls');
    timers.advance(6_000);
    await expect.poll(() => window().webContents.getURL()).toBe('appliance://status/');
    server.become({ phase: 'running', url: portal.url });
    await expect
      .poll(() => window().webContents.getURL())
      .toBe(`${portal.url}/portal/calls?agent=all`);
  });

  it("the app's page is not shown if the server is back soon", async () => {
    const { server, timers, window } = await portal.open();
    server.become({ phase: 'restarting', url: null });
    timers.advance(4_000);
    server.become({ phase: 'running', url: portal.url });
    timers.advance(60_000);
    expect(window().webContents.getURL()).toBe(`${portal.url}/portal`);
  });

  it.each(['script', 'stylesheet'])(
    'the portal is not reloaded when the server returns, unless a %s of the page was lost',
    async (resourceType) => {
      const { electron, server, window } = await portal.open();
      const { webContents } = window();
      const session = electron.sessionOf('persist:portal');
      webContents.moves('/portal/agents');
      const lost = { webContentsId: webContents.id, resourceType, error: 'net::ERR_FAILED' };
      const asked = () => portal.asked.filter((path) => path === '/portal/agents').length;
      const before = asked();
      server.become({ phase: 'restarting', url: null });
      session.emit('request-failed', { ...lost, error: 'net::ERR_ABORTED' });
      session.emit('request-failed', { ...lost, resourceType: 'xhr' });
      server.become({ phase: 'running', url: portal.url });
      server.become({ phase: 'restarting', url: null });
      session.emit('request-failed', lost);
      server.become({ phase: 'running', url: portal.url });
      await expect.poll(asked).toBe(before + 1);
      server.become({ liveCalls: 1 });
      expect(asked()).toBe(before + 1);
    },
  );

  it("the app's page is shown immediately if the server needs attention", async () => {
    const { server, window } = await portal.open();
    server.become({ phase: 'crash_loop', url: null });
    await expect.poll(() => window().webContents.getURL()).toBe('appliance://status/');
  });

  it('the window tries again to load a portal that did not load', async () => {
    const desktop = await startDesktop();
    desktop.server.become({ phase: 'running', url: 'http://127.0.0.1:9' });
    const { webContents } = desktop.window();
    await expect.poll(() => webContents.getURL()).toBe('appliance://status/');
    await expect.poll(() => desktop.timers.next()).toBeDefined();
    desktop.server.become({ url: portal.url });
    await expect.poll(() => webContents.getURL()).toBe(`${portal.url}/portal`);
  });
});
