import { describe, expect, it } from 'vitest';
import { signDelayMs } from '../../../../server/journal/index.ts';

describe('when the journal signs a checkpoint (design D24)', () => {
  it.each([
    ['an empty journal has nothing to sign', 0, 0, -1, undefined],
    ['the record of a checkpoint needs no checkpoint', 11, 10, -1, undefined],
    ['a record waits for 60 s', 1, 0, -1, 60_000],
    ['a seal waits for 100 ms', 5, 0, 4, 100],
    ['a seal under the last checkpoint does not count', 12, 10, 9, 60_000],
    ['255 records wait for 60 s', 255, 0, -1, 60_000],
    ['256 records wait as long as the store says', 256, 0, -1, 7],
    ['256 records wait no longer because of a seal', 300, 10, 299, 7],
  ])('%s', (_, size, covered, lastSeal, ms) => {
    expect(signDelayMs({ size, covered }, lastSeal, 7)).toBe(ms);
  });
});
