import type { ClientAuth, Configuration, CustomFetch, IDToken } from 'openid-client';
import type {
  IdentityClaims,
  IdentityProvider,
  SignInFailure,
  SignInState,
  SignInStep,
} from '../../ports/identity-provider.ts';
import { isLoopbackHost } from '../../shared/loopback.ts';

type Client = typeof import('openid-client');

/** Classifies an error of the code exchange by its class and code, never by its text. */
function signInFailureOf(client: Client, error: unknown): SignInFailure {
  if (error instanceof client.AuthorizationResponseError) return 'provider_error';
  if (error instanceof client.WWWAuthenticateChallengeError) return 'client_refused';
  if (error instanceof client.ResponseBodyError) {
    return error.error === 'invalid_grant' ? 'code_refused' : 'client_refused';
  }
  if (isNetworkFailure(error)) return 'provider_unreachable';
  return failedClaimOf(error) === 'nonce' ? 'nonce_mismatch' : 'token_invalid';
}

const noAnswerCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** `fetch` fails with a TypeError that has a cause; other TypeErrors have none. */
function isNetworkFailure(error: unknown): boolean {
  if (error instanceof TypeError && error.cause !== undefined) return true;
  return noAnswerCodes.has(String(fieldOf(error, 'code')));
}

/** The claim that made a token invalid; the library puts it into the cause of the cause. */
function failedClaimOf(error: unknown): unknown {
  return fieldOf(fieldOf(fieldOf(error, 'cause'), 'cause'), 'claim');
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && field in value
    ? (value as Record<string, unknown>)[field]
    : undefined;
}

/** Where identity providers send the browser back to (spec, GET /api/v1/auth/idp/callback). */
export function callbackUri(baseUrl: string): string {
  return `${baseUrl}/api/v1/auth/idp/callback`;
}

const scope = 'openid profile email';

export interface ExternalIssuerOptions {
  /**
   * Issuer identifier. The first sign-in reads its discovery document; the next one tries again after a
   * failure.
   */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string;
  /** Host root of this service without a trailing slash. */
  readonly baseUrl: string;
}

const timeoutSeconds = 10;

/**
 * Sign-in at the clinic's own identity provider, by authorization code with PKCE, state and nonce (design
 * D40). Plain HTTP only on loopback. In addition to TLS, the client checks the ID token's signature
 * against the provider's published keys.
 */
export function externalIssuer(options: ExternalIssuerOptions): IdentityProvider {
  const redirectUri = callbackUri(options.baseUrl);
  let configured: Promise<Configuration> | undefined;
  const configuration = async (): Promise<SignInStep<Configuration>> => {
    configured ??= discover(options);
    try {
      return { ok: true, value: await configured };
    } catch (cause) {
      configured = undefined;
      return { ok: false, reason: 'provider_unreachable', cause };
    }
  };

  return {
    async begin() {
      const client = await import('openid-client');
      const config = await configuration();
      if (!config.ok) return config;
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config.value, {
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { ok: true, value: { url: url.href, pending } };
    },

    async complete(callbackUrl, pending) {
      const client = await import('openid-client');
      const config = await configuration();
      if (!config.ok) return config;
      if (callbackUrl.searchParams.get('state') !== pending.state) {
        return { ok: false, reason: 'state_mismatch', cause: undefined };
      }
      try {
        return { ok: true, value: await exchange(config.value, callbackUrl, pending) };
      } catch (cause) {
        return { ok: false, reason: signInFailureOf(client, cause), cause };
      }
    },
  };

  async function exchange(config: Configuration, callbackUrl: URL, pending: SignInState) {
    const client = await import('openid-client');
    const answered = new URL(redirectUri);
    answered.search = callbackUrl.search;
    const tokens = await client.authorizationCodeGrant(config, answered, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.codeVerifier,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (idToken === undefined) throw new Error('no ID token');
    const whole = emailOf(idToken) !== null || !config.serverMetadata().userinfo_endpoint;
    const info = whole ? {} : await client.fetchUserInfo(config, tokens.access_token, idToken.sub);
    return claimsOf(idToken, info);
  }
}

async function discover({
  issuer,
  clientId,
  clientSecret,
}: ExternalIssuerOptions): Promise<Configuration> {
  const client = await import('openid-client');
  const server = new URL(issuer);
  const method = authentication(client, clientSecret);
  return client.discovery(server, clientId, undefined, method, {
    timeout: timeoutSeconds,
    [client.customFetch]: boundedFetch,
    execute: [
      client.enableNonRepudiationChecks,
      ...(isLoopbackHost(server.hostname) ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** Bytes of an answer: keys and tokens of real providers have some kilobytes. */
const mostBytes = 1024 * 1024;

/** `fetch` whose answer breaks off beyond `mostBytes`: a provider that lies must not fill this process's memory. */
const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  let bytes = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) controller.error(new Error('the answer of the provider is too long'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(bounded) ?? null, response);
};

/** Sends the secret by HTTP Basic, or in the form to providers that accept it only there. */
function authentication(client: Client, secret: string | undefined): ClientAuth {
  if (secret === undefined) return client.None();
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, metadata, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const inForm =
      methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (inForm ? post : basic)(server, metadata, body, headers);
  };
}

/** Characters: of a subject as OpenID Connect says, of an address as mail does, of a name as a page can show it. */
const longest = { subject: 255, email: 320, name: 200 } as const;

/** The identity comes from the signed ID token only; the other claims may come from the user info. */
function claimsOf(idToken: IDToken, info: Claims): IdentityClaims {
  const { iss, sub } = idToken;
  if (sub.length > longest.subject) throw new Error('the subject of the ID token is too long');
  const either = (name: string) => textOf(idToken[name]) ?? textOf(info[name]);
  // Each source must verify its own address.
  const email = emailOf(idToken) ?? emailOf(info);
  const displayName = either('name') ?? either('preferred_username') ?? email ?? sub;
  const shown = displayName.slice(0, longest.name).toWellFormed();
  return { issuer: iss, subject: sub, email, displayName: shown };
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * The e-mail address if the provider has verified it; some providers write `true` as text. At many
 * providers users can enter any address, so unverified ones do not count.
 */
function emailOf(claims: Claims): string | null {
  const verified = [true, 'true'].includes(claims['email_verified'] as boolean | string);
  const email = verified ? textOf(claims['email']) : undefined;
  return email !== undefined && email.length <= longest.email ? email : null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
