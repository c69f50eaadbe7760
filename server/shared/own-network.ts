import { BlockList, isIP } from 'node:net';

/** Private networks (RFC 1918, RFC 4193) and this machine. */
const ownNetworks = new BlockList();
ownNetworks.addSubnet('0.0.0.0', 8);
ownNetworks.addSubnet('10.0.0.0', 8);
ownNetworks.addSubnet('127.0.0.0', 8);
ownNetworks.addSubnet('172.16.0.0', 12);
ownNetworks.addSubnet('192.168.0.0', 16);
ownNetworks.addSubnet('::', 127, 'ipv6');
ownNetworks.addSubnet('fc00::', 7, 'ipv6');

/**
 * Whether a host, as a URL writes it, is itself an address outside of private networks and of this machine; false for a
 * name, which leads where a name server says.
 */
export function isPublicAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return family !== 0 && !ownNetworks.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
