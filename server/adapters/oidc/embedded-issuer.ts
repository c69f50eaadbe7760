import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inject } from 'light-my-request';
import { embeddedIssuerName, type IdentityProvider } from '../../ports/identity-provider.ts';
import { clientId, embeddedProvider, issuerOf, signInLink } from './embedded-provider.ts';
import { issuerPages, type SignInPageOptions } from './issuer-pages.ts';
import { callbackUri, oidcIdentity } from './oidc-identity.ts';
import { createTickets, memoryTickets, type TicketStore } from './tickets.ts';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/**
 * A `fetch` that calls `handler` without a network, for requests of this process to its own issuer: it
 * cannot deadlock, and it works with any proxy or certificate in front of the base URL.
 */
function inProcessFetch(handler: () => Promise<RequestHandler>) {
  return async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const handle = await handler();
    const target = new URL(url);
    const answer = await inject(
      (request, response) => handle(request as never, response as never),
      {
        method: (method ?? 'GET') as 'GET',
        url: target.pathname + target.search,
        headers: { ...headers, host: target.host },
        ...(body === undefined || body === null ? {} : { payload: String(body) }),
      },
    );
    const known = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return new Response(answer.payload, {
      status: answer.statusCode,
      headers: Object.fromEntries(known) as Record<string, string>,
    });
  };
}

export interface EmbeddedIssuerOptions extends SignInPageOptions {
  /** Stores one-time tickets; default: in memory. */
  readonly ticketStore?: TicketStore;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The issuer of a single machine (design D40), with one-time tickets instead of passwords. */
export interface EmbeddedIssuer {
  readonly identity: IdentityProvider;
  /** Answers everything under `/idp`; rejects, having sent nothing, when the issuer fails. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** A link that signs in `login` (default `owner`) once, within 15 minutes. */
  createSignInLink(login?: string): string;
}

export function createEmbeddedIssuer(options: EmbeddedIssuerOptions): EmbeddedIssuer {
  const { baseUrl, now = Date.now } = options;
  const clientSecret = randomBytes(32).toString('base64url');
  const tickets = createTickets(options.ticketStore ?? memoryTickets(), now);
  let loading: ReturnType<typeof embeddedProvider> | undefined;
  const provider = () => {
    loading ??= embeddedProvider({ baseUrl, clientSecret, now });
    return loading;
  };
  const createSignInLink = (login?: string) => signInLink(baseUrl, tickets, login);

  return {
    identity: withStableIssuer(
      oidcIdentity(async () => {
        const client = await import('openid-client');
        const configuration = new client.Configuration(
          metadataOf(issuerOf(baseUrl)),
          clientId,
          { id_token_signed_response_alg: 'ES256' },
          client.ClientSecretBasic(clientSecret),
        );
        // The requests never leave this process.
        client.allowInsecureRequests(configuration);
        client.enableNonRepudiationChecks(configuration);
        configuration[client.customFetch] = inProcessFetch(async () => {
          const answer = (await provider()).callback();
          return (request, response) => {
            request.url = request.url?.replace(/^\/idp/, '') ?? '/';
            void answer(request, response);
          };
        });
        return configuration;
      }, callbackUri(baseUrl)),
    ),
    handle: issuerPages({ ...options, provider, tickets, createSignInLink }),
    createSignInLink,
  };
}

/** Replaces the issuer name, so that a changed base URL does not change the identity of users. */
function withStableIssuer(identity: IdentityProvider): IdentityProvider {
  return {
    begin: identity.begin,
    complete: async (callbackUrl, pending) => {
      const step = await identity.complete(callbackUrl, pending);
      if (!step.ok) return step;
      return { ok: true, value: { ...step.value, issuer: embeddedIssuerName } };
    },
  };
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}
