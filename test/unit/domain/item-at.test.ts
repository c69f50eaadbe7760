import { describe, expect, it } from 'vitest';
import { itemAt } from '../../../server/domain/item-at.ts';

describe('An item of a list', () => {
  it('is what stands at its index, also where that is 0 or empty', () => {
    expect(itemAt(['', 'b'], 0)).toBe('');
    expect(itemAt(new Float32Array([0, 1]), 0)).toBe(0);
  });

  it.each([-1, 2, 0.5, Number.NaN])('at the wrong index %d is an error', (index) => {
    expect(() => itemAt(['a', 'b'], index)).toThrow(RangeError);
    expect(() => itemAt(new Float32Array(2), index)).toThrow(RangeError);
  });
});
