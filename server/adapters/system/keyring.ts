import { createSecretKey, type KeyObject } from 'node:crypto';
import { Fault } from '../../domain/fault.ts';
import { RecentMap } from '../../domain/recent-map.ts';
import type { Secret } from '../../domain/secret.ts';
import type { Keyring } from '../../ports/keyring.ts';
import { hkdf } from './key-derivation.ts';

/** Contexts are agents and calls. Beyond this number the keyring drops the oldest subkey. */
const cacheEntries = 4096;

/**
 * A keyring over 32-byte roots by kid (design D45). It caches subkeys as KeyObjects, which hash about
 * eight times faster than raw buffers.
 */
export function createKeyring(roots: ReadonlyMap<string, Secret<Buffer>>): Keyring {
  const rootKeys = new Map([...roots].map(([kid, root]) => [kid, createSecretKey(root.reveal())]));
  const cache = new RecentMap<string, KeyObject>(cacheEntries);

  return {
    has: (kid) => rootKeys.has(kid),
    subkey: (kid, purpose, context = '') => {
      const name = `${kid}\0${purpose}\0${context}`;
      const known = cache.get(name);
      if (known !== undefined) return known;

      const root = rootKeys.get(kid);
      if (root === undefined) throw new Fault('internal_error', 'No key for this key id.');
      const key = createSecretKey(hkdf(root, ['kid', kid, purpose, context]));
      cache.set(name, key);
      return key;
    },
  };
}
