import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Mark, splitAtMarks } from '../../../../renderer/exposure/marks.ts';

const mark = (start: number, end: number): Mark => ({
  link: `${start}-${end}`,
  kind: 'NAME',
  name: 'NAME',
  start,
  end,
  label: 'NAME',
  masked: true,
});
const anyMark = fc.tuple(fc.integer({ min: -2, max: 40 }), fc.integer({ min: -2, max: 40 }));

describe('a text with marks', () => {
  it('a text is split where its marks begin and end', () => {
    const parts = splitAtMarks('I am Ann, call 555-0142', [mark(15, 23), mark(5, 8)]);
    expect(parts.map(({ text: segment, mark }) => [segment, mark?.link])).toEqual([
      ['I am ', undefined],
      ['Ann', '5-8'],
      [', call ', undefined],
      ['555-0142', '15-23'],
    ]);
  });

  it('the segments of a text join to the same text, whatever the marks', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(anyMark), (text, ranges) => {
        const parts = splitAtMarks(
          text,
          ranges.map(([start, end]) => mark(start, end)),
        );
        expect(parts.map(({ text: segment }) => segment).join('')).toBe(text);
        expect(new Set(parts.map(({ from }) => from)).size).toBe(parts.length);
      }),
    );
  });

  it('a mark that overlaps an earlier one or reaches past the end is dropped', () => {
    const parts = splitAtMarks('abcdef', [mark(0, 3), mark(2, 5), mark(4, 9), mark(3, 3)]);
    expect(parts.flatMap(({ mark }) => mark?.link ?? [])).toEqual(['0-3']);
  });
});
