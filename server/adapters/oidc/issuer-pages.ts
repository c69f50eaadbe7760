import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackHost } from '../../shared/loopback.ts';
import { callbackUri } from './external-issuer.ts';
import type { Tickets } from './tickets.ts';

const pageHead = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · Voice PHI Proxy</title>
</head>`;

/** The page that asks for a one-time ticket. Repeats nothing of the request. */
export function ticketPage(refused: boolean): string {
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

export interface SignInPageOptions {
  /** Host root of this service without a trailing slash. */
  readonly baseUrl: string;
  /**
   * Signs in this login without a prompt (`SVC_DEV=1`). Only while the base URL is a loopback name, and
   * only for connections from this machine that no proxy has forwarded.
   */
  readonly devLogin?: string;
  /** Called with a fresh one-time link when a user wants to sign in and no link is outstanding. */
  readonly onLinkNeeded?: (link: string) => void;
  /** Called after an attempt with a ticket that is unknown, spent or expired. */
  readonly onTicketRefused?: () => Promise<void>;
}

interface IssuerPagesOptions extends SignInPageOptions {
  readonly tickets: Tickets;
  /** A code that signs in `login` in the browser whose sign-in has this PKCE challenge. */
  readonly issueCode: (login: string, challenge: string) => string;
  readonly createSignInLink: () => string;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const ticketCookie = 'svc_ticket';
const maxFormBytes = 1024;

/** A value of this program in a URL or a cookie: 32 random bytes or a SHA-256, in base64url. */
const randomValue = /^[\w-]{43}$/;

/** The pages of the embedded issuer for browsers: the one-time link, and where a sign-in asks for it. */
export function issuerPages(options: IssuerPagesOptions): Handler {
  const { baseUrl, tickets } = options;
  const base = new URL(baseUrl);
  const secure = base.protocol === 'https:' || isLoopbackHost(base.hostname);
  return route;

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', baseUrl);
    if (pathname === '/idp/sign-in' && request.method === 'GET') {
      return keepTicket(response, searchParams.get('ticket') ?? '');
    }
    if (pathname === '/idp/auth') return authorize(request, response, searchParams);
    sendText(response, 404, 'There is no such page.');
  }

  /** The link only stores the ticket in this browser; the sign-in that follows spends it. */
  function keepTicket(response: ServerResponse, ticket: string): void {
    const value = randomValue.test(ticket) ? ticket : '';
    response.setHeader('set-cookie', ticketCookieOf(value, 300));
    redirect(response, `${baseUrl}/api/v1/auth/idp`);
  }

  async function authorize(
    request: IncomingMessage,
    response: ServerResponse,
    asked: URLSearchParams,
  ): Promise<void> {
    const [state, challenge] = [asked.get('state') ?? '', asked.get('code_challenge') ?? ''];
    if (!randomValue.test(state) || !randomValue.test(challenge)) {
      const text = `This sign-in is not valid any more. Begin at ${baseUrl}/portal`;
      return sendText(response, 400, text);
    }
    const given = request.method === 'POST' ? await ticketInForm(request) : cookieTicket(request);
    const login = devLogin(request) ?? (given === '' ? undefined : tickets.spend(given));
    if (login === undefined) return askForTicket(response, given !== '');
    response.setHeader('set-cookie', ticketCookieOf('', 0));
    const answer = new URLSearchParams({ code: options.issueCode(login, challenge), state });
    redirect(response, `${callbackUri(baseUrl)}?${answer}`);
  }

  async function askForTicket(response: ServerResponse, refused: boolean): Promise<void> {
    if (refused) await options.onTicketRefused?.();
    if (!tickets.outstanding()) options.onLinkNeeded?.(options.createSignInLink());
    sendPage(response, ticketPage(refused));
  }

  function devLogin(request: IncomingMessage): string | undefined {
    const fromHere = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
    const forwarded = request.headers['x-forwarded-for'] ?? request.headers['forwarded'];
    const trusted = fromHere && forwarded === undefined && isLoopbackHost(base.hostname);
    return trusted ? options.devLogin : undefined;
  }

  function ticketCookieOf(value: string, maxAge: number): string {
    const flags = `Path=/idp; HttpOnly; SameSite=Lax; Max-Age=${maxAge}`;
    return `${ticketCookie}=${value}; ${flags}${secure ? '; Secure' : ''}`;
  }
}

function cookieTicket(request: IncomingMessage): string {
  return /(?:^|;\s*)svc_ticket=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
}

/** The code from the form, where users may also paste the whole link. */
async function ticketInForm(request: IncomingMessage): Promise<string> {
  let form = '';
  for await (const chunk of request) {
    form += String(chunk);
    if (form.length > maxFormBytes) return 'invalid';
  }
  const entered = new URLSearchParams(form).get('ticket') ?? '';
  return /[\w-]{43}$/.exec(entered.trim())?.[0] ?? 'invalid';
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'content-length': '0' });
  response.end();
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

function sendPage(response: ServerResponse, html: string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  });
  response.end(html);
}
