/** The identity provider's claims about a person. */
export interface IdentityClaims {
  /** Identifier of the provider. Together with `subject` it identifies one person permanently. */
  readonly issuer: string;
  readonly subject: string;
  /** The verified e-mail address, or null. It may change. */
  readonly email: string | null;
  readonly displayName: string;
}

/** The issuer of users who sign in with a one-time link, at any base URL. */
export const embeddedIssuerName = 'embedded';

/** A sign-in that has begun. The browser keeps it, encrypted, until the provider sends it back. */
export interface SignInState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Why a sign-in failed; the journal records this code. */
export type SignInFailure =
  /** The provider did not answer, or not in OpenID Connect. */
  | 'provider_unreachable'
  /** The provider returned an error, such as `access_denied`. */
  | 'provider_error'
  /** The provider rejected this client's id or secret. */
  | 'client_refused'
  /** The code is invalid, spent, expired or of another sign-in. */
  | 'code_refused'
  | 'state_mismatch'
  | 'nonce_mismatch'
  /** The ID token has a wrong signature, audience or time. */
  | 'token_invalid';

/** The result of a sign-in step, or why it failed; `cause` is for the log. */
export type SignInStep<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: SignInFailure; readonly cause: unknown };

/** OpenID Connect sign-in (design D40). Rejects only on a bug. */
export interface IdentityProvider {
  /** The authorization URL for the browser, and the state to keep until it comes back. */
  begin(): Promise<SignInStep<{ readonly url: string; readonly pending: SignInState }>>;
  /** Exchanges the code of a callback URL for the claims of the person who signed in. */
  complete(callbackUrl: URL, pending: SignInState): Promise<SignInStep<IdentityClaims>>;
}
