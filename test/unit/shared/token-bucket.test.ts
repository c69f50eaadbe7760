import { describe, expect, it } from 'vitest';
import { createTokenBucket } from '../../../server/shared/token-bucket.ts';

describe('A token bucket', () => {
  it('gives the burst, then the sustained rate, and returns the seconds to wait', () => {
    let now = 0;
    const take = createTokenBucket({ perSecond: 2, burst: 3 }, () => now);
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
    now += 500;
    expect([take(), take()]).toEqual([0, 1]);
    now += 3_600_000;
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
  });

  it('gives its share of the rate of several buckets, also when their number changes', () => {
    let now = 0;
    let buckets = 3;
    const take = createTokenBucket(
      { perSecond: 3, burst: 6 },
      () => now,
      () => buckets,
    );
    expect([take(), take(), take()]).toEqual([0, 0, 1]);
    now += 1_000;
    expect([take(), take()]).toEqual([0, 1]);
    buckets = 1;
    now += 1_000;
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
  });

  it('returns more than a second at a rate below one per second', () => {
    const take = createTokenBucket({ perSecond: 0.1, burst: 1 }, () => 0);
    expect([take(), take()]).toEqual([0, 10]);
  });
});
