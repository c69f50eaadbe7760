/** The sustained rate, and how many may come together. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Takes one token and returns 0; without a token, returns the whole seconds until there is one. */
export type TokenBucket = () => number;

/**
 * A bucket that starts full. `nowMs` is a clock in milliseconds. `buckets` is the number of buckets
 * that share the rate; each gives its share.
 */
export function createTokenBucket(
  rate: Rate,
  nowMs: () => number,
  buckets: () => number = () => 1,
): TokenBucket {
  let tokens = rate.burst;
  let filledMs = nowMs();
  return () => {
    const now = nowMs();
    const [perSecond, burst] = [rate.perSecond / buckets(), Math.max(1, rate.burst / buckets())];
    tokens = Math.min(burst, tokens + ((now - filledMs) / 1_000) * perSecond);
    filledMs = now;
    if (tokens < 1) return Math.ceil((1 - tokens) / perSecond);
    tokens -= 1;
    return 0;
  };
}
