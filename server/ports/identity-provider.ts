/** What the identity provider says of a person. */
export interface IdentityClaims {
  /** Identifier of the provider. Together with `subject` it names one person for good. */
  readonly issuer: string;
  readonly subject: string;
  /** E-mail address that the provider has verified; null when there is none. It may change. */
  readonly email: string | null;
  readonly displayName: string;
}

/** The issuer of those who sign in by a one-time link, whatever the base URL is. */
export const embeddedIssuerName = 'embedded';

/** A sign-in that has begun; kept, sealed, by the browser until the provider calls back. */
export interface SignInState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Why a sign-in came to nothing; told in the journal as it stands here. */
export type SignInFailure =
  /** No answer, or none that OpenID Connect knows. */
  | 'provider_unreachable'
  /** The provider sent the browser back with an error, such as `access_denied`. */
  | 'provider_error'
  /** The provider does not take this client's id or secret. */
  | 'client_refused'
  /** The code is made up, spent or too old, or was given for another sign-in. */
  | 'code_refused'
  | 'state_mismatch'
  | 'nonce_mismatch'
  /** The ID token is not signed by the provider, not for this client, or not of this time. */
  | 'token_invalid';

/** A step of a sign-in that went well, or why it did not; `cause` is for the log. */
export type SignInStep<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: SignInFailure; readonly cause: unknown };

/** OpenID Connect sign-in (design D40). Rejects only on a bug. */
export interface IdentityProvider {
  /** The authorization URL to send the browser to, and what to remember until it comes back. */
  begin(): Promise<SignInStep<{ readonly url: string; readonly pending: SignInState }>>;
  /** Exchanges the code of a callback URL for who signed in. */
  complete(callbackUrl: URL, pending: SignInState): Promise<SignInStep<IdentityClaims>>;
}
