const maxRedirects = 12;

/**
 * Follows the sign-in redirects as a browser would, from `start` on, and resolves with the cookie
 * header of the session.
 */
export async function signIn(baseUrl: string, start = '/api/v1/auth/idp'): Promise<string> {
  const jar = new Map<string, string>();
  let url = new URL(start, baseUrl);
  for (let hop = 0; hop < maxRedirects; hop += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookieHeader(jar) },
    });
    await response.body?.cancel();
    for (const cookie of response.headers.getSetCookie()) keep(jar, cookie);
    const location = response.headers.get('location');
    const session = jar.get('svc_session');
    if (session !== undefined && session !== '') return `svc_session=${session}`;
    if (location === null) break;
    url = new URL(location, url);
  }
  throw new Error('the sign-in ended without a session cookie');
}

function keep(jar: Map<string, string>, setCookie: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
  if (name !== undefined && value !== undefined) jar.set(name, value);
}

function cookieHeader(jar: ReadonlyMap<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}
