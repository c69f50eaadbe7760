import type { FastifyInstance } from 'fastify';
import { Fault } from '../domain/fault.ts';
import type { Clock } from '../ports/clock.ts';
import type { ServerDeps } from './deps.ts';

/** Requests per second that are sustained, and how many may come at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Of the hosted service, per account (spec, Limits). An installation is one account. */
export const hostedRates = {
  calls: { perSecond: 100, burst: 200 },
  management: { perSecond: 30, burst: 60 },
} satisfies Record<string, Rate>;

/**
 * Limits a scope's rate where `deps` asks for it (design D42). Counted after the signature or the
 * cookie has been checked, so that strangers can't use up an account's share.
 */
export function limitRate(
  scope: FastifyInstance,
  { rateLimit, clock }: Pick<ServerDeps, 'rateLimit' | 'clock'>,
  rate: Rate,
): void {
  if (rateLimit !== 'hosted') return;
  const take = tokenBucket(clock, rate);
  scope.addHook('preHandler', async (_request, reply) => {
    const waitSeconds = take();
    if (waitSeconds === 0) return;
    void reply.header('retry-after', String(waitSeconds));
    throw new Fault('rate_limited', 'too many requests');
  });
}

/** Takes one token and answers 0, or answers the whole seconds until there is one. */
export function tokenBucket(clock: Clock, { perSecond, burst }: Rate): () => number {
  let tokens = burst;
  let filledUs = clock.monotonicUs();
  return () => {
    const nowUs = clock.monotonicUs();
    tokens = Math.min(burst, tokens + ((nowUs - filledUs) / 1_000_000) * perSecond);
    filledUs = nowUs;
    if (tokens < 1) return Math.ceil((1 - tokens) / perSecond);
    tokens -= 1;
    return 0;
  };
}
