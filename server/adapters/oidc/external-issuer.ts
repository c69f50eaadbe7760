import type { ClientAuth } from 'openid-client';
import type { IdentityProvider } from '../../ports/identity-provider.ts';
import { isLoopbackHost } from '../../shared/loopback.ts';
import { callbackUri, oidcIdentity } from './oidc-identity.ts';

export interface ExternalIssuerOptions {
  /** Issuer identifier. The first sign-in reads its discovery document. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string;
  /** Host root of this service without a trailing slash. */
  readonly baseUrl: string;
}

const timeoutSeconds = 10;

/**
 * Sign-in at the clinic's own identity provider (design D40). Plain HTTP only on loopback. In addition to
 * TLS, the client checks the ID token's signature against the provider's published keys.
 */
export function externalIssuer(options: ExternalIssuerOptions): IdentityProvider {
  const issuer = new URL(options.issuer);
  return oidcIdentity(async () => {
    const client = await import('openid-client');
    return client.discovery(
      issuer,
      options.clientId,
      undefined,
      authentication(client, options.clientSecret),
      {
        timeout: timeoutSeconds,
        execute: [
          client.enableNonRepudiationChecks,
          ...(isLoopbackHost(issuer.hostname) ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  }, callbackUri(options.baseUrl));
}

/** Sends the secret by HTTP Basic, or in the form to providers that accept it only there. */
function authentication(
  client: typeof import('openid-client'),
  secret: string | undefined,
): ClientAuth {
  if (secret === undefined) return client.None();
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, metadata, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const inForm =
      methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (inForm ? post : basic)(server, metadata, body, headers);
  };
}
