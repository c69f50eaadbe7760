import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Clock } from '../../ports/clock.ts';

/** Requests per second that are sustained, and how many may come at once. */
interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Takes one token and answers 0, or answers the whole seconds until there is one. */
export type RateLimiter = () => number;

/** What is counted together, whichever listener it comes in by. */
export interface RateLimits {
  /** `/proxy` and `/voice/webhook`. */
  readonly calls: RateLimiter;
  /** All else of the API, of people who are signed in. */
  readonly management: RateLimiter;
  /** Sign-ins, which have no account yet, so that strangers can't use up an account's share. */
  readonly signIn: RateLimiter;
}

const callRate: Rate = { perSecond: 100, burst: 200 };
const managementRate: Rate = { perSecond: 30, burst: 60 };

/**
 * Those of the hosted service, per account (spec, Limits). An installation is one account. Of `replicas`
 * that serve it each lets its share through.
 */
export function hostedLimits(clock: Clock, replicas: () => number = () => 1): RateLimits {
  return {
    calls: tokenBucket(clock, callRate, replicas),
    management: tokenBucket(clock, managementRate, replicas),
    signIn: tokenBucket(clock, managementRate, replicas),
  };
}

/** A hook that refuses what comes too fast (design D42); none where nothing is counted. */
export function limitRate(take: RateLimiter | undefined) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const waitSeconds = take?.() ?? 0;
    if (waitSeconds === 0) return;
    void reply.header('retry-after', String(waitSeconds));
    throw new Fault('rate_limited', 'too many requests');
  };
}

/** A bucket that is full at first; one of as many that are filled together. */
export function tokenBucket(
  clock: Clock,
  rate: Rate,
  buckets: () => number = () => 1,
): RateLimiter {
  let tokens = rate.burst;
  let filledUs = clock.monotonicUs();
  return () => {
    const nowUs = clock.monotonicUs();
    const [perSecond, burst] = [rate.perSecond / buckets(), Math.max(1, rate.burst / buckets())];
    tokens = Math.min(burst, tokens + ((nowUs - filledUs) / 1_000_000) * perSecond);
    filledUs = nowUs;
    if (tokens < 1) return Math.ceil((1 - tokens) / perSecond);
    tokens -= 1;
    return 0;
  };
}
