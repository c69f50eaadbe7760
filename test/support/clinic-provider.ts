import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Configuration, Provider } from 'oidc-provider';
import { expiringStores } from './expiring-store.ts';
import { freePort } from './free-port.ts';

type TokenRequest = Readonly<Record<string, string>>;

/** A clinic's own identity provider, on a port of its own, with a login page and a consent page. */
export interface ClinicProvider {
  readonly issuer: string;
  /** What the token endpoint was sent, in order. */
  readonly tokenRequests: readonly TokenRequest[];
  /** From now on it publishes another key than it signs with. */
  publishAnotherKey(): void;
  /** Stops listening, until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface ClinicProviderOptions {
  readonly redirectUri: string;
  /** What it knows about a person, by their `sub`; the user info holds it, not the ID token. */
  readonly claims?: (subject: string) => Readonly<Record<string, unknown>>;
  readonly clientSecret?: string;
  /** How it takes the client's secret; by default as OpenID Connect does. */
  readonly secretIn?: 'client_secret_basic' | 'client_secret_post';
}

const clientId = 'svc';
const lifetimes = { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60 };

export async function clinicProvider(options: ClinicProviderOptions): Promise<ClinicProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, configurationOf(options));
  const tokenRequests: TokenRequest[] = [];
  provider.use(async (context, next) => {
    await next();
    if (context.path === '/token') tokenRequests.push({ ...context['oidc']?.body } as TokenRequest);
  });
  let jwks: { keys: JsonWebKey[] } | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname === '/jwks' && jwks !== undefined) {
      response.setHeader('content-type', 'application/jwk-set+json');
      response.end(JSON.stringify(jwks));
      return;
    }
    if (pathname.startsWith('/interaction/')) return interact(provider, request, response);
    await provider.callback()(request, response);
  }

  let server: Server | undefined;
  const clinic: ClinicProvider = {
    issuer,
    tokenRequests,
    publishAnotherKey: () => {
      const { kid, alg, use } = signingKey;
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg, use }] };
    },
    start: async () => {
      server = createServer((request, response) => void answer(request, response));
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    stop: async () => {
      if (server === undefined) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      server = undefined;
    },
  };
  await clinic.start();
  return clinic;
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signingKey = {
  ...privateKey.export({ format: 'jwk' }),
  kid: 'clinic',
  alg: 'RS256',
  use: 'sig',
};

function configurationOf(options: ClinicProviderOptions): Configuration {
  const { redirectUri, claims = () => ({}), clientSecret = 'known to both', secretIn } = options;
  return {
    adapter: expiringStores(Date.now),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        ...(secretIn === undefined ? {} : { token_endpoint_auth_method: secretIn }),
      },
    ],
    ...(secretIn === undefined ? {} : { clientAuthMethods: [secretIn] }),
    jwks: { keys: [signingKey as never] },
    cookies: { keys: ['of this test'] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    renderError: async (context, { error }) => {
      context.body = `refused: ${error}`;
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...claims(id) }),
    }),
    ttl: { ...lifetimes, Interaction: 60, Session: 60 },
  };
}

/** The login page, then the consent page; each is a form with the choices as its fields. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html');
    response.end(`<form method="post" data-prompt="${prompt.name}"></form>`);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const finish = (result: Parameters<Provider['interactionFinished']>[2]) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  if (form.get('choice') === 'cancel') return finish({ error: 'access_denied' });
  if (prompt.name === 'login') return finish({ login: { accountId: form.get('user') ?? '' } });
  const grant = new provider.Grant({
    clientId: String(params['client_id']),
    accountId: session?.accountId ?? '',
  });
  grant.addOIDCScope(String(params['scope']));
  return finish({ consent: { grantId: await grant.save() } });
}
