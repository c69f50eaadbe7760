import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { IdPrefix } from '../../domain/ids.ts';
import type { Ids } from '../../ports/ids.ts';

const poolBytes = 8192;

/**
 * Identifiers that sort by creation, also within one millisecond and when the wall clock steps back
 * (spec, Conventions), and random bytes. Both draw on one pool, because a call to the system per id
 * costs more than all else a request does with ids. Bytes leave the pool as they are handed out.
 */
export function createIds(now: () => number = Date.now): Ids {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;

  const take = (size: number): Uint8Array => {
    if (size > poolBytes) return randomFillSync(new Uint8Array(size));
    if (used + size > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    const bytes = pool.slice(used, used + size);
    pool.fill(0, used, used + size);
    used += size;
    return bytes;
  };

  // One symbol of a ULID is 5 bits, so a byte in 256 parts is an unbiased draw.
  const ulid = monotonicFactory(() => (take(1)[0] ?? 0) / 256);

  return {
    next: (prefix: IdPrefix) => `${prefix}_${ulid(now())}`,
    randomBytes: take,
  } as Ids;
}
