import { describe, expect, it } from 'vitest';
import type { KnownValue } from '../../../server/domain/detection.ts';
import { scanEgress } from '../../../server/leak-scan/index.ts';
import { powerOfGrowth } from '../../support/cpu-time.ts';
import { finished } from '../../support/finished.ts';

const enforced = new Set(['PHONE', 'NAME']);
const body = (content: string) => JSON.stringify({ messages: [{ role: 'user', content }] });
const scan = (content: string, values: readonly KnownValue[] = []) =>
  scanEgress(body(content), { values, enforced, isOwnToken: () => false });

const known: KnownValue = { kind: 'NAME', canonical: 'ida quennell', surface: 'Ida Quennell' };
/** Two windows of the scan and more. */
const long = 40_000;
const filled = (unit: string, size: number) =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

describe('a long text is scanned in stretches (design D43)', () => {
  it.each([
    ['with blanks', 'and so on '],
    ['without any', 'andsoon.'],
  ])('%s: a value is found wherever it stands, and counted once', (_, unit) => {
    const rest = filled(unit, long);
    for (let at = 15_500; at < 17_500; at += 7) {
      const text = `${rest.slice(0, at)} 212-555-0123, Ida Quennell, ${rest.slice(at)}`;
      expect(finished(scan(text, [known]))).toMatchObject({
        patternHits: 1,
        exactMatchHits: 1,
        rules: ['exact.NAME', 'pattern.phone'],
      });
    }
  });

  it('the scan of a large body runs in steps', () => {
    expect([...scan(filled('and so on ', 200_000))].length).toBeGreaterThan(10);
  });
});

describe('the cost of a scan', () => {
  const phone = (no: number) => `(${200 + (no % 700)}) ${200 + ((no * 7) % 700)}-${1000 + no}`;
  const values = (count: number): readonly KnownValue[] =>
    Array.from({ length: count }, (_, no) => {
      const surface = phone(no);
      return { kind: 'PHONE', canonical: surface.replace(/\D/g, ''), surface };
    });
  const scanOf = (thousands: number) => {
    const text = filled('we talked of 12 of them, 202 of us 555 and others. ', thousands * 1000);
    return finished(scan(text, values(20 * thousands)));
  };

  it('the cost grows with the body and with the values, not with their product', async () => {
    expect(await powerOfGrowth(scanOf, 100, 400)).toBeLessThan(1.5);
  });
});
