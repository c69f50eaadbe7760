import { createHmac } from 'node:crypto';
import { encodeCrockford } from '../domain/crockford.ts';
import type { AgentId } from '../domain/ids.ts';
import { formatToken } from '../domain/token.ts';
import type { Ids } from '../ports/ids.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { Vault, VaultEntry } from '../ports/vault.ts';
import { distinctValues, type Scheme, type SensitiveValue, withoutVault, valueKey } from './scheme.ts';
import { randomSymbols, withTag } from './token-tag.ts';

const randomBytesPerToken = (randomSymbols * 5) / 8;

export interface VaultSchemeOptions {
  readonly vault: Vault;
  readonly keyring: Keyring;
  readonly ids: Ids;
  readonly kid: string;
  readonly agentId: AgentId;
}

/**
 * `vault-deterministic` (design D11): a token is random, so it says nothing of its value (45 CFR
 * 164.514(c)); that one value always gets one token is the vault's doing, which finds values by a
 * keyed index. Rejects when the vault does.
 */
export function vaultScheme({ vault, keyring, ids, kid, agentId }: VaultSchemeOptions): Scheme {
  const indexKey = keyring.subkey(kid, 'vault-index');
  const tagKey = keyring.subkey(kid, 'token-tag');

  const entryOf = (value: SensitiveValue): VaultEntry => {
    const payload = encodeCrockford(ids.randomBytes(randomBytesPerToken));
    return {
      index: createHmac('sha256', indexKey).update(valueKey(value)).digest('hex'),
      token: formatToken(withTag(tagKey, { kind: value.kind, kid, payload })),
      kind: value.kind,
      kid,
      surface: value.surface,
    };
  };

  return {
    name: 'vault-deterministic',
    reversible: true,
    replace: async (values) => {
      if (values.length === 0) return withoutVault([]);
      const distinct = distinctValues(values);
      const entries = [...distinct.values()].map(entryOf);
      const { tokens, durable } = await vault.intern(agentId, entries);
      const byKey = new Map([...distinct.keys()].map((key, index) => [key, tokens[index]]));
      const texts = values.map((value) => byKey.get(valueKey(value)) ?? missingToken());
      return { texts, durable };
    },
  };
}

/** `Vault.intern` answers for every entry or rejects; anything else is a bug, and refuses the request. */
function missingToken(): never {
  throw new Error('the vault gave no token for a value');
}
