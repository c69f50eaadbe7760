import type { AgentId } from '../domain/ids.ts';

/** A value and the token minted for it, should the vault not know the value yet (design D11). */
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

/** Durable two-way map between values and tokens (spec, Tokenization schemes). */
export interface Vault {
  /**
   * For each entry, in order, the token that stands for its `index`: the one already kept, else the
   * one offered, which is durable on return. Also remembers that `agentId` has used it.
   */
  intern(agentId: AgentId, entries: readonly VaultEntry[]): Promise<readonly string[]>;
  /**
   * Rows by token, undefined where there is none. With `agentId`, only tokens that agent has used
   * (design D16, scope `agent`).
   */
  find(tokens: readonly string[], agentId?: AgentId): Promise<readonly (VaultRow | undefined)[]>;
}
