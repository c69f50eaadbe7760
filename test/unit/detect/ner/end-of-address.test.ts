import { describe, expect, it } from 'vitest';
import { endOfAddress } from '../../../../server/detect/ner/spans-of.ts';
import { wordsOf } from '../../../../server/detect/ner/word-features.ts';

describe('an address that the model finds takes the unit behind it', () => {
  it.each<[address: string, more: string, rest: string]>([
    ['six ten west larch', ' unit four', ' please'],
    ['six ten west larch', ', apartment number twelve b', ''],
    ['410 Larch', ' apt 3C', '.'],
    ['410 larch', '', ' unit'],
    ['410 larch', '', ' four of us live there'],
    ['410 larch', '', ''],
  ])('%s|%s|%s', (address, more, rest) => {
    const end = endOfAddress(wordsOf(address + more + rest), address.length);
    expect(end).toBe(address.length + more.length);
  });
});
