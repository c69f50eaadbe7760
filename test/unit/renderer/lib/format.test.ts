import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatLanguage,
  formatMicros,
  plural,
  shortHash,
} from '../../../../renderer/lib/format.ts';

describe('formatting figures', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [999.6, '1.0 s'],
    [12_400, '12.4 s'],
    [59_900, '59.9 s'],
    [59_999, '1 min 0 s'],
    [200_000, '3 min 20 s'],
    [119_700, '2 min 0 s'],
    [3_599_900, '1 h 0 min'],
    [7_500_000, '2 h 5 min'],
  ])('%d ms is formatted as a duration', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([
    [840, '0.84 ms'],
    [9_999, '10 ms'],
    [12_345, '12 ms'],
    [1_234_567, '1,235 ms'],
  ])('%d µs is formatted as a latency', (us, text) => {
    expect(formatMicros(us)).toBe(text);
  });

  it.each([
    [0, '0 B'],
    [512, '512 B'],
    [999, '999 B'],
    [4_100_000, '4.1 MB'],
    [999_999, '1.0 MB'],
  ])('%d bytes are formatted with a unit', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('counts, hashes and plurals are formatted', () => {
    expect(formatCount(12_345)).toBe('12,345');
    expect(plural(1, 'call')).toBe('1 call');
    expect(plural(2, 'call')).toBe('2 calls');
    expect(plural(1_000, 'query', 'queries')).toBe('1,000 queries');
    expect(shortHash('0123456789abcdef'.repeat(4))).toBe('01234567…abcdef');
  });
});

it.each([
  ['de', 'German'],
  ['ht', 'Haitian Creole'],
  ['und', 'unknown'],
])('the language %s has a name', (tag, name) => {
  expect(formatLanguage(tag)).toBe(name);
});
