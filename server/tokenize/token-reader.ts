import type { RehydrationFailure } from '../domain/event.ts';
import type { AgentId } from '../domain/ids.ts';
import { formatToken, type Resolution, type Token, vaultPayloadLength } from '../domain/token.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { Vault } from '../ports/vault.ts';
import { aeadCipher } from './aead-scheme.ts';
import { hasValidTag } from './vault-scheme.ts';

/** Reads tokens in a reply that the call did not mint (spec, rule 11; design D16). */
export interface TokenReader {
  /** Why a token cannot be this agent's; undefined when it can. */
  check(token: Token): RehydrationFailure | undefined;
  /** The value behind a token of this agent, whatever call minted it (`SVC_REHYDRATION_SCOPE=agent`). */
  resolve(token: Token): Promise<Resolution>;
}

export interface TokenReaderOptions {
  readonly keyring: Keyring;
  readonly vault: Vault;
  readonly agentId: AgentId;
}

export function tokenReader({ keyring, vault, agentId }: TokenReaderOptions): TokenReader {
  const opened = (token: Token): string | undefined =>
    aeadCipher(keyring.subkey(token.kid, 'token-aead', agentId), token.kid, agentId).open(token);

  const check = (written: Token): RehydrationFailure | undefined => {
    const token = withKeptKid(keyring, written);
    if (token === undefined) return 'key_missing';
    const genuine = isVaultToken(token)
      ? hasValidTag(keyring.subkey(token.kid, 'token-tag'), token)
      : opened(token) !== undefined;
    return genuine ? undefined : 'malformed';
  };

  return {
    check,
    resolve: async (written) => {
      const reason = check(written);
      if (reason !== undefined) return { ok: false, reason };
      const token = withKeptKid(keyring, written) ?? written;
      if (!isVaultToken(token)) return resolution(opened(token), 'malformed');
      const [row] = await vault.find([formatToken(token)], agentId);
      return resolution(row?.surface, 'vault_miss');
    },
  };
}

function isVaultToken(token: Token): boolean {
  return token.payload.length === vaultPayloadLength;
}

/** Key ids are case-sensitive, but a model may have changed the letters' case (design D10). */
function withKeptKid(keyring: Keyring, token: Token): Token | undefined {
  const spellings = [token.kid, token.kid.toUpperCase(), token.kid.toLowerCase()];
  const kid = spellings.find((spelling) => keyring.has(spelling));
  return kid === undefined ? undefined : { ...token, kid };
}

function resolution(surface: string | undefined, reason: RehydrationFailure): Resolution {
  return surface === undefined ? { ok: false, reason } : { ok: true, surface };
}
