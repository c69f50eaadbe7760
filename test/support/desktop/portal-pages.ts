import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { type Desktop, type DesktopOptions, startDesktop } from './desktop-kit.ts';

/** A portal of a page for every address, which redirects sign-ins wherever `signInLeadsTo` says. */
export interface PortalPages {
  readonly url: string;
  signInLeadsTo: string;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** The app with its window at this portal. */
  open(options?: DesktopOptions): Promise<Desktop>;
  close(): void;
}

export async function portalPages(): Promise<PortalPages> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    pages.asked.push(path);
    if (path === '/api/v1/auth/idp' || path.startsWith('/idp/sign-in'))
      response.writeHead(302, { location: pages.signInLeadsTo });
    response.end('a page');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages: PortalPages = {
    url,
    signInLeadsTo: '/portal',
    asked: [],
    async open(options = {}) {
      const desktop = await startDesktop(options);
      desktop.server.become({ phase: 'running', url });
      await expect.poll(() => desktop.window().webContents.getURL()).toContain('/portal');
      return desktop;
    },
    close: () => void server.close(),
  };
  return pages;
}
