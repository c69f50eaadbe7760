import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Configuration, Provider } from 'oidc-provider';
import { expiringStores } from './expiring-store.ts';
import { callbackUri } from './oidc-identity.ts';
import type { Tickets } from './tickets.ts';

/** A link that signs in `login` once, within 15 minutes. `baseUrl` has no trailing slash. */
export function signInLink(baseUrl: string, tickets: Tickets, login = 'owner'): string {
  return `${issuerOf(baseUrl)}/sign-in?ticket=${tickets.issue(login)}`;
}

export const clientId = 'svc';

/** In seconds. Nothing that the issuer issues is used after the sign-in. */
const lifetimes = {
  AuthorizationCode: 60,
  AccessToken: 60,
  IdToken: 60,
  Session: 900,
  Interaction: 900,
  Grant: 900,
};

export interface EmbeddedProviderOptions {
  /** Host root of this service without a trailing slash; the issuer is `{baseUrl}/idp`. */
  readonly baseUrl: string;
  readonly clientSecret: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * An OpenID provider with one client, this service, and without a consent page. It creates its keys at
 * each start and keeps them in memory only, because none of its tokens outlives a sign-in. Loaded on
 * first use, because loading it takes longer than the rest of a start.
 */
export async function embeddedProvider(options: EmbeddedProviderOptions): Promise<Provider> {
  const { Provider } = await import('oidc-provider');
  const provider = new Provider(issuerOf(options.baseUrl), configurationOf(options));
  // `issuerPages` sets scheme and host from the base URL, so the browser cannot.
  provider.proxy = true;
  return provider;
}

export function issuerOf(baseUrl: string): string {
  return `${baseUrl}/idp`;
}

function configurationOf({ baseUrl, clientSecret, now }: EmbeddedProviderOptions): Configuration {
  return {
    adapter: expiringStores(now),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [callbackUri(baseUrl)],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      long: { httpOnly: true, sameSite: 'lax', path: '/idp' },
      names: { session: 'svc_idp', interaction: 'svc_idp_step', resume: 'svc_idp_resume' },
    },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    scopes: ['openid', 'profile', 'email'],
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/idp/interaction/${uid}` },
    findAccount: (_context, login) => ({
      accountId: login,
      // The admin who created the link has verified the address.
      claims: async () => ({
        sub: login,
        name: login,
        ...(login.includes('@') ? { email: login, email_verified: true } : {}),
      }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    renderError: async (context, { error }) => {
      context.type = 'text/plain';
      context.body = `The sign-in failed (${error}). Begin again at ${baseUrl}/portal`;
    },
    ttl: lifetimes,
  };
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { crv, x, y, d } = privateKey.export({ format: 'jwk' });
  return { kty: 'EC', use: 'sig', alg: 'ES256', kid: 'start', crv, x, y, d };
}
