import { expect, test } from 'vitest';
import { type Figure, judge } from '../../../bench/cost/gate.ts';

const rounds = (before: readonly number[], now: readonly number[]): readonly Figure[] => [
  ...before.map((value): Figure => ({ row: 'a turn', side: 'before', value })),
  ...now.map((value): Figure => ({ row: 'a turn', side: 'now', value })),
];

const isDearer = (figures: readonly Figure[]) => judge(figures).map((row) => row.isDearer);

test('a row whose every round costs a tenth more is dearer', () => {
  expect(isDearer(rounds([10, 11, 12], [11, 12.2, 13.3]))).toEqual([true]);
});

test('a row is not dearer for rounds that other work disturbed', () => {
  expect(isDearer(rounds([10, 10, 10], [10.2, 14, 15]))).toEqual([false]);
});

test('a row is not dearer because the other product had one lucky round', () => {
  expect(isDearer(rounds([8, 10, 10], [10, 10, 10]))).toEqual([false]);
});

test('a row within a twentieth is not dearer', () => {
  expect(isDearer(rounds([10, 10, 10], [10.5, 10.5, 10.5]))).toEqual([false]);
});

test('each row is judged by its own figures', () => {
  const other = rounds([1], [2]).map((one) => ({ ...one, row: 'memory' }));
  const rows = judge([...rounds([10], [10]), ...other]);
  expect(rows.map(({ row, isDearer: dearer }) => [row, dearer])).toEqual([
    ['a turn', false],
    ['memory', true],
  ]);
});
