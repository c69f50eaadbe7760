import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/**
 * Sends a page of the sign-in that works without the portal's files: a card that looks like the
 * portal's. `content` is HTML; its `h1` says what the page is for.
 */
export function sendSignInCard(reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      // With `no-referrer` a browser sends `Origin: null` with the form, which is refused as another site's.
      'referrer-policy': 'same-origin',
      'content-security-policy': contentSecurityPolicy,
    })
    .type('text/html; charset=utf-8')
    .serializer((page: unknown) => page as string)
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Voice PHI Proxy</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<p class="name">Voice PHI Proxy</p>
${content}
</main>
</body>
</html>
`);
}

/** The colors and sizes of `renderer/ui/base.css` and `renderer/login/sign-in.css`. */
const style = `
:root { color-scheme: light dark; --ink: light-dark(#1d2426, #e8ecea);
  --soft: light-dark(#55605f, #a7b3b1); --line: light-dark(#dfdcd4, #323c3f);
  --accent: light-dark(#17595e, #7cc7c0); --bad: light-dark(#a32a23, #f29489); }
* { box-sizing: border-box; margin: 0; }
body { display: grid; place-items: center; min-height: 100vh; padding: 24px; color: var(--ink);
  background: light-dark(#f7f6f3, #14181a);
  font: 14px / 1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { display: grid; gap: 14px; width: min(440px, 100%); padding: 32px; border-radius: 10px;
  border: 1px solid var(--line); background: light-dark(#ffffff, #1b2123); }
h1 { font-size: 20px; font-weight: 640; line-height: 1.3; letter-spacing: -0.01em; }
p { color: var(--soft); }
.name { color: var(--accent); font-weight: 640; }
[role="alert"] { color: var(--bad); }
a { color: var(--accent); }
code { font: 12.5px ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
form { display: grid; gap: 6px; }
label { font-weight: 560; }
input, button { min-height: 38px; padding: 4px 8px; border: 1px solid light-dark(#bfbab0, #4b585c);
  border-radius: 6px; font: inherit; color: inherit; background: none; }
button { margin-top: 6px; border-color: var(--accent); background: var(--accent); font-weight: 540;
  color: light-dark(#ffffff, #0f2224); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.help { padding-top: 16px; border-top: 1px solid var(--line); font-size: 12.5px; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');
const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
