import { expect, it } from 'vitest';
import type { JournalRecord } from '../../../server/domain/event.ts';
import { foldTurns } from '../../../server/projections/turn-facts.ts';
import { powerOfGrowth } from '../../support/cpu-time.ts';

const failures = (count: number): readonly JournalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    v: 1,
    seq: index,
    id: 'evt_01M7YRRT80KFHMF3DXAFZ08RHY',
    ts: '2026-01-01T00:00:00.000Z',
    kind: 'rehydration_failed',
    nonce: '',
    prev_hash: '',
    curr_hash: '',
    turn: index % 2,
    entity_kind: 'PHONE',
    reason: 'malformed',
  }));

it('the facts of a turn keep each failed token in linear time', async () => {
  expect(foldTurns(failures(7)).map((turn) => turn.failures.length)).toEqual([4, 3]);
  const some = failures(160_000);
  const fold = (count: number) => foldTurns(some.slice(0, count));
  expect(await powerOfGrowth(fold, 20_000, 160_000)).toBeLessThan(1.5);
});
