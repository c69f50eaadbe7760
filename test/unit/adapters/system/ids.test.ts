import { decodeTime } from 'ulid';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../server/adapters/system/clock.ts';
import { createIds } from '../../../../server/adapters/system/ids.ts';

describe('spec, Conventions: resource ids are ULIDs with a type prefix', () => {
  it.each(['agt', 'sess', 'evt', 'rep', 'req', 'usr'] as const)(
    'an id with the prefix %s_ is a ULID',
    (prefix) => {
      expect(createIds().next(prefix)).toMatch(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`));
    },
  );

  it('an id contains its creation time', () => {
    const id = createIds(() => 1_795_250_000_000).next('req');
    expect(decodeTime(id.slice('req_'.length))).toBe(1_795_250_000_000);
  });

  it('ids sort by creation within a millisecond and when the clock steps back', () => {
    const times = [5000, 5000, 5000, 4000, 5001, 4999, 5001];
    let at = 0;
    const ids = createIds(() => times[at++] ?? 6000);
    const made = Array.from({ length: 100 }, () => ids.next('evt'));
    expect(made).toEqual([...made].sort());
    expect(new Set(made).size).toBe(100);
  });
});

describe('the pool of random bytes', () => {
  it.each([0, 1, 16, 8191, 8192, 100_000])('returns %i bytes', (size) => {
    expect(createIds().randomBytes(size)).toHaveLength(size);
  });

  it('never returns the same bytes twice, and later calls do not change earlier results', () => {
    const ids = createIds();
    const drawn = Array.from({ length: 5000 }, () => ids.randomBytes(16));
    const text = drawn.map((bytes) => Buffer.from(bytes).toString('hex'));
    expect(new Set(text).size).toBe(5000);
    expect(text).not.toContain('0'.repeat(32));
  });
});

describe('the system clock', () => {
  it('returns milliseconds since the epoch, and microseconds that never decrease', () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
    const ticks = Array.from({ length: 1000 }, () => systemClock.monotonicUs());
    expect(ticks).toEqual([...ticks].sort((a, b) => a - b));
    expect(ticks.every(Number.isSafeInteger)).toBe(true);
  });
});
