import { describe, expect, it } from 'vitest';
import { areKeysStored, keysNotStored } from '../../../server/domain/settings/keys-stored.ts';

const stored = { at: '2026-11-21T10:00:00.000Z', by: 'owner' };

describe('the copy of the keys', () => {
  it.each([
    ['nobody said so', keysNotStored, [{}], false],
    ['somebody said so', stored, [{ madeAt: '2026-11-21T09:00:00.000Z' }, {}], true],
    ['a key is newer', stored, [{ madeAt: '2026-11-22T09:00:00.000Z' }], false],
  ])('%s', (_what, said, keys, expected) => {
    expect(areKeysStored(said, keys)).toBe(expected);
  });
});
