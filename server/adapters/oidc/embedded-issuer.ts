import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { embeddedIssuerName, type IdentityProvider } from '../../ports/identity.ts';
import { callbackUri } from './callback-uri.ts';
import { clientId, embeddedProvider, issuerOf } from './embedded-provider.ts';
import { inProcessFetch } from './in-process-fetch.ts';
import { memoryTickets } from './memory-tickets.ts';
import { oidcIdentity } from './oidc-identity.ts';
import { signInLink } from './sign-in-link.ts';
import { issuerPages } from './sign-in-steps.ts';
import { createTickets, type TicketStore } from './tickets.ts';

export interface EmbeddedIssuerOptions {
  /** Host root of this service without a trailing slash. */
  readonly baseUrl: string;
  /**
   * Signs in this login without a prompt (`SVC_DEV=1`); only while the base URL is a loopback name,
   * and only for connections from this machine that no proxy has forwarded.
   */
  readonly devLogin?: string;
  /** Called with a fresh one-time link when somebody wants to sign in and none is outstanding. */
  readonly onLinkNeeded?: (link: string) => void;
  /** Where one-time tickets wait; in memory when absent. */
  readonly ticketStore?: TicketStore;
  /** Called when somebody tried a ticket that is unknown, spent or too old. */
  readonly onTicketRefused?: () => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The issuer of a single machine (design D40), with no password: one-time tickets only. */
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
        // Never on the wire: the requests below stay inside this process.
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

/** The base URL may change; who signed in under the old one is the same person. */
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
