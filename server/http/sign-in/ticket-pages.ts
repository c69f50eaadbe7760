import fastifyCookie, { type CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../shared/loopback.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { sendSignInCard } from './sign-in-card.ts';

/** What the page says of what the person tried before. */
const notices = {
  nothing: '',
  link: '<p role="alert">This link was already used, or it is more than 15 minutes old.</p>',
  code: '<p role="alert">That code is not valid. A code works once, within 15 minutes.</p>',
};

/** The page that asks for a one-time ticket. Repeats nothing of the request. */
function sendTicketPage(reply: FastifyReply, tried: keyof typeof notices): FastifyReply {
  return sendSignInCard(
    reply,
    'Sign in',
    `<h1>Sign in</h1>
${notices[tried]}
<p>Open your one-time sign-in link, or enter its code.</p>
<form method="post">
<label for="ticket">Code</label>
<input id="ticket" name="ticket" autocomplete="off" autofocus required maxlength="256">
<button>Sign in</button>
</form>
<p class="help">No link? Ask an admin for one, under System. On the machine of the service, run
<code>svc sign-in-link</code>.</p>`,
  );
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
    path: '/idp',
    httpOnly: true,
    sameSite: 'lax',
    secure: base.protocol === 'https:' || isLocal,
  };

  const authorize = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = new URL(request.url, baseUrl).searchParams;
    const [state, challenge] = [asked.get('state') ?? '', asked.get('code_challenge') ?? ''];
    if (!randomValue.test(state) || !randomValue.test(challenge)) {
      const text = `This sign-in is no longer valid. Start again at ${baseUrl}/portal`;
      return reply.code(400).type('text/plain; charset=utf-8').send(text);
    }
    const { ticket, tried } = shownTicket(request);
    const code = await issuer.codeFor({
      ticket,
      challenge,
      dev: isLocal && isHere(request),
    });
    if (code === undefined) return sendTicketPage(reply, tried);
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
      ...hidden,
      method: ['GET', 'POST'],
      url: '/idp/*',
      handler: async (_request, reply) =>
        reply.code(404).type('text/plain; charset=utf-8').send('There is no such page.'),
    });
  };
}

/** The ticket that a request shows, '' for none, and where it was. */
function shownTicket(request: FastifyRequest): { ticket: string; tried: keyof typeof notices } {
  if (request.method === 'POST') return { ticket: ticketInForm(request), tried: 'code' };
  const ticket = ticketInCookie(request);
  return { ticket, tried: ticket === '' ? 'nothing' : 'link' };
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
