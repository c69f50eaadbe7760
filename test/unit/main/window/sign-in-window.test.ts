import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PortalPages, portalPages } from '../../../support/desktop/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await portalPages();
});
afterAll(() => portal.close());

describe("A sign-in at the clinic's own provider", () => {
  async function signingIn(leadsTo: string, settings = {}) {
    portal.signInLeadsTo = leadsTo;
    const desktop = await portal.open({ settings });
    await desktop.window().webContents.follows(`${portal.url}/api/v1/auth/idp`);
    await expect.poll(() => desktop.electron.windows.length).toBe(2);
    const [, window] = desktop.electron.windows;
    if (window === undefined) throw new Error('there is no window to sign in');
    return { desktop, window, contents: window.webContents };
  }

  it('a sign-in has its own window, whose pages cannot call the app', async () => {
    const { contents, window } = await signingIn('/provider');
    expect(contents.appliance).toBeUndefined();
    expect(window.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
    expect(window.options.webPreferences?.preload).toBeUndefined();
  });

  it('a sign-in ends in the portal: its window closes and the first one reloads', async () => {
    const { desktop, contents } = await signingIn('/provider');
    await expect.poll(() => contents.getURL()).toBe(`${portal.url}/provider`);
    portal.asked.length = 0;
    await contents.follows(`${portal.url}/portal`);
    expect(desktop.electron.windows).toHaveLength(1);
    await expect.poll(() => portal.asked).toEqual(['/portal', '/portal']);
  });

  it('a sign-in follows redirects, and links to hosts of redirects', async () => {
    const { contents } = await signingIn('http://localhost:9/authorize');
    const event = { url: 'https://login.clinic.example.com/x', isMainFrame: true };
    let refused = false;
    contents.emit('will-redirect', { ...event, preventDefault: () => (refused = true) });
    contents.emit('will-frame-navigate', { ...event, preventDefault: () => (refused = true) });
    expect(refused).toBe(false);
  });

  it('links of a sign-in page lead only to known hosts, and a dialog names any other', async () => {
    const { contents, desktop } = await signingIn('/provider', {
      signInHosts: 'adfs.clinic.example.com, other.example.com',
    });
    const navigate = (address: string): boolean => {
      let refused = false;
      const preventDefault = () => (refused = true);
      contents.emit('will-frame-navigate', { url: address, isMainFrame: true, preventDefault });
      return refused;
    };
    expect(navigate('https://adfs.clinic.example.com/ls')).toBe(false);
    expect(navigate('http://adfs.clinic.example.com/ls')).toBe(true);
    expect(navigate('https://unknown.example.com/')).toBe(true);
    expect(navigate('https://unknown.example.com/again')).toBe(true);
    expect(desktop.electron.said).toEqual([
      expect.stringContaining('adfs.clinic.example.com'),
      expect.stringContaining('unknown.example.com'),
    ]);
  });

  it("the sign-in window closes with the portal's window", async () => {
    const { desktop } = await signingIn('/provider');
    desktop.electron.windows[0]?.destroy();
    expect(desktop.electron.windows).toHaveLength(0);
  });
});
