import { describe, expect, it } from 'vitest';
import {
  keyOf,
  markMissed,
  markNotPrivate,
  privateValues,
  valuesInClear,
} from '../../../server/calls/marked-values.ts';

const value = (kind: string, canonical: string) => ({ kind, canonical, surface: canonical });
const callOf = (...known: ReturnType<typeof value>[]) => ({
  known,
  knownKeys: new Set(known.map(keyOf)),
  notPrivate: [],
});

describe('values that people marked as not private (decision 0084)', () => {
  it.each([
    ['a value alone', ['NAME', 'quennell'], [], true],
    [
      'a value with its own words known',
      ['NAME', 'ida quennell'],
      [
        ['NAME', 'ida'],
        ['NAME', 'quennell'],
      ],
      true,
    ],
    ['a word of a longer name', ['NAME', 'quennell'], [['NAME', 'ida quennell']], false],
    ['a name inside an address', ['NAME', 'quennell'], [['ADDRESS', '4 quennell road']], false],
    ['a word inside another word', ['NAME', 'ida'], [['NAME', 'idaho']], true],
    ['digits inside a longer number', ['ACCOUNT', '4411'], [['MRN', 'mrn-9344112']], false],
    ['a value with another kind', ['ACCOUNT', '440012'], [['MRN', '440012']], false],
  ] as const)('%s', (_what, [kind, canonical], others, isOpen) => {
    const call = callOf(value(kind, canonical), ...others.map(([k, c]) => value(k, c)));
    markNotPrivate(call, { kind, canonical });
    markNotPrivate(call, { kind, canonical });
    expect(valuesInClear(call)?.whole.has(keyOf({ kind, canonical }))).toBe(isOpen);
    expect(call.notPrivate).toHaveLength(1);
  });

  it('opens the words of a name that nothing else holds, and the leak scan forgets them', () => {
    const call = callOf(
      ...['ida quennell', 'ida', 'quennell', 'rue quennell'].map((c) => value('NAME', c)),
    );
    markNotPrivate(call, { kind: 'NAME', canonical: 'ida quennell' });
    expect([...(valuesInClear(call)?.words ?? [])]).toEqual(['NAME\0ida']);
    expect(privateValues(call).map(({ canonical }) => canonical)).toEqual([
      'quennell',
      'rue quennell',
    ]);
  });

  it('masks a value again that is marked as missed later', () => {
    const call = callOf();
    markNotPrivate(call, value('NAME', 'quennell'));
    markMissed(call, value('NAME', 'quennell'));
    expect(valuesInClear(call)).toBeUndefined();
    expect(privateValues(call)).toEqual([value('NAME', 'quennell')]);
  });
});
