import { type LookupAddress, lookup, promises } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { plainAddress, targetOf } from '../../domain/settings/network-target.ts';

/** An address to which no request of a function may go. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/**
 * Throws `AddressNotAllowed` for a host that is itself an address to which nothing may go: the system looks such a host
 * up nowhere.
 */
export function refuseAddress(host: string): void {
  const address = host.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isAllowed(host, address)) throw new AddressNotAllowed();
}

/**
 * Looks a name up once, for the connection that is being made, and fails when any of its addresses is not allowed: so
 * no name server can lead a request elsewhere after the check.
 */
export const allowedLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isAllowed(host, address)))
      return callback(new AddressNotAllowed(), []);
    return answer(callback, addresses, first, options.all === true);
  });
};

/**
 * Throws `AddressNotAllowed` for a name that leads where nothing may go, as far as this machine can tell: the web proxy,
 * which makes the connection, looks the name up by itself.
 */
export async function refuseName(host: string): Promise<void> {
  const addresses = await promises.lookup(host, { all: true }).catch(() => []);
  if (!addresses.every(({ address }) => isAllowed(host, address))) throw new AddressNotAllowed();
}

function answer(
  callback: Parameters<LookupFunction>[2],
  addresses: LookupAddress[],
  first: LookupAddress,
  all: boolean,
): void {
  if (all) callback(null, addresses);
  else callback(null, first.address, first.family);
}

/** A host that names this machine may lead to it alone, any other host everywhere but to it. */
function isAllowed(host: string, address: string): boolean {
  const target = targetOf(address);
  if (targetOf(host) === 'this_machine') return target === 'this_machine';
  const plain = plainAddress(address);
  return target === 'elsewhere' && !isGroup(plain) && !isOwn(plain);
}

/** Multicast and broadcast. */
function isGroup(plain: string): boolean {
  return /^ff/.test(plain) || (isIP(plain) === 4 && Number.parseInt(plain, 10) >= 224);
}

/** An address of this machine in its networks. */
function isOwn(plain: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  return own.some(({ address }) => plainAddress(address) === plain);
}
