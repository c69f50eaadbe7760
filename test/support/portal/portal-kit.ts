import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type ProxyKit, startProxy } from '../proxy-kit.ts';
import { runSvc } from '../run-svc.ts';
import { signIn } from '../sign-in.ts';
import { sharedBrowser } from './browser.ts';
import { builtPortal } from './build-portal.ts';

/** Somebody at a browser of their own. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens a page of the portal by its path, such as `/live`. */
  go(path: string): Promise<void>;
}

/** The service with its portal, a scripted provider behind it, and people at browsers. */
export interface PortalKit {
  readonly proxy: ProxyKit;
  /** What browsers complained of: errors, refused content, and failed pages. */
  readonly complaints: string[];
  /** Somebody who has not signed in yet. */
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  /** The owner, an admin. */
  admin(options?: BrowserContextOptions): Promise<Visitor>;
  /** Somebody else, whom a link of the command line let in. */
  member(login: string): Promise<Visitor>;
  close(): Promise<void>;
}

/** Portal tests wait for what they look at, and no longer than this; milliseconds. */
const patienceMs = 60_000;

export async function startPortal(env: Readonly<Record<string, string>> = {}): Promise<PortalKit> {
  await builtPortal();
  const proxied = startProxy({ SVC_DEV: '0', ...env });
  const [browser, proxy] = await Promise.all([sharedBrowser(), proxied]);
  const { url } = proxy.service;
  const complaints: string[] = [];
  const contexts: BrowserContext[] = [];

  const visit: PortalKit['visit'] = async (options = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    contexts.push(context);
    context.setDefaultTimeout(patienceMs);
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('console', (message) => {
      // A refusal of the API is an answer, which the page shows.
      const { pathname } = new URL(message.location().url || url);
      const refusal = /^(\/demo)?\/api\/v1\//.test(pathname);
      if (['error', 'warning'].includes(message.type()) && !refusal)
        complaints.push(message.text());
    });
    const page = await context.newPage();
    return {
      page,
      context,
      go: async (path) => {
        await page.goto(`${url}/portal${path}`);
      },
    };
  };
  const withCookie = async (cookie: string, options?: BrowserContextOptions) => {
    const visitor = await visit(options);
    const [name = '', value = ''] = cookie.split('=');
    await visitor.context.addCookies([{ name, value, url }]);
    return visitor;
  };
  return {
    proxy,
    complaints,
    visit,
    admin: (options) => withCookie(proxy.service.cookie, options),
    member: async (login) => {
      const { out } = await runSvc(['sign-in-link', '--url', url, '--login', login], {
        env: { SVC_DATA_DIR: proxy.service.dataDir },
      });
      return withCookie(await signIn(url, out.trim()));
    },
    close: async () => {
      for (const context of contexts) await context.close();
      await proxy.close();
    },
  };
}
