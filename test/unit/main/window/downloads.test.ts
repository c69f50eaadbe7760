import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Desktop } from '../../../support/desktop/desktop-kit.ts';
import { type PortalPages, portalPages } from '../../../support/desktop/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await portalPages();
});
afterAll(() => portal.close());

describe("The portal's files are saved where the person chooses", () => {
  const folder = '/home/front-desk/reports';
  const download = (desktop: Desktop, from: string, name: string) =>
    desktop.electron
      .sessionOf('persist:portal')
      .download(desktop.window().webContents, { url: from, name, folder });

  it("the dialog proposes the portal's name and the last folder", async () => {
    const desktop = await portal.open();
    const name = 'report-sess_01JABCDEFGHJKMNPQRSTVWXYZ0.pdf';
    const first = download(desktop, `blob:${portal.url}/0b8e`, name);
    expect(first).toMatchObject({
      refused: false,
      proposed: `${desktop.folder}/downloads/${name}`,
    });
    first.end('completed');
    const second = download(desktop, `${portal.url}/api/v1/audit/export`, 'journal.jsonl');
    expect(second.proposed).toBe(`${folder}/journal.jsonl`);
  });

  it('a proposed name contains only letters, digits and a few signs', async () => {
    const desktop = await portal.open();
    const names = ['../../.bashrc .pdf', 'my policy: ü.yaml', '.pdf', `${'a'.repeat(300)}.json`];
    const proposed = names.map((name) => download(desktop, `blob:${portal.url}/1`, name).proposed);
    expect(proposed.map((path) => path?.split('/').at(-1))).toEqual([
      'bashrc.pdf',
      'my-policy.yaml',
      'file.pdf',
      `${'a'.repeat(80)}.json`,
    ]);
  });

  it.each([
    ['a program', (own: string) => own, 'setup.exe'],
    ['a file without a kind', (own: string) => own, 'report'],
    ['a page of another place', () => 'https://example.com/report.pdf', 'report.pdf'],
    ['a blob of another place', () => 'blob:https://example.com/1', 'report.pdf'],
  ])('a download is blocked for %s', async (_what, from, name) => {
    const desktop = await portal.open();
    expect(download(desktop, from(`${portal.url}/x`), name)).toMatchObject({
      refused: true,
      proposed: undefined,
    });
  });

  it('a download from another window is blocked', async () => {
    const desktop = await portal.open();
    const session = desktop.electron.sessionOf('persist:portal');
    const file = { url: `blob:${portal.url}/1`, name: 'report.pdf', folder };
    expect(session.download({ id: -1 }, file).refused).toBe(true);
  });

  it('a file that could not be written is reported', async () => {
    const desktop = await portal.open();
    download(desktop, `blob:${portal.url}/1`, 'report.pdf').end('interrupted');
    expect(desktop.electron.said).toEqual([expect.stringContaining('was not saved')]);
  });
});
