import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desktop, startDesktop } from '../../../support/desktop/desktop-kit.ts';
import { type PortalPages, portalPages } from '../../../support/desktop/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await portalPages();
});
afterAll(() => portal.close());

describe('Windows of the app are restricted', () => {
  it('a window is sandboxed and isolated, without Node, webviews, plug-ins or a spell checker', async () => {
    const { electron } = await startDesktop();
    expect(electron.windows[0]?.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      spellcheck: false,
      devTools: false,
      partition: 'persist:portal',
    });
    expect(electron.app.sandboxed).toBe(true);
    expect(electron.sessionOf('persist:portal')).toMatchObject({
      spellChecker: false,
      options: { cache: false },
    });
  });

  it('only a checkout has developer tools', async () => {
    const { electron } = await startDesktop({ packaged: false });
    expect(electron.windows[0]?.options.webPreferences?.devTools).toBe(true);
  });

  it('a page gets no permission, except to copy text in the portal', async () => {
    const { electron } = await portal.open();
    const session = electron.sessionOf('persist:portal');
    const refused = ['media', 'geolocation', 'notifications', 'clipboard-read', 'hid', 'unknown'];
    expect(refused.filter((permission) => session.permits(permission, portal.url))).toEqual([]);
    expect(session.permits('clipboard-sanitized-write', portal.url)).toBe(true);
    expect(session.permits('clipboard-sanitized-write', 'https://example.com')).toBe(false);
  });

  it('a page embeds nothing, opens no window and does not bypass the proxy', async () => {
    const { webContents } = (await portal.open()).window();
    expect(webContents.embeds()).toBe(false);
    expect(webContents.opens('https://example.com/')).toBe('deny');
    expect(webContents.webRtcPolicy).toBe('disable_non_proxied_udp');
  });

  it('frames of a page cannot navigate', async () => {
    const { webContents } = (await portal.open()).window();
    expect(await webContents.follows(`${portal.url}/portal/live`, false)).toBe(false);
  });

  it('web contents without rules cannot navigate', async () => {
    const { electron } = await portal.open();
    const stray = new electron.parts.BrowserWindow({});
    const { webContents } = stray as unknown as ReturnType<Desktop['window']>;
    expect(await webContents.follows(`${portal.url}/portal`)).toBe(false);
    expect(webContents.opens(`${portal.url}/portal`)).toBe('deny');
  });
});

describe("The portal's window stays with the portal", () => {
  it.each([
    'https://example.com/portal',
    'http://127.0.0.1:1/portal',
    'http://127.0.0.1.example.com/portal',
    'file:///etc/passwd',
    'appliance://other/',
    'javascript:alert(1)',
    'data:text/html,hello',
  ])("the portal's window does not follow %s", async (elsewhere) => {
    const { webContents } = (await portal.open()).window();
    expect(await webContents.follows(elsewhere)).toBe(false);
    expect(webContents.getURL()).toBe(`${portal.url}/portal`);
  });

  it("the portal's window follows the portal's own links", async () => {
    const { webContents } = (await portal.open()).window();
    expect(await webContents.follows(`${portal.url}/portal/live`)).toBe(true);
    expect(webContents.getURL()).toBe(`${portal.url}/portal/live`);
  });

  it("pages of tunnel providers open in the system's browser", async () => {
    const { electron, window } = await portal.open();
    const { webContents } = window();
    const wanted = [
      'https://dash.cloudflare.com/tunnels?a=1',
      'https://dash.cloudflare.com.example.com/',
      'https://user@dash.cloudflare.com/',
      'https://dash.cloudflare.com:444/',
      'http://dash.cloudflare.com/',
      'smb://dash.cloudflare.com/share',
    ];
    for (const page of wanted) expect(webContents.opens(page)).toBe('deny');
    expect(electron.external).toEqual(['https://dash.cloudflare.com/tunnels?a=1']);
  });

  it('a link to a second window opens in the first', async () => {
    const { webContents } = (await portal.open()).window();
    webContents.opens(`${portal.url}/portal/agents`);
    await expect.poll(() => webContents.getURL()).toBe(`${portal.url}/portal/agents`);
  });

  it('an untrusted certificate is always refused and explained once', async () => {
    const { electron } = await portal.open();
    const answers: boolean[] = [];
    for (let attempt = 0; attempt < 2; attempt += 1)
      electron.app.emit(
        'certificate-error',
        { preventDefault: () => {} },
        null,
        'https://phi.clinic.example.com/portal',
        'net::ERR_CERT_AUTHORITY_INVALID',
        {},
        (trusted: boolean) => answers.push(trusted),
      );
    expect(answers).toEqual([false, false]);
    expect(electron.said).toEqual([expect.stringContaining('phi.clinic.example.com')]);
  });

  it('no client certificate is sent', async () => {
    const { electron } = await portal.open();
    let given: unknown = 'none asked for';
    const event = { preventDefault: () => {} };
    const answer = (certificate?: unknown) => (given = certificate);
    electron.app.emit('select-client-certificate', event, null, portal.url, [{}], answer);
    expect(given).toBeUndefined();
  });
});
