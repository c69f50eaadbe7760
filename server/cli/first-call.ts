import { AgentPage, TestCallResult } from '../contract/agents.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { CommandFailed, printLine } from './output.ts';
import { issueSignInLink } from './sign-in-link.ts';
import type { Terminal } from './terminal.ts';

/** An invented caller says a name, a telephone number and an address. */
const said =
  'this is Margaret Delacroix, my number is two oh two five five five oh one four three and I live at fourteen twelve maple street in springfield';
const maxRedirects = 12;

/**
 * `svc first-call`: one turn of an invented caller at the running service, and what each side of it
 * saw. Signs in by a one-time link of its own, so it needs no secret and no argument. It takes the
 * newest agent whose calls are searched for names.
 */
export async function firstCall(
  terminal: Terminal,
  options: { readonly url?: string },
): Promise<ExitCode> {
  const { baseUrl, link } = await issueSignInLink(terminal, options);
  const ask = await signIn(baseUrl, link);
  try {
    const { data: agents } = AgentPage.parse(await ask('/api/v1/agents?limit=100'));
    const agent = agents.find(({ upstream }) => upstream !== 'stub') ?? agents[0];
    if (agent === undefined) {
      throw new CommandFailed(exit.noInput, 'svc: there is no agent: make one in the portal');
    }
    const path = `/api/v1/agents/${agent.id}/test-call`;
    const call = TestCallResult.parse(await ask(path, { said }));
    await printLine(terminal, `caller:     ${call.said}`);
    await printLine(terminal, `model saw:  ${call.sent}`);
    await printLine(terminal, `reply:      ${call.heard}`);
    if (call.exposure.requests_without_names > 0) {
      await printLine(
        terminal,
        'Names were not looked for: the test model "stub" runs patterns only.',
      );
    }
    await printLine(terminal, `\nThe record: ${baseUrl}/portal/calls/${call.session_id}`);
  } finally {
    await ask('/api/v1/auth/logout', {});
  }
  return exit.ok;
}

/** Asks the management API as the person who signed in; a body makes it a POST. */
type Ask = (path: string, body?: object) => Promise<unknown>;

/** Follows a one-time link as a browser does, up to the cookie of the session. */
async function signIn(baseUrl: string, link: string): Promise<Ask> {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  let url: URL | undefined = new URL(link);
  for (let hop = 0; hop < maxRedirects && url !== undefined; hop += 1) {
    const response: Response = await request(baseUrl, url, {
      redirect: 'manual',
      headers: { cookie: header() },
    });
    await response.body?.cancel();
    for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie);
    if (cookies.get('svc_session')) return asker(baseUrl, header());
    const location = response.headers.get('location');
    url = location === null ? undefined : new URL(location, url);
  }
  throw new CommandFailed(exit.unavailable, `svc: ${baseUrl} did not accept the sign-in link`);
}

function keep(cookies: Map<string, string>, setCookie: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
  if (name !== undefined && value !== undefined) cookies.set(name, value);
}

function asker(baseUrl: string, cookie: string): Ask {
  return async (path, body) => {
    const post = {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const url = new URL(path, baseUrl);
    const response = await request(
      baseUrl,
      url,
      body === undefined ? { headers: { cookie } } : post,
    );
    const text = await response.text();
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    throw new CommandFailed(exit.unavailable, `svc: ${path} was answered with ${response.status}`);
  };
}

async function request(baseUrl: string, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
    const code = cause !== undefined && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new CommandFailed(
      exit.unavailable,
      `svc: ${baseUrl} does not answer${code}: start the service with "npm start", or name its address with --url`,
    );
  }
}
