import { createHash, randomBytes } from 'node:crypto';

/** A link that signs in `login` once, within 15 minutes. `baseUrl` has no trailing slash. */
export function signInLink(baseUrl: string, tickets: Tickets, login = 'owner'): string {
  return `${baseUrl}/idp/sign-in?ticket=${tickets.issue(login)}`;
}

/** One-time sign-in tickets. */
export interface Tickets {
  issue(login: string): string;
  /** The login of a ticket, once; undefined when unknown, spent or expired. */
  spend(ticket: string): string | undefined;
  /** True while a valid ticket is unspent. */
  outstanding(): boolean;
}

/** The login that a ticket signs in, and its expiry in milliseconds since the epoch. */
export interface Ticket {
  readonly login: string;
  readonly expiresAt: number;
}

/** Stores tickets by the hash of their text; the text itself is not stored. */
export interface TicketStore {
  put(hash: string, ticket: Ticket): void;
  /** Removes and returns the ticket; only one of several concurrent callers gets it. */
  take(hash: string): Ticket | undefined;
  all(): readonly (readonly [hash: string, ticket: Ticket])[];
}

const lifetimeMs = 15 * 60_000;
const maxTickets = 32;

/** `now` is milliseconds since the epoch. Tickets are valid for 15 minutes; at most 32 exist at a time. */
export function createTickets(store: TicketStore, now: () => number): Tickets {
  const makeRoom = (): void => {
    const oldestFirst = store.all().toSorted(([, a], [, b]) => a.expiresAt - b.expiresAt);
    const surplus = oldestFirst.length - maxTickets + 1;
    oldestFirst.forEach(([hash, { expiresAt }], index) => {
      if (index < surplus || expiresAt <= now()) store.take(hash);
    });
  };
  return {
    issue(login) {
      makeRoom();
      const ticket = randomBytes(32).toString('base64url');
      store.put(hashOf(ticket), { login, expiresAt: now() + lifetimeMs });
      return ticket;
    },
    spend(ticket) {
      const found = store.take(hashOf(ticket));
      return found !== undefined && found.expiresAt > now() ? found.login : undefined;
    },
    outstanding: () => store.all().some(([, { expiresAt }]) => expiresAt > now()),
  };
}

/** Hashing the lookup key makes timing reveal nothing about the stored tickets. */
function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
