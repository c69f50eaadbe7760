/**
 * Texts of all policies that calls ran under, for as long as there are records that name them. The
 * journal names a policy by the SHA-256 of its text.
 */
export interface PolicyTexts {
  /** Durable on return; a text already kept is no error. */
  keep(policy: { readonly sha256: string; readonly yaml: string }): Promise<void>;
  /** Texts in the order asked for, undefined where none is kept. */
  find(sha256s: readonly string[]): Promise<readonly (string | undefined)[]>;
}
