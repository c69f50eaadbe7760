import { decodeTime } from 'ulid';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../server/adapters/system/clock.ts';
import { createIds } from '../../../../server/adapters/system/ids.ts';

describe('spec, Conventions: resource ids are ULIDs with a type prefix', () => {
  it.each(['agt', 'sess', 'evt', 'rep', 'req', 'usr'] as const)('%s_', (prefix) => {
    expect(createIds().next(prefix)).toMatch(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`));
  });

  it('carries the time of its making', () => {
    const id = createIds(() => 1_795_250_000_000).next('req');
    expect(decodeTime(id.slice('req_'.length))).toBe(1_795_250_000_000);
  });

  it('sorts by creation within a millisecond and when the clock steps back', () => {
    const times = [5000, 5000, 5000, 4000, 5001, 4999, 5001];
    let at = 0;
    const ids = createIds(() => times[at++] ?? 6000);
    const made = Array.from({ length: 100 }, () => ids.next('evt'));
    expect(made).toEqual([...made].sort());
    expect(new Set(made).size).toBe(100);
  });
});

describe('random bytes', () => {
  it.each([0, 1, 16, 8191, 8192, 100_000])('gives %i of them', (size) => {
    expect(createIds().randomBytes(size)).toHaveLength(size);
  });

  it('never gives the same bytes twice, nor lets later draws change earlier ones', () => {
    const ids = createIds();
    const drawn = Array.from({ length: 5000 }, () => ids.randomBytes(16));
    const text = drawn.map((bytes) => Buffer.from(bytes).toString('hex'));
    expect(new Set(text).size).toBe(5000);
    expect(text).not.toContain('0'.repeat(32));
  });
});

describe('the machine’s clock', () => {
  it('tells milliseconds since the epoch and microseconds that never go back', () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
    const ticks = Array.from({ length: 1000 }, () => systemClock.monotonicUs());
    expect(ticks).toEqual([...ticks].sort((a, b) => a - b));
    expect(ticks.every(Number.isSafeInteger)).toBe(true);
  });
});
