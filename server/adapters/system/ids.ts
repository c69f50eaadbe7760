import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { IdPrefix } from '../../domain/ids.ts';
import { itemAt } from '../../domain/item-at.ts';
import type { Ids } from '../../ports/ids.ts';

const poolBytes = 8192;

/**
 * Identifiers that sort by creation, also within one millisecond and when the wall clock steps back
 * (spec, Conventions), and random bytes. Both come from one pool, because a system call for each id would
 * cost more than all other work on ids. The pool erases the bytes that it returns.
 */
export function createIds(now: () => number = Date.now): Ids {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;

  const fillFor = (size: number): void => {
    if (used + size <= poolBytes) return;
    randomFillSync(pool);
    used = 0;
  };
  const take = (size: number): Uint8Array => {
    if (size > poolBytes) return randomFillSync(new Uint8Array(size));
    fillFor(size);
    const bytes = pool.slice(used, used + size);
    pool.fill(0, used, used + size);
    used += size;
    return bytes;
  };

  const takeByte = (): number => {
    fillFor(1);
    const byte = itemAt(pool, used);
    pool[used] = 0;
    used += 1;
    return byte;
  };

  // A ULID symbol has 5 bits, so one byte gives an unbiased symbol.
  const ulid = monotonicFactory(() => takeByte() / 256);

  return {
    next: (prefix: IdPrefix) => `${prefix}_${ulid(now())}`,
    randomBytes: take,
  } as Ids;
}
