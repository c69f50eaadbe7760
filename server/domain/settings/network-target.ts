/** Where a request of this service would go. */
export type NetworkTarget = 'this_machine' | 'link_local' | 'elsewhere';

/**
 * Where a host name leads by itself, in any of the forms that an address has: decimal, short, within IPv6. A name
 * that a name server leads here counts as elsewhere.
 */
export function targetOf(host: string): NetworkTarget {
  const name = canonicalHost(host);
  if (name === 'localhost' || name.endsWith('.localhost')) return 'this_machine';
  const v4 = ipv4Of(name);
  if (v4 !== undefined) {
    if (v4[0] === 127 || v4[0] === 0) return 'this_machine';
    return v4[0] === 169 && v4[1] === 254 ? 'link_local' : 'elsewhere';
  }
  if (name === '::' || name === '::1') return 'this_machine';
  return /^fe[89ab][\da-f]:/.test(name) ? 'link_local' : 'elsewhere';
}

/**
 * Whether requests with a call's or an alert's data may go to this address: HTTPS, or plain HTTP to this machine; not
 * link-local; without a user name or password.
 */
export function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  const target = targetOf(hostname);
  if (target === 'link_local') return false;
  return protocol === 'https:' || (protocol === 'http:' && target === 'this_machine');
}

/** A host as URLs write it, without brackets and without the dot that may end a name. */
function canonicalHost(host: string): string {
  const written = [`http://${host}`, `http://[${host}]`].find((url) => URL.canParse(url));
  const { hostname } = written === undefined ? { hostname: host.toLowerCase() } : new URL(written);
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** An address in the form in which a machine lists its own: of IPv4, also where IPv6 carries it. */
export function plainAddress(address: string): string {
  const name = canonicalHost(address);
  return ipv4Of(name)?.join('.') ?? name;
}

/** The bytes of an address of IPv4, also where IPv6 carries one (`::ffff:7f00:1`). */
function ipv4Of(name: string): readonly number[] | undefined {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(name)) return name.split('.').map(Number);
  const [, high, low] = /^::(?:ffff:)?([\da-f]{1,4}):([\da-f]{1,4})$/.exec(name) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 0xff, second >> 8, second & 0xff];
}
