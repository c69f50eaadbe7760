import type { KeyState, Outcome, Problem } from '../ipc/schema.ts';

/** A recovery kit that is not in force yet (design D45). */
export interface RecoveryKitDraft {
  /** A whole HTML page to print; it refers to nothing outside itself. */
  readonly page: string;
  /**
   * Puts the kit in force, once the page is safe; the former kit no longer opens this installation.
   * Until then the former one stays, so that a closed dialog takes nothing away.
   */
  keep(): Promise<Outcome>;
}

/**
 * Keeps the key roots and the secrets among the settings (design D45). All answers are of the last
 * attempt: whoever asks for `secrets` after a refusal tries again, as a keychain may be unlocked since.
 */
export interface Custody {
  state(): KeyState;
  /**
   * `SVC_MASTER_KEY`, `SVC_DATABASE_KEY`, `SVC_KEY_<kid>` and the kept secrets that the server reads,
   * by their variable; made on a first start. Rejects with a `Refusal` when they cannot be had.
   */
  secrets(): Promise<Record<string, string>>;
  /** A kept secret by the key of its setting; null when unset. Rejects with a `Refusal`. */
  storedSecret(setting: string): Promise<string | null>;
  /** Keys of the settings whose secrets are kept, known even while the keys cannot be had. */
  storedSecretNames(): ReadonlySet<string>;
  /** Keeps secrets by the keys of their settings, null forgets; all or none, durable on return. */
  store(secrets: Readonly<Record<string, string | null>>): Promise<Outcome>;
  /** Makes a further key of tokens (`svc keys rotate` of a headless service). */
  addKid(): Promise<{ readonly ok: true; readonly kid: string } | Refused>;
  draftRecoveryKit(): Promise<{ readonly ok: true; readonly draft: RecoveryKitDraft } | Refused>;
  /** Takes the keys back from what a person typed off a recovery kit. */
  restore(typed: string): Promise<Outcome>;
  /** Returns what ends the subscription. */
  onChange(listener: (state: KeyState) => void): () => void;
}

export type Refused = { readonly ok: false; readonly problems: Problem[] };
