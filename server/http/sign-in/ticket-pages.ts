import fastifyCookie, { type CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../shared/loopback.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';

const pageHead = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · Voice PHI Proxy</title>
</head>`;

/** The page that asks for a one-time ticket. Repeats nothing of the request. */
function ticketPage(refused: boolean): string {
  const notice = refused
    ? '<p role="alert">That code is not valid. Codes work once and for 15 minutes.</p>'
    : '';
  return `${pageHead}
<body>
<main>
<h1>Sign in</h1>
${notice}
<p>Open the one-time sign-in link that the service printed where it runs, or enter its code.
For a new one, run <code>svc sign-in-link</code> on that machine.</p>
<form method="post">
<label for="ticket">Code</label>
<input id="ticket" name="ticket" autocomplete="off" autofocus required maxlength="64">
<button>Sign in</button>
</form>
</main>
</body>
</html>
`;
}

const hidden = { schema: { hide: true } };
const ticketCookie = 'svc_ticket';
const ticketSeconds = 300;
const maxFormBytes = 1024;
/** A ticket, a state or a PKCE challenge: 32 bytes in base64url. */
const randomValue = /^[\w-]{43}$/;

/** The pages of the embedded issuer: the one-time link, and where a sign-in asks for it (design D40). */
export function ticketPages(issuer: NonNullable<HttpDeps['issuer']>, baseUrl: string): Routes {
  const base = new URL(baseUrl);
  const isLocal = isLoopbackHost(base.hostname);
  const cookie: CookieSerializeOptions = {
    ...{ path: '/idp', httpOnly: true, sameSite: 'lax' },
    secure: base.protocol === 'https:' || isLocal,
  };

  const authorize = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = new URL(request.url, baseUrl).searchParams;
    const [state, challenge] = [asked.get('state') ?? '', asked.get('code_challenge') ?? ''];
    if (!randomValue.test(state) || !randomValue.test(challenge)) {
      const text = `This sign-in is not valid any more. Begin at ${baseUrl}/portal`;
      return reply.code(400).type('text/plain; charset=utf-8').send(text);
    }
    const given = request.method === 'POST' ? ticketInForm(request) : ticketInCookie(request);
    const code = await issuer.codeFor({
      ticket: given,
      challenge,
      dev: isLocal && isHere(request),
    });
    if (code === undefined) return sendPage(reply, ticketPage(given !== ''));
    const answer = new URLSearchParams({ code, state });
    return reply
      .clearCookie(ticketCookie, { ...cookie, maxAge: 0 })
      .header('cache-control', 'no-store')
      .redirect(`${baseUrl}/api/v1/auth/idp/callback?${answer}`, 303);
  };

  return async (scope) => {
    await scope.register(fastifyCookie);
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    // The link only stores the ticket in this browser; the sign-in that follows spends it.
    scope.get('/idp/sign-in', hidden, async (request, reply) => {
      const ticket = new URL(request.url, baseUrl).searchParams.get('ticket') ?? '';
      const value = randomValue.test(ticket) ? ticket : '';
      return reply
        .setCookie(ticketCookie, value, { ...cookie, maxAge: ticketSeconds })
        .header('cache-control', 'no-store')
        .redirect(`${baseUrl}/api/v1/auth/idp`, 303);
    });
    scope.route({ ...hidden, method: ['GET', 'POST'], url: '/idp/auth', handler: authorize });
    scope.route({
      ...{ ...hidden, method: ['GET', 'POST'], url: '/idp/*' },
      handler: async (_request, reply) =>
        reply.code(404).type('text/plain; charset=utf-8').send('There is no such page.'),
    });
  };
}

function ticketInCookie({ cookies }: FastifyRequest): string {
  const ticket = cookies[ticketCookie] ?? '';
  return randomValue.test(ticket) ? ticket : '';
}

/** The code from the form, where users may also paste the whole link. */
function ticketInForm({ body }: FastifyRequest): string {
  const entered = body instanceof URLSearchParams ? (body.get('ticket') ?? '') : '';
  return /[\w-]{43}$/.exec(entered.trim())?.[0] ?? 'invalid';
}

/** True for a connection from this machine that no proxy has forwarded. */
function isHere({ raw, headers }: FastifyRequest): boolean {
  const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(raw.socket.remoteAddress ?? '');
  return isLocal && (headers['x-forwarded-for'] ?? headers['forwarded']) === undefined;
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
