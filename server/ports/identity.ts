/** What the identity provider says of a person. */
export interface IdentityClaims {
  /** Provider login, such as an e-mail or `dev`. */
  readonly login: string;
  readonly displayName: string;
}

/** A sign-in that has begun; kept by the server until the provider calls back. */
export interface SignInState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** OpenID Connect sign-in (design D40). */
export interface Identity {
  /** The authorization URL to send the browser to, and what to remember until it comes back. */
  begin(): Promise<{ readonly url: string; readonly pending: SignInState }>;
  /** Exchanges the code of a callback URL. Rejects with Fault `unauthenticated` when it does not hold. */
  complete(callbackUrl: URL, pending: SignInState): Promise<IdentityClaims>;
}
