import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productRoot } from '../product.ts';

interface Desk {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Programs of the systems that open a file as a double click does. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['cmd.exe', '/c', 'start', '""'],
};

/**
 * The command that opens a file for the person at this machine; undefined where nobody sees it: without
 * a display, over SSH, and in automation (`CI`).
 */
export function openerFor({ platform, env }: Desk): readonly string[] | undefined {
  if (env['CI'] || env['SSH_CONNECTION']) return undefined;
  const hasDisplay = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  return hasDisplay ? openers[platform] : undefined;
}

/**
 * Opens `link` in the browser of the person who started the service. A command line can be read by
 * every user of the machine, so the command names a page that only its owner can read and that leads
 * to the link. It lies in `folder`, because packaged browsers read neither hidden nor temporary
 * folders. Does nothing where there is no browser: the link is on the terminal.
 */
export function openBrowser(
  link: string,
  desk: Desk,
  folder = join(productRoot, 'node_modules', '.cache'),
): void {
  const [program, ...args] = openerFor(desk) ?? [];
  if (program === undefined) return;
  mkdirSync(folder, { recursive: true });
  const page = join(folder, 'sign-in.html');
  const html = `<!doctype html><title>Voice PHI Proxy</title><meta http-equiv="refresh" content="0;url=${link}">\n`;
  writeFileSync(page, html, { mode: 0o600 });
  const opener = spawn(program, [...args, page], { stdio: 'ignore', detached: true });
  // No such program: the person follows the link on the terminal.
  opener.on('error', () => undefined);
  opener.unref();
}
