import type { KeyState, Outcome, Refused } from '../ipc/schema.ts';

/** A recovery kit that is not yet in force (design D45). */
export interface RecoveryKitDraft {
  /** A complete HTML page to print, without references to other files. */
  readonly page: string;
  /**
   * Puts the kit in force; call this once the page is saved. Until then the former kit opens this
   * installation, so closing the dialog loses nothing.
   */
  keep(): Promise<Outcome>;
}

/**
 * Stores the key roots and the settings' secrets (design D45). State is that of the last attempt:
 * each call of `secrets` after a refusal tries again, because the keychain may be unlocked by then.
 */
export interface Custody {
  state(): KeyState;
  /**
   * `SVC_MASTER_KEY`, `SVC_DATABASE_KEY`, `SVC_KEY_<kid>` and the settings' secrets, by variable of
   * the server. Makes the keys at the first start. Rejects with a `Refusal` if they are
   * unavailable.
   */
  secrets(): Promise<Record<string, string>>;
  /** The secret of a setting; null if unset. Rejects with a `Refusal`. */
  storedSecret(setting: string): Promise<string | null>;
  /** Settings that have a stored secret, as far as known while the keys are unavailable. */
  storedSecretNames(): ReadonlySet<string>;
  /** Stores secrets by setting; null removes one. All or none, durable on return. */
  store(secrets: Readonly<Record<string, string | null>>): Promise<Outcome>;
  /** Adds a masking key, as `svc keys rotate` does for a headless service. */
  addKid(): Promise<{ readonly ok: true; readonly kid: string } | Refused>;
  draftRecoveryKit(): Promise<{ readonly ok: true; readonly draft: RecoveryKitDraft } | Refused>;
  /** Restores the keys from the text of a typed recovery kit. */
  restore(typed: string): Promise<Outcome>;
  onChange(listener: () => void): void;
}
