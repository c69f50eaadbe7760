import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { isLoopbackHost } from '../../shared/loopback.ts';
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
  readonly provider: () => Promise<Provider>;
  readonly tickets: Tickets;
  readonly createSignInLink: () => string;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const ticketCookie = 'svc_ticket';
const maxFormBytes = 1024;

/**
 * The pages of the embedded issuer for browsers: the one-time link, the authorization endpoint, and the
 * step between them. Only this process reaches the issuer's other endpoints.
 */
export function issuerPages(options: IssuerPagesOptions): Handler {
  const { baseUrl, tickets } = options;
  const base = new URL(baseUrl);
  const secure = base.protocol === 'https:' || isLoopbackHost(base.hostname);

  return async (request, response) => {
    try {
      await route(request, response);
    } catch (error) {
      if (!isExpired(error) || response.headersSent) throw error;
      sendText(response, 400, `This sign-in is not valid any more. Begin at ${baseUrl}/portal`);
    }
  };

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', baseUrl);
    if (pathname === '/idp/sign-in' && request.method === 'GET') {
      return keepTicket(response, searchParams.get('ticket') ?? '');
    }
    if (/^\/idp\/interaction\/[\w-]+$/.test(pathname)) return interact(request, response);
    if (/^\/idp\/auth(\/[\w-]+)?$/.test(pathname) && request.method === 'GET') {
      return authorize(request, response, pathname === '/idp/auth');
    }
    sendText(response, 404, 'There is no such page.');
  }

  /** The link only stores the ticket in this browser; the sign-in that follows spends it. */
  function keepTicket(response: ServerResponse, ticket: string): void {
    const value = /^[\w-]{43}$/.test(ticket) ? ticket : '';
    response.setHeader('set-cookie', ticketCookieOf(value, 300));
    redirect(response, `${baseUrl}/api/v1/auth/idp`);
  }

  async function authorize(
    request: IncomingMessage,
    response: ServerResponse,
    begins: boolean,
  ): Promise<void> {
    // Drops the session of an earlier sign-in, which must not replace a ticket.
    if (begins) delete request.headers.cookie;
    request.headers.host = base.host;
    request.headers['x-forwarded-proto'] = base.protocol.slice(0, -1);
    delete request.headers['x-forwarded-host'];
    const original = request.url ?? '/';
    Object.assign(request, { originalUrl: original, url: original.replace(/^\/idp/, '') });
    await (await options.provider()).callback()(request, response);
  }

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = await options.provider();
    await provider.interactionDetails(request, response);
    const given = request.method === 'POST' ? await ticketInForm(request) : cookieTicket(request);
    const login = devLogin(request) ?? (given === '' ? undefined : tickets.spend(given));
    if (login === undefined) return askForTicket(response, given !== '');
    response.setHeader('set-cookie', ticketCookieOf('', 0));
    await provider.interactionFinished(
      request,
      response,
      { login: { accountId: login, remember: false } },
      { mergeWithLastSubmission: false },
    );
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

/** True when the browser's state of the sign-in is missing, expired or of another browser. */
function isExpired(error: unknown): boolean {
  return error instanceof Error && error.name === 'SessionNotFound';
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
