import type { KeyObject } from 'node:crypto';

/** What a derived key is for; each purpose has its own HKDF subkey (design D45). */
export type KeyPurpose = 'vault-index' | 'token-tag' | 'token-aead' | 'payload' | 'synthetic';

/** Keys by key id (spec, Authentication 9). */
export interface Keyring {
  /** True when `SVC_KEY_<kid>` exists. */
  has(kid: string): boolean;
  /**
   * The 32-byte subkey of `kid` for a purpose, bound to `context` (such as an agent id).
   * Throws Fault `internal_error` when the kid is unknown.
   */
  subkey(kid: string, purpose: KeyPurpose, context?: string): KeyObject;
}
