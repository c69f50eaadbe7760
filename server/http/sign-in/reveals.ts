import type { FastifyRequest } from 'fastify';
import { hasRight } from '../../contract/rights.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { OpenWebSession, Reveals } from '../../ports/web-sessions.ts';
import { webSessionOf } from './session-cookies.ts';

/** How long a reveal lasts, in milliseconds (decision 0088). */
const revealMs = 300_000;

/** What a reveal opens. */
export type Revealable = SessionId | 'roster';

/** Whether a web session may see real values of a call or of the roster at `now`. */
export function mayReveal(
  { user, session, seesAll }: OpenWebSession,
  what: Revealable,
  now: number,
): boolean {
  if (seesAll === true) return true;
  const until = session.reveals[what];
  return hasRight(user.role, 'reveal') && until !== undefined && Date.parse(until) > now;
}

/** Fault `forbidden` unless the request's web session may see real values. */
export function requireReveal(request: FastifyRequest, what: Revealable, now: number): void {
  if (!mayReveal(webSessionOf(request), what, now)) {
    throw new Fault('forbidden', 'reveal these values first: POST /api/v1/reveals');
  }
}

/** The reveals with a new one that begins at `now`, without those that have ended. */
export function withReveal(reveals: Reveals, what: Revealable, now: number): Reveals {
  const fresh = Object.entries(reveals).filter(([, until]) => Date.parse(until) > now);
  return { ...Object.fromEntries(fresh), [what]: new Date(now + revealMs).toISOString() };
}
