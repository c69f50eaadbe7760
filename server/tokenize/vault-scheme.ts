import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { AgentId } from '../domain/ids.ts';
import { formatToken, type Token, vaultPayloadLength } from '../domain/token.ts';
import type { Ids } from '../ports/ids.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { Vault, VaultEntry } from '../ports/vault.ts';
import { encodeCrockford } from '../shared/crockford.ts';
import { distinctValues, type Scheme, type SensitiveValue, valueKey } from './scheme.ts';

/** Symbols of the tag: 20 bits, so that one invented token in a million passes (design D11). */
const tagLength = 4;

/** Symbols of a vault payload before its tag. */
export const randomSymbols = vaultPayloadLength - tagLength;

/** Appends the keyed tag over KIND, kid and the random symbols. */
export function withTag(key: KeyObject, { kind, kid, payload: random }: Token): Token {
  const digest = createHmac('sha256', key).update(`${kind}\0${kid}\0${random}`).digest();
  return {
    kind,
    kid,
    payload: random + encodeCrockford(digest.subarray(0, 3)).slice(0, tagLength),
  };
}

/** True when a vault token was minted with this key and not altered. `kid` must be the key's own spelling. */
export function hasValidTag(key: KeyObject, token: Token): boolean {
  if (token.payload.length !== vaultPayloadLength) return false;
  const expected = withTag(key, { ...token, payload: token.payload.slice(0, randomSymbols) });
  return timingSafeEqual(Buffer.from(expected.payload), Buffer.from(token.payload));
}

const randomBytesPerToken = (randomSymbols * 5) / 8;

/** Hex HMAC by which the vault finds a value; `indexKey` is the subkey `vault-index` of a kid (design D11). */
export function valueIndex(
  indexKey: KeyObject,
  value: Pick<SensitiveValue, 'kind' | 'canonical'>,
): string {
  return createHmac('sha256', indexKey).update(valueKey(value)).digest('hex');
}

export interface VaultSchemeOptions {
  readonly vault: Vault;
  readonly keyring: Keyring;
  readonly ids: Ids;
  readonly kid: string;
  readonly agentId: AgentId;
}

/**
 * `vault-deterministic` (design D11): a token is random, so it reveals nothing about its value (45 CFR
 * 164.514(c)). The vault finds values by a keyed index, so one value always gets one token. Rejects when
 * the vault does.
 */
export function vaultScheme({ vault, keyring, ids, kid, agentId }: VaultSchemeOptions): Scheme {
  const indexKey = keyring.subkey(kid, 'vault-index');
  const tagKey = keyring.subkey(kid, 'token-tag');

  const entryOf = (value: SensitiveValue): VaultEntry => {
    const payload = encodeCrockford(ids.randomBytes(randomBytesPerToken));
    return {
      index: valueIndex(indexKey, value),
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
      if (values.length === 0) return { texts: [], durable: Promise.resolve() };
      const distinct = distinctValues(values);
      const entries = [...distinct.values()].map(entryOf);
      const { tokens, durable } = await vault.intern(agentId, entries);
      const byKey = new Map([...distinct.keys()].map((key, index) => [key, tokens[index]]));
      const texts = values.map((value) => byKey.get(valueKey(value)) ?? missingToken());
      return { texts, durable };
    },
  };
}

/** `Vault.intern` answers for every entry or rejects; a missing token is a bug and refuses the request. */
function missingToken(): never {
  throw new Error('the vault gave no token for a value');
}
