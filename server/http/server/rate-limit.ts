import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import { createTokenBucket, type Rate, type TokenBucket } from '../../shared/token-bucket.ts';

/** One limiter per kind of request, shared by both listeners. */
export interface RateLimits {
  /** `/proxy` and `/voice/webhook`. */
  readonly calls: TokenBucket;
  /** The rest of the API, for people who are signed in. */
  readonly management: TokenBucket;
  /** Sign-ins have a limiter of their own, so that strangers cannot use up an account's share. */
  readonly signIn: TokenBucket;
}

const callRate: Rate = { perSecond: 100, burst: 200 };
const managementRate: Rate = { perSecond: 30, burst: 60 };

/**
 * The limits of the hosted service, per account (spec, Limits). An installation is one account. Each of
 * its `replicas` allows its share.
 */
export function hostedLimits(clock: Clock, replicas: () => number = () => 1): RateLimits {
  const nowMs = () => clock.monotonicUs() / 1_000;
  return {
    calls: createTokenBucket(callRate, nowMs, replicas),
    management: createTokenBucket(managementRate, nowMs, replicas),
    signIn: createTokenBucket(managementRate, nowMs, replicas),
  };
}

/** A hook that refuses requests beyond the limit (design D42); without a limiter it refuses none. */
export function limitRate(take: TokenBucket | undefined) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const waitSeconds = take?.() ?? 0;
    if (waitSeconds === 0) return;
    void reply.header('retry-after', String(waitSeconds));
    throw new Fault('rate_limited', 'too many requests');
  };
}
