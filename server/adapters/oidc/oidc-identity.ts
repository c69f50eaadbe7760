import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import { Fault } from '../../domain/fault.ts';
import type { Identity, IdentityClaims } from '../../ports/identity.ts';

const scope = 'openid profile email';

/**
 * Sign-in by authorization code with PKCE, state and nonce (design D40), over whatever issuer
 * `configure` answers for. It is asked at the first sign-in, not at start-up, and asked again after
 * a failure. `redirectUri` is exact.
 */
export function oidcIdentity(
  configure: () => Promise<Configuration>,
  redirectUri: string,
): Identity {
  let configured: Promise<Configuration> | undefined;
  const configuration = (): Promise<Configuration> => {
    configured ??= configure().catch((cause: unknown) => {
      configured = undefined;
      throw new Fault('internal_error', 'the identity provider cannot be reached', { cause });
    });
    return configured;
  };

  return {
    async begin() {
      const client = await import('openid-client');
      const config = await configuration();
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, pending };
    },

    async complete(callbackUrl, pending) {
      const client = await import('openid-client');
      const config = await configuration();
      const answered = new URL(redirectUri);
      answered.search = callbackUrl.search;
      try {
        const tokens = await client.authorizationCodeGrant(config, answered, {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.codeVerifier,
          idTokenExpected: true,
        });
        const idToken = tokens.claims();
        if (idToken === undefined) throw new Error('no ID token');
        const named = loginOf(idToken) !== undefined || !config.serverMetadata().userinfo_endpoint;
        return named
          ? claimsOf(idToken)
          : claimsOf({
              ...idToken,
              ...(await client.fetchUserInfo(config, tokens.access_token, idToken.sub)),
            });
      } catch (cause) {
        throw new Fault('unauthenticated', 'the identity provider did not confirm the sign-in', {
          cause,
        });
      }
    },
  };
}

type Claims = IDToken | (IDToken & UserInfoResponse);

/**
 * The e-mail where the provider vouches for it, else the preferred name, else the subject. At many
 * providers people may enter any e-mail they like, so an unverified one names nobody.
 */
function claimsOf(claims: Claims): IdentityClaims {
  const login = loginOf(claims) ?? claims.sub;
  return { login, displayName: textOf(claims['name']) ?? login };
}

function loginOf(claims: Claims): string | undefined {
  const email = claims['email_verified'] === true ? textOf(claims['email']) : undefined;
  return email ?? textOf(claims['preferred_username']);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
