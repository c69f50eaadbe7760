import { createHash, randomBytes } from 'node:crypto';

/** One-time sign-in tickets; only their hashes are kept, in memory. */
export interface Tickets {
  issue(login: string): string;
  /** The login a ticket was issued for, once; undefined when unknown, spent or too old. */
  spend(ticket: string): string | undefined;
  /** True while some ticket could still be spent. */
  outstanding(): boolean;
}

const lifetimeMs = 15 * 60_000;
const maxTickets = 32;

/** `now` is milliseconds since the epoch. Tickets last 15 minutes; at most 32 wait at a time. */
export function createTickets(now: () => number): Tickets {
  const waiting = new Map<string, { login: string; expiresAt: number }>();
  return {
    issue(login) {
      const [oldest] = waiting.keys();
      if (waiting.size >= maxTickets && oldest !== undefined) waiting.delete(oldest);
      const ticket = randomBytes(32).toString('base64url');
      waiting.set(hashOf(ticket), { login, expiresAt: now() + lifetimeMs });
      return ticket;
    },
    spend(ticket) {
      const key = hashOf(ticket);
      const entry = waiting.get(key);
      waiting.delete(key);
      return entry !== undefined && entry.expiresAt > now() ? entry.login : undefined;
    },
    outstanding: () => [...waiting.values()].some(({ expiresAt }) => expiresAt > now()),
  };
}

/** Looked up by hash, so that timing tells nothing about the tickets that wait. */
function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
