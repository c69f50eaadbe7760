import { describe, expect, it } from 'vitest';
import { formatAge, formatUptime } from '../../../../renderer/system/strings.ts';

describe('ages in days', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');

  it.each([
    ['2026-11-21T11:00:00.000Z', 'today'],
    ['2026-11-20T11:00:00.000Z', '1 day'],
    ['2026-11-02T11:00:00.000Z', '19 days'],
    // With a clock that was set back, nothing is younger than today.
    ['2026-11-22T12:00:00.000Z', 'today'],
  ])('the age of %s is %s', (iso, age) => {
    expect(formatAge(iso, now)).toContain(`(${age})`);
  });

  it('the uptime of a service is in minutes or in days', () => {
    expect(formatUptime(90)).toBe('1 min 30 s');
    expect(formatUptime(3 * 86_400 + 5)).toBe('3 days');
  });
});
