import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  AddressNotAllowed,
  refuseAddress,
} from '../../../../server/adapters/functions/allowed-lookup.ts';

const own = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);

/** As a URL writes it. */
const hostOf = (address: string): string => new URL(`https://${address}/`).hostname;

describe('no request of a function goes to an address (decision 0168)', () => {
  it.each(own.flatMap((address) => [address, `[::ffff:${address}]`]))(
    'of this machine in its networks: %s',
    (address) => {
      expect(() => refuseAddress(hostOf(address))).toThrow(AddressNotAllowed);
    },
  );

  it.each(['224.0.0.1', '[::ffff:224.0.0.1]', '255.255.255.255', '[ff02::1]', '169.254.1.1'])(
    'of a group, or link-local: %s',
    (address) => {
      expect(() => refuseAddress(hostOf(address))).toThrow(AddressNotAllowed);
    },
  );

  it.each(['198.51.100.7', '[::ffff:198.51.100.7]', '[2001:db8::7]', 'functions.example.com'])(
    'but to others: %s',
    (address) => {
      expect(() => refuseAddress(hostOf(address))).not.toThrow();
    },
  );
});
