import { createHash, randomBytes } from 'node:crypto';
import { RecentMap } from '../../domain/recent-map.ts';
import { embeddedIssuerName, type IdentityProvider } from '../../ports/identity-provider.ts';
import { createTickets, signInLink, type TicketStore } from './tickets.ts';

export interface EmbeddedIssuerOptions {
  /** Host root of this service without a trailing slash. */
  readonly baseUrl: string;
  readonly ticketStore: TicketStore;
  /** Signs in this login without a prompt, where a page allows it (`SVC_DEV=1`). */
  readonly devLogin?: string;
  /** Called with a fresh one-time link when a user wants to sign in and no link is outstanding. */
  readonly onLinkNeeded?: (link: string) => void;
  /** Called after an attempt with a ticket that is unknown, spent or expired. */
  readonly onTicketRefused?: () => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The issuer of a single machine (design D40), with one-time tickets instead of passwords. */
export interface EmbeddedIssuer {
  readonly identity: IdentityProvider;
  /**
   * Spends a ticket ('' when the browser shows none) for a code, which signs in the browser whose
   * sign-in has this PKCE challenge. With `dev`, the development login needs no ticket. Undefined when a
   * ticket must be asked for.
   */
  codeFor(asked: { ticket: string; challenge: string; dev: boolean }): Promise<string | undefined>;
  /** A link that signs in `login` (default `owner`) once, within 15 minutes. */
  createSignInLink(login?: string): string;
}

/** A person who has shown a ticket, until the sign-in comes back with the code. */
interface Grant {
  readonly login: string;
  /** PKCE challenge (RFC 7636, S256) of the sign-in that the ticket was spent for. */
  readonly challenge: string;
  readonly expiresAt: number;
}

const codeLifetimeMs = 60_000;
/** Anyone who has tickets can have codes issued: beyond this number the oldest code is dropped. */
const maxCodes = 500;

/**
 * The authorization code flow with PKCE and state, within this process: issuer and client are the same
 * program, so a call takes the place of the token endpoint, and there is no ID token (decision 0077).
 */
export function createEmbeddedIssuer(options: EmbeddedIssuerOptions): EmbeddedIssuer {
  const { baseUrl, devLogin, onLinkNeeded, onTicketRefused, now = Date.now } = options;
  const tickets = createTickets(options.ticketStore, now);
  const codes = new RecentMap<string, Grant>(maxCodes);
  const createSignInLink = (login?: string) => signInLink(baseUrl, tickets, login);
  const issueCode = (login: string, challenge: string): string => {
    const code = randomText();
    codes.set(code, { login, challenge, expiresAt: now() + codeLifetimeMs });
    return code;
  };
  /** The login of a code, once. */
  const exchange = (code: string, codeVerifier: string): string | undefined => {
    const grant = codes.get(code);
    codes.delete(code);
    const isGood = grant?.challenge === challengeOf(codeVerifier) && grant.expiresAt > now();
    return isGood ? grant.login : undefined;
  };

  return {
    identity: {
      async begin() {
        const pending = { state: randomText(), nonce: '', codeVerifier: randomText() };
        const url = new URL(`${baseUrl}/idp/auth`);
        url.searchParams.set('state', pending.state);
        url.searchParams.set('code_challenge', challengeOf(pending.codeVerifier));
        return { ok: true, value: { url: url.href, pending } };
      },
      async complete({ searchParams }, { state, codeVerifier }) {
        const refused = (reason: 'state_mismatch' | 'code_refused') =>
          ({ ok: false, reason, cause: undefined }) as const;
        if (searchParams.get('state') !== state) return refused('state_mismatch');
        const login = exchange(searchParams.get('code') ?? '', codeVerifier);
        return login === undefined ? refused('code_refused') : { ok: true, value: claimsOf(login) };
      },
    },
    async codeFor({ ticket, challenge, dev }) {
      const login =
        (ticket === '' ? undefined : tickets.spend(ticket)) ?? (dev ? devLogin : undefined);
      if (login !== undefined) return issueCode(login, challenge);
      if (ticket !== '') await onTicketRefused?.();
      if (!tickets.outstanding()) onLinkNeeded?.(createSignInLink());
      return undefined;
    },
    createSignInLink,
  };
}

/** The admin who created the link has verified an address in it. */
function claimsOf(login: string) {
  const email = login.includes('@') ? login : null;
  return { issuer: embeddedIssuerName, subject: login, email, displayName: login };
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}

function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url');
}
