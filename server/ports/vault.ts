import type { AgentId } from '../domain/ids.ts';

/** A value, and the token to give it if the vault does not know it yet (design D11). */
export interface VaultEntry {
  /** Hex HMAC of kind and canonical value; the vault's lookup key. */
  readonly index: string;
  readonly token: string;
  readonly kind: string;
  readonly kid: string;
  readonly surface: string;
}

export interface VaultRow {
  readonly token: string;
  readonly kind: string;
  readonly surface: string;
}

/** The answer of `intern`. */
export interface Interned {
  /** One token for each entry, in order. */
  readonly tokens: readonly string[];
  /** Resolves when all tokens are durable. Until then, forward nothing that holds them. */
  readonly durable: Promise<void>;
}

/** Durable two-way map between values and tokens (spec, Tokenization schemes). */
export interface Vault {
  /**
   * The token of each entry's `index`: the stored one, else the offered one, which it stores. Also
   * records that `agentId` uses it.
   */
  intern(agentId: AgentId, entries: readonly VaultEntry[]): Promise<Interned>;
  /**
   * The row of each token, or undefined. With `agentId`, only tokens that this agent has used
   * (design D16, scope `agent`).
   */
  find(tokens: readonly string[], agentId?: AgentId): Promise<readonly (VaultRow | undefined)[]>;
}
