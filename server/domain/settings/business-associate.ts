/** A party that handles protected health information for the clinic (45 CFR 160.103), as configured. */
export interface BusinessAssociate {
  readonly name: string;
  readonly role: 'voice_platform' | 'model_provider' | 'hosting' | 'other';
  /** Upstream names it serves, such as `provider:model-small`; empty: all. */
  readonly upstreams: readonly string[];
  /** Whether a business associate agreement was signed; `unknown` when not configured. */
  readonly agreement: 'signed' | 'none' | 'unknown';
  /** Days such as `2026-01-31`. */
  readonly signedOn?: string;
  readonly expiresOn?: string;
  /** Where the agreement is filed. */
  readonly reference?: string;
}
