/** The app's own page, shown without a portal. Only the app registers its scheme. */
export const statusPageUrl = 'appliance://status/';

/** Where a sign-in begins (spec, GET /api/v1/auth/idp). */
export const signInPath = '/api/v1/auth/idp';

/**
 * Whether two addresses have the same protocol, host and port. `URL.origin` would not do: it is
 * `null` for the app's own schemes. A `blob:` address belongs to the page that made it.
 */
export function isSameOrigin(one: string, other: string | null): boolean {
  const first = originOf(one);
  return first !== undefined && other !== null && first === originOf(other);
}

function originOf(address: string): string | undefined {
  const url = URL.parse(address.replace(/^blob:/, ''));
  if (url === null || url.host === '') return undefined;
  return `${url.protocol}//${url.host}`;
}

/** External pages that set up a tunnel, where the person fetches its token. */
const externalHosts: readonly string[] = [
  'dash.cloudflare.com',
  'developers.cloudflare.com',
  'one.dash.cloudflare.com',
];

/** The address to open in the system's browser; undefined if it is not allowed. */
export function allowedExternalUrl(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const { protocol, username, password, host, href } = url;
  const plain = protocol === 'https:' && username === '' && password === '';
  return plain && externalHosts.includes(host) ? href : undefined;
}
