import { readFile } from 'node:fs/promises';
import type { SessionPart } from '../electron-parts.ts';
import { statusPageUrl } from './places.ts';
import { pageCss, pageHtml } from './status/page-text.ts';

const scheme = new URL(statusPageUrl).protocol.slice(0, -1);

/** Registered before the app is ready: pages of the app have an origin of their own, and no files. */
export const statusScheme = { scheme, privileges: { standard: true, secure: true } };

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the app's own page: three files, which are in memory, and nothing else. */
export async function serveStatusPage(session: SessionPart): Promise<void> {
  const files = new Map<string, readonly [type: string, text: string]>([
    [statusPageUrl, ['text/html', pageHtml]],
    [`${statusPageUrl}page.css`, ['text/css', pageCss]],
    [`${statusPageUrl}page.js`, ['text/javascript', await pageScript()]],
  ]);
  session.protocol.handle(scheme, ({ url }) => {
    const [type, text] = files.get(url) ?? [];
    if (type === undefined || text === undefined) return new Response(null, { status: 404 });
    return new Response(text, {
      headers: {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
  });
}

/** As JavaScript. A bundle holds it as that already; only the sources need Node's type stripping. */
async function pageScript(): Promise<string> {
  const source = new URL('./status/page.ts', import.meta.url);
  const text = await readFile(source, 'utf8');
  if (!source.pathname.endsWith('.ts')) return text;
  const { stripTypeScriptTypes } = await import('node:module');
  return stripTypeScriptTypes(text);
}
