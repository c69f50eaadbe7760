import { readFile } from 'node:fs/promises';
import type { SessionPart } from '../platform/electron-parts.ts';
import { statusPageUrl } from './trusted-urls.ts';

/** The app's own page, which its script fills. It loads only its style sheet and script. */
export const pageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Voice PHI Proxy</title>
<link rel="stylesheet" href="page.css">
<script type="module" src="page.js"></script>
</head>
<body>
<main id="main" class="calm">
<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#17494d"/><path d="M8 12h9M8 17h5" stroke="#cfe8e4" stroke-width="2.6" stroke-linecap="round"/><rect x="15" y="15" width="10" height="5" rx="1.6" fill="#e9b44c"/><path d="M8 22h13" stroke="#cfe8e4" stroke-width="2.6" stroke-linecap="round"/></svg>
<div role="status">
<h1 id="title">Voice PHI Proxy</h1>
<p id="explanation">The app is opening.</p>
</div>
<div class="wait" aria-hidden="true"><span></span></div>
<ul id="problems" hidden></ul>
<dl id="facts" hidden></dl>
<form id="recovery" hidden>
<h2>Recovery kit</h2>
<p>Type the lines of this installation's recovery kit. They are checked here and sent nowhere.</p>
<label for="words">Recovery kit lines</label>
<textarea id="words" rows="4" autocomplete="off" autocapitalize="none" spellcheck="false" required></textarea>
<button>Restore the keys</button>
</form>
<form id="settings" hidden>
<h2>Service settings</h2>
<div id="fields"></div>
<button>Save and restart</button>
</form>
<div id="actions">
<button id="restart" type="button" hidden>Restart the service</button>
<button id="bundle" type="button" class="quiet">Save a support bundle…</button>
</div>
<p id="said" role="status"></p>
</main>
</body>
</html>
`;

export const pageCss = `:root {
  color-scheme: light dark;
  --paper: light-dark(#f7f6f3, #14181a);
  --surface: light-dark(#ffffff, #1b2123);
  --line: light-dark(#bfbab0, #4b585c);
  --ink: light-dark(#1d2426, #e8ecea);
  --soft: light-dark(#55605f, #a7b3b1);
  --accent: light-dark(#17595e, #7cc7c0);
  --accent-ink: light-dark(#ffffff, #0f2224);
  --bad: light-dark(#a32a23, #f29489);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 14px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { max-width: 640px; margin: 0 auto; padding: 12vh 24px 48px; }
main.calm { padding-top: 24vh; }
.mark { display: block; width: 56px; height: 56px; margin-bottom: 20px; }
.wait { display: none; }
.calm .wait { display: block; width: 240px; height: 4px; margin-top: 20px; border-radius: 2px; background: var(--line); overflow: hidden; }
.wait span { display: block; width: 30%; height: 100%; border-radius: 2px; background: var(--accent); animation: wait 1.6s ease-in-out infinite alternate; }
@keyframes wait { to { transform: translateX(233%); } }
@media (prefers-reduced-motion: reduce) { .wait span { animation: none; } }
/* Help for what takes longer than it should. */
.calm #actions { visibility: hidden; margin-top: 24px; animation: late 0s 20s forwards; }
@keyframes late { to { visibility: visible; } }
h1 { font-size: 22px; line-height: 1.3; margin: 0 0 8px; }
h2 { font-size: 15px; margin: 0 0 4px; }
p { margin: 0 0 12px; }
ul { margin: 0 0 16px; padding: 12px 12px 12px 28px; border-left: 3px solid var(--bad); background: var(--surface); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px; color: var(--soft); }
dd { margin: 0; }
form { margin: 0 0 24px; padding: 16px; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); }
label { display: block; margin: 8px 0 2px; font-weight: 600; }
.field p { color: var(--soft); margin: 2px 0 8px; }
input, select, textarea { width: 100%; padding: 6px 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit; font: inherit; }
input[type="checkbox"] { width: auto; }
button { padding: 7px 14px; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent); color: var(--accent-ink); font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { background: none; color: var(--accent); }
button:disabled { opacity: 0.6; cursor: default; }
form button { margin-top: 12px; }
#actions { display: flex; gap: 12px; flex-wrap: wrap; margin-bottom: 12px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

const scheme = new URL(statusPageUrl).protocol.slice(0, -1);

/** Registered before the app is ready: gives the app's pages an origin of their own. */
export const statusScheme = { scheme, privileges: { standard: true, secure: true } };

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the app's own page: three files from memory. */
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

/** As JavaScript: the bundle contains JavaScript, the sources need Node's type stripping. */
async function pageScript(): Promise<string> {
  const source = new URL('./status-page-script.ts', import.meta.url);
  const text = await readFile(source, 'utf8');
  if (!source.pathname.endsWith('.ts')) return text;
  const { stripTypeScriptTypes } = await import('node:module');
  return stripTypeScriptTypes(text);
}
