import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBrowser, openerFor } from '../../../server/cli/open-browser.ts';

const display = { DISPLAY: ':0' };
const desk = { platform: 'linux', env: display } as const;
const link = 'http://127.0.0.1:8787/idp/sign-in?ticket=abc';

afterEach(() => vi.unstubAllEnvs());

describe('npm start opens the browser of the person at this machine', () => {
  it.each([
    ['linux', display, 'xdg-open'],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
    ['darwin', {}, 'open'],
    ['win32', {}, 'cmd.exe'],
    ['linux', {}, undefined],
    ['linux', { ...display, SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, undefined],
    ['darwin', { CI: 'true' }, undefined],
    ['freebsd', display, undefined],
  ] as const)('on %s with %o by %s', (platform, env, program) => {
    expect(openerFor({ platform, env })?.[0]).toBe(program);
  });

  it('through a page that only its owner can read, not by a link on a command line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-browser-'));
    const given = join(folder, 'given');
    const opener = join(folder, 'xdg-open');
    await writeFile(
      opener,
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${given}.part' && mv '${given}.part' '${given}'\n`,
    );
    await chmod(opener, 0o755);
    vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter));
    openBrowser(link, desk, join(folder, 'new'));
    const page = join(folder, 'new/sign-in.html');
    await expect.poll(() => readFile(given, 'utf8').catch(() => '')).toBe(`${page}\n`);
    expect(await readFile(page, 'utf8')).toContain(`content="0;url=${link}"`);
    expect((await stat(page)).mode & 0o777).toBe(0o600);
  });

  it('and goes on without it where the program is missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-browser-'));
    vi.stubEnv('PATH', folder);
    openBrowser(link, desk, folder);
    expect((await stat(join(folder, 'sign-in.html'))).isFile()).toBe(true);
  });
});
