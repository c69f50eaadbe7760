import { createEmbeddedIssuer, type EmbeddedIssuer } from '../adapters/oidc/embedded-issuer.ts';
import { externalIssuer } from '../adapters/oidc/external-issuer.ts';
import type { TicketStore } from '../adapters/oidc/tickets.ts';
import type { Secret } from '../domain/secret.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';

export interface IdentityOptions {
  /** The clinic's own provider; null: the embedded issuer. */
  readonly idp: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: Secret<string> | null;
  } | null;
  /** `SVC_DEV=1`: the embedded issuer signs in `dev` without a prompt. */
  readonly dev: boolean;
  /** Host root of this service without a trailing slash. */
  readonly baseUrl: string;
  /** For the embedded issuer: the store of its tickets, and the callback for a refused ticket. */
  readonly ticketStore: TicketStore;
  readonly onTicketRefused: () => Promise<void>;
}

/** How people sign in here, and its name for the journal. */
export interface ChosenIdentity {
  readonly identity: IdentityProvider;
  readonly signInMethod: 'oidc' | 'embedded';
  /** Present when the embedded issuer was chosen. */
  readonly issuer?: EmbeddedIssuer;
}

/** The clinic's own provider, else the embedded issuer (design D40). */
export function chooseIdentity(options: IdentityOptions): ChosenIdentity {
  const { idp, dev, baseUrl, ticketStore, onTicketRefused } = options;
  if (idp !== null) {
    const { issuer, clientId, clientSecret } = idp;
    const secret = clientSecret === null ? {} : { clientSecret: clientSecret.reveal() };
    const identity = externalIssuer({ issuer, clientId, baseUrl, ...secret });
    return { identity, signInMethod: 'oidc' };
  }
  const issuer = createEmbeddedIssuer({
    baseUrl,
    ticketStore,
    onTicketRefused,
    ...(dev ? { devLogin: 'dev' } : {}),
    // To the terminal, never to the log: anyone who reads the link can sign in with it.
    onLinkNeeded: (link) => process.stderr.write(`To sign in once, open ${link}\n`),
  });
  return { identity: issuer.identity, signInMethod: 'embedded', issuer };
}
