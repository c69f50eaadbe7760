import type { Configuration, IDToken } from 'openid-client';
import type { IdentityProvider, IdentityClaims, SignInState, SignInStep } from '../../ports/identity.ts';
import { signInFailureOf } from './sign-in-failure.ts';

const scope = 'openid profile email';

/**
 * Sign-in by authorization code with PKCE, state and nonce (design D40), over whatever issuer
 * `configure` answers for. It is asked at the first sign-in, not at start-up, and asked again after
 * a failure. `redirectUri` is exact.
 */
export function oidcIdentity(
  configure: () => Promise<Configuration>,
  redirectUri: string,
): IdentityProvider {
  let configured: Promise<Configuration> | undefined;
  const configuration = async (): Promise<SignInStep<Configuration>> => {
    configured ??= configure();
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

/** Who somebody is comes from the signed ID token alone; the rest may come from the user info. */
function claimsOf(idToken: IDToken, info: Claims): IdentityClaims {
  const { iss, sub } = idToken;
  const either = (name: string) => textOf(idToken[name]) ?? textOf(info[name]);
  // Never an address of the one that the other has verified.
  const email = emailOf(idToken) ?? emailOf(info);
  const displayName = either('name') ?? either('preferred_username') ?? email ?? sub;
  return { issuer: iss, subject: sub, email, displayName };
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * The e-mail address where the provider vouches for it; some write `true` as text. At many providers
 * people may enter any address they like, so an unverified one is not used.
 */
function emailOf(claims: Claims): string | null {
  const verified = [true, 'true'].includes(claims['email_verified'] as boolean | string);
  return (verified ? textOf(claims['email']) : undefined) ?? null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
