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

/** What `intern` answers as soon as it is decided. */
export interface Interned {
  /** One for each entry, in order. */
  readonly tokens: readonly string[];
  /** Resolves when all of them are durable; until then nothing that holds them may be forwarded. */
  readonly durable: Promise<void>;
}

/** Durable two-way map between values and tokens (spec, Tokenization schemes). */
export interface Vault {
  /**
   * For each entry the token that stands for its `index`: the one already kept, else the one
   * offered, which is being kept. Also remembers that `agentId` uses it.
   */
  intern(agentId: AgentId, entries: readonly VaultEntry[]): Promise<Interned>;
  /**
   * Rows by token, undefined where there is none. With `agentId`, only tokens that agent has used
   * (design D16, scope `agent`).
   */
  find(tokens: readonly string[], agentId?: AgentId): Promise<readonly (VaultRow | undefined)[]>;
}
