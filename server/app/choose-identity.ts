import {
  createEmbeddedIssuer,
  type EmbeddedIssuer,
  type EmbeddedIssuerOptions,
} from '../adapters/oidc/embedded-issuer.ts';
import { externalIssuer } from '../adapters/oidc/external-issuer.ts';
import type { Config } from '../config/config.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';

export interface IdentityOptions
  extends Pick<Config, 'idp' | 'dev'>,
    Pick<EmbeddedIssuerOptions, 'baseUrl' | 'ticketStore' | 'onTicketRefused'> {}

/** How people sign in here, and its name for the journal. */
export interface ChosenIdentity {
  readonly identity: IdentityProvider;
  readonly signInMethod: 'oidc' | 'embedded';
  /** Present when the embedded issuer was chosen. */
  readonly issuer?: EmbeddedIssuer;
}

/** The clinic's own provider, else the embedded issuer (design D40). */
export function chooseIdentity(options: IdentityOptions): ChosenIdentity {
  const { idp, dev, baseUrl } = options;
  if (idp !== null) {
    const { issuer, clientId, clientSecret } = idp;
    const secret = clientSecret === null ? {} : { clientSecret: clientSecret.reveal() };
    const identity = externalIssuer({ issuer, clientId, baseUrl, ...secret });
    return { identity, signInMethod: 'oidc' };
  }
  const issuer = createEmbeddedIssuer({
    ...options,
    ...(dev ? { devLogin: 'dev' } : {}),
    // To the terminal, never to the log: anyone who reads the link can sign in with it.
    onLinkNeeded: (link) => process.stderr.write(`To sign in once, open ${link}\n`),
  });
  return { identity: issuer.identity, signInMethod: 'embedded', issuer };
}
