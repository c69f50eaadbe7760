import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isPublicAddress } from '../../shared/own-network.ts';

/**
 * Connections to the clinic's own network and to this machine alone, never through a web proxy (decision 0191). A host that
 * is an address was checked with the configuration.
 */
export function ownNetworkAgent(options: Agent.Options): Agent {
  return new Agent({ ...options, connect: { lookup: lookupHere } });
}

/** Looks a name up once, for the connection that is being made, and fails when any of its addresses is elsewhere. */
const lookupHere: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => isPublicAddress(address)))
      return callback(new Error('the name leads out of the own network'), []);
    return options.all === true
      ? callback(null, addresses)
      : callback(null, first.address, first.family);
  });
};
