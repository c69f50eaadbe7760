/** The app's own page, shown while there is no portal; its scheme is registered by the app alone. */
export const statusPageUrl = 'appliance://status/';

/** Where a sign-in begins (spec, GET /api/v1/auth/idp). */
export const signInPath = '/api/v1/auth/idp';

/**
 * Whether two addresses are of one place: protocol and host, port included. An `origin` would not do:
 * it is `null` for every scheme that is the app's own. A `blob:` address is of the page that made it.
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

/** Pages of those whose service a tunnel uses; whoever sets one up fetches a token there. */
const externalHosts: readonly string[] = [
  'dash.cloudflare.com',
  'developers.cloudflare.com',
  'one.dash.cloudflare.com',
];

/** The address to hand to the system's browser; undefined when it is not one of the few allowed. */
export function allowedExternalUrl(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const { protocol, username, password, host, href } = url;
  const plain = protocol === 'https:' && username === '' && password === '';
  return plain && externalHosts.includes(host) ? href : undefined;
}
