import type { AgentId } from '../domain/ids.ts';
import { formatToken, redactedMark } from '../domain/token.ts';
import type { Keyring } from '../ports/keyring.ts';
import { aeadCipher } from './aead-cipher.ts';
import { distinctValues, type Scheme, type SensitiveValue, withoutVault, valueKey } from './scheme.ts';

export interface AeadSchemeOptions {
  readonly keyring: Keyring;
  readonly kid: string;
  readonly agentId: AgentId;
}

/**
 * `reversible-aead` (design D13): the token is the encrypted value, so no vault is needed. A value
 * too long for any model to copy back (1 KiB) is redacted instead.
 */
export function aeadScheme({ keyring, kid, agentId }: AeadSchemeOptions): Scheme {
  const cipher = aeadCipher(keyring.subkey(kid, 'token-aead', agentId), kid, agentId);

  const replacementOf = ({ kind, surface }: SensitiveValue): string => {
    const payload = cipher.seal(kind, surface);
    return payload === undefined ? redactedMark(kind) : formatToken({ kind, kid, payload });
  };

  return {
    name: 'reversible-aead',
    reversible: true,
    replace: async (values) => {
      const byKey = new Map<string, string>();
      for (const [key, value] of distinctValues(values)) byKey.set(key, replacementOf(value));
      return withoutVault(
        values.map((value) => byKey.get(valueKey(value)) ?? redactedMark(value.kind)),
      );
    },
  };
}
