import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from './free-port.ts';

type Claims = Readonly<Record<string, unknown>>;

/** What a provider says at a sign-in; what is absent is as it should be. */
export interface Lies {
  /** Of the header of the ID token. */
  readonly header?: Claims;
  /** Over those of an honest ID token; undefined takes one away. */
  readonly claims?: Claims;
  readonly userInfo?: Claims;
  /** Takes the place of the token's signature. */
  readonly signature?: (signed: string) => string;
  /** Over the discovery document. */
  readonly discovery?: Claims;
  /** Over the published keys. */
  readonly keys?: Claims;
  /** Over the answer of the token endpoint. */
  readonly tokens?: Claims;
  /** Over the answer at the callback. */
  readonly callback?: Readonly<Record<string, string>>;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' };

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const signed = (what: string) =>
  createSign('RSA-SHA256').update(what).sign(privateKey, 'base64url');

/** Signs with the public key as if it were a shared secret. */
export const asSecret = (what: string): string =>
  createHmac('sha256', publicKey.export({ format: 'pem', type: 'spki' }))
    .update(what)
    .digest('base64url');

/** An identity provider that agrees at once, and says what a test wants. */
export async function lyingProvider() {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  let lies: Lies = {};
  let nonce = '';
  const answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/me`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...lies.discovery,
    }),
    '/jwks': () => ({ keys: [publicJwk], ...lies.keys }),
    '/me': () => ({ sub: { sub: 'subject-1', ...lies.claims }.sub, ...lies.userInfo }),
    '/token': () => ({
      access_token: 'invented',
      token_type: 'Bearer',
      id_token: idToken(issuer, nonce, lies),
      ...lies.tokens,
    }),
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    await text(request);
    if (url.pathname === '/auth') {
      nonce = url.searchParams.get('nonce') ?? '';
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      const state = url.searchParams.get('state') ?? '';
      for (const [name, value] of Object.entries({ code: 'c', state, ...lies.callback }))
        back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    const answer = answers[url.pathname]?.();
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    issuer,
    tell: (next: Lies) => {
      lies = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function idToken(issuer: string, nonce: string, lies: Lies): string {
  const now = Math.floor(Date.now() / 1000);
  const honest = { iss: issuer, aud: 'svc', sub: 'subject-1', iat: now, exp: now + 60, nonce };
  const head = encoded({ alg: 'RS256', kid: 'k', ...lies.header });
  const what = `${head}.${encoded({ ...honest, ...lies.claims })}`;
  return `${what}.${(lies.signature ?? signed)(what)}`;
}
