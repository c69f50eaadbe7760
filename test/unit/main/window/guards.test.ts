import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desktop, startDesktop } from '../../../support/desktop/desktop-kit.ts';
import { type PortalPages, portalPages } from '../../../support/desktop/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await portalPages();
});
afterAll(() => portal.close());

describe('Windows of the app are restricted', () => {
  it('an installed app has no developer tools, a checkout has', async () => {
    const toolsOf = ({ electron }: Desktop) =>
      electron.windows[0]?.options.webPreferences?.devTools;
    expect(toolsOf(await startDesktop())).toBe(false);
    expect(toolsOf(await startDesktop({ packaged: false }))).toBe(true);
  });

  it('workers of a page have no Node', async () => {
    const { electron } = await startDesktop();
    expect(electron.windows[0]?.options.webPreferences?.nodeIntegrationInWorker).toBe(false);
  });

  it('frames of a page cannot navigate', async () => {
    const { webContents } = (await portal.open()).window();
    expect(await webContents.follows(`${portal.url}/portal/live`, false)).toBe(false);
  });
});

describe('Connections are restricted', () => {
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
