import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import { createTokenBucket, type Rate, type TokenBucket } from '../../shared/token-bucket.ts';

/** What is counted together, whichever listener it comes in by. */
export interface RateLimits {
  /** `/proxy` and `/voice/webhook`. */
  readonly calls: TokenBucket;
  /** All else of the API, of people who are signed in. */
  readonly management: TokenBucket;
  /** Sign-ins, which have no account yet, so that strangers can't use up an account's share. */
  readonly signIn: TokenBucket;
}

const callRate: Rate = { perSecond: 100, burst: 200 };
const managementRate: Rate = { perSecond: 30, burst: 60 };

/**
 * Those of the hosted service, per account (spec, Limits). An installation is one account. Of `replicas`
 * that serve it each lets its share through.
 */
export function hostedLimits(clock: Clock, replicas: () => number = () => 1): RateLimits {
  const nowMs = () => clock.monotonicUs() / 1_000;
  return {
    calls: createTokenBucket(callRate, nowMs, replicas),
    management: createTokenBucket(managementRate, nowMs, replicas),
    signIn: createTokenBucket(managementRate, nowMs, replicas),
  };
}

/** A hook that refuses what comes too fast (design D42); none where nothing is counted. */
export function limitRate(take: TokenBucket | undefined) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const waitSeconds = take?.() ?? 0;
    if (waitSeconds === 0) return;
    void reply.header('retry-after', String(waitSeconds));
    throw new Fault('rate_limited', 'too many requests');
  };
}
