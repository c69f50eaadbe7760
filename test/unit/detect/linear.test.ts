import { describe, expect, it, vi } from 'vitest';
import { isLinear, listedProofs, proofOf, searchPatterns } from '../../support/linear-patterns.ts';

vi.resetModules();
const patterns = await searchPatterns();
const listed = listedProofs();
const unlisted = patterns.distinct.filter((pattern) => !listed.has(proofOf(pattern)));

describe('every pattern of detection and of the leak scan is matched in linear time', () => {
  it('the patterns that are built from strings are among those checked', () => {
    expect(patterns.built).toBeGreaterThanOrEqual(patterns.buildingPlaces);
  });

  it('a pattern that takes quadratic time is found', () => {
    expect(isLinear(/(?:\d+,?)+;/)).toBe(false);
  });

  it.each(unlisted.map((pattern) => ({ pattern })))('$pattern', ({ pattern }) => {
    expect(isLinear(pattern)).toBe(true);
  });
});
