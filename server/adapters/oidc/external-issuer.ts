import type { Identity } from '../../ports/identity.ts';
import { callbackUri } from './callback-uri.ts';
import { oidcIdentity } from './oidc-identity.ts';

export interface ExternalIssuerOptions {
  /** Issuer identifier, whose discovery document is read at the first sign-in. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string;
  /** Host root of this service without a trailing slash. */
  readonly baseUrl: string;
}

const timeoutSeconds = 10;

/** Sign-in at the clinic's own identity provider (design D40). Plain HTTP only on loopback. */
export function externalIssuer(options: ExternalIssuerOptions): Identity {
  const issuer = new URL(options.issuer);
  return oidcIdentity(async () => {
    const client = await import('openid-client');
    const authentication =
      options.clientSecret === undefined
        ? client.None()
        : client.ClientSecretBasic(options.clientSecret);
    return client.discovery(issuer, options.clientId, undefined, authentication, {
      timeout: timeoutSeconds,
      execute: isLoopback(issuer) ? [client.allowInsecureRequests] : [],
    });
  }, callbackUri(options.baseUrl));
}

function isLoopback({ hostname }: URL): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
