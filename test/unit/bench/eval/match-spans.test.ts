import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coveredShare,
  intersectionOverUnion,
  type KindSpan,
  matchSpans,
} from '../../../bench/eval/match-spans.ts';

const span = (start: number, end: number, kind = 'PHONE'): KindSpan => ({ kind, start, end });

describe('intersection over union counts characters', () => {
  it.each([
    ['the same span', span(0, 10), span(0, 10), 1],
    ['half of both together', span(0, 10), span(0, 5), 0.5],
    ['spans that touch', span(0, 5), span(5, 10), 0],
    ['spans apart', span(0, 5), span(8, 10), 0],
    ['shifted by half', span(0, 4), span(2, 6), 1 / 3],
    ['two empty spans', span(3, 3), span(3, 3), 0],
  ])('%s', (_, a, b, expected) => {
    expect(intersectionOverUnion(a, b)).toBeCloseTo(expected);
    expect(intersectionOverUnion(b, a)).toBeCloseTo(expected);
  });
});

describe('a found span answers a wanted span of its kind', () => {
  it('when exactly half of their characters are common, and not below', () => {
    expect(matchSpans([span(0, 10)], [span(0, 5)])).toEqual([[0, 0]]);
    expect(matchSpans([span(0, 10)], [span(0, 4)])).toEqual([]);
  });

  it('never under another kind', () => {
    expect(matchSpans([span(0, 10, 'SSN')], [span(0, 10, 'PHONE')])).toEqual([]);
  });

  it('a found span answers one wanted span only', () => {
    expect(matchSpans([span(0, 10), span(10, 20)], [span(0, 20)])).toEqual([[0, 0]]);
    expect(matchSpans([span(0, 10)], [span(0, 5), span(5, 10)])).toEqual([[0, 0]]);
  });

  it('the closest pair first', () => {
    const wanted = [span(0, 10), span(2, 12)];
    expect(matchSpans(wanted, [span(2, 12)])).toEqual([[1, 0]]);
    expect(matchSpans(wanted, [span(2, 12), span(0, 9)])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('at threshold 1 only with the same ends', () => {
    expect(matchSpans([span(0, 10)], [span(0, 9)], 1)).toEqual([]);
    expect(matchSpans([span(0, 10)], [span(0, 10)], 1)).toEqual([[0, 0]]);
  });

  it('one to one and above the threshold, whatever the spans', () => {
    const spans = fc.array(
      fc
        .tuple(fc.nat(30), fc.integer({ min: 1, max: 8 }), fc.constantFrom('PHONE', 'SSN'))
        .map(([start, length, kind]) => span(start, start + length, kind)),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(spans, spans, (wanted, found) => {
        const pairs = matchSpans(wanted, found);
        expect(new Set(pairs.map(([at]) => at)).size).toBe(pairs.length);
        expect(new Set(pairs.map(([, by]) => by)).size).toBe(pairs.length);
        for (const [at, by] of pairs) {
          const pair = [wanted[at], found[by]] as [KindSpan, KindSpan];
          expect(pair[0].kind).toBe(pair[1].kind);
          expect(intersectionOverUnion(...pair)).toBeGreaterThanOrEqual(0.5);
        }
      }),
    );
  });
});

describe('the covered share of a span', () => {
  it.each([
    ['nothing near', [], 0],
    ['half of it', [span(0, 5)], 0.5],
    ['parts that overlap each other count once', [span(0, 4), span(2, 6)], 0.6],
    ['an inner part does not undo a longer one', [span(0, 8), span(1, 3)], 0.8],
    ['more than the whole', [span(0, 50)], 1],
  ])('%s', (_, others, expected) => {
    expect(coveredShare(span(0, 10), others)).toBeCloseTo(expected);
  });
});
