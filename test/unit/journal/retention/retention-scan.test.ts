import { describe, expect, it } from 'vitest';
import type { EventDraft, JournalRecord } from '../../../../server/domain/event.ts';
import {
  checkClock,
  parseStoredRecord,
  pruneBoundary,
  retentionScan,
} from '../../../../server/journal/index.ts';
import { chainOf } from '../../../support/chain-kit.ts';
import { callDrafts, dayMs, sessionNo, start } from '../../../support/dated-calls.ts';

const day = (number: number) => start + number * dayMs;
const records = (drafts: readonly EventDraft[]): JournalRecord[] =>
  chainOf(drafts).map(({ body, currHash }) => parseStoredRecord(body, currHash));
const endOf = (drafts: readonly EventDraft[], terms: { nowMs: number; policyDays: number }) => {
  const scan = retentionScan(terms, 0);
  records(drafts).every((record) => scan.add(record));
  return scan.found();
};
const call = (no: number, days: number, promise = 10) =>
  callDrafts({ no, atMs: day(days), promise });

describe('a record stays until its retention and the slack of the clock are over (design D27)', () => {
  it.each([
    [2_555 + 7, 10],
    [2_555 + 7 - 1 / dayMs, 0],
    [2_555, 0],
    [10_000, 10],
  ])('after %d days %d of ten records may go', (days, end) => {
    const found = endOf(call(1, 0, 2_555), { nowMs: day(days), policyDays: 30 });
    expect(found.end).toBe(end);
  });

  it('stays for the longest policy in force', () => {
    expect(endOf(call(1, 0), { nowMs: day(40), policyDays: 34 }).end).toBe(0);
    expect(endOf(call(1, 0), { nowMs: day(41), policyDays: 34 }).end).toBe(10);
  });

  it('stays for the default retention when call_started names none', () => {
    const silent = call(1, 0).map((draft) => {
      const { retention_days: _, ...fields } = draft.fields as Record<string, unknown>;
      return { ...draft, fields } as unknown as EventDraft;
    });
    expect(endOf(silent, { nowMs: day(2_000), policyDays: 1 }).end).toBe(0);
    expect(endOf(silent, { nowMs: day(2_562), policyDays: 1 }).end).toBe(10);
  });

  it('stays as long as every other record of its call', () => {
    const long = call(1, 0, 20).map((draft, at) => ({
      ...draft,
      ts: new Date(day(at === 0 ? 0 : 1)).toISOString(),
    }));
    expect(endOf(long, { nowMs: day(27), policyDays: 1 }).end).toBe(1);
    expect(endOf(long, { nowMs: day(28), policyDays: 1 }).end).toBe(10);
  });

  it('stays for ever when its time cannot be read', () => {
    const [first, ...rest] = call(1, 0);
    const odd = first === undefined ? [] : [{ ...first, ts: 'yesterday' }];
    expect(endOf([...odd, ...rest], { nowMs: day(9_999), policyDays: 1 }).end).toBe(0);
  });

  it('lists the calls that were not sealed before the first record that stays', () => {
    const [begin, ...rest] = call(2, 0, 1);
    const begun = begin === undefined ? [] : [begin];
    const drafts = [...call(1, 0, 1), ...begun, ...call(3, 30), ...rest];
    expect(endOf(drafts, { nowMs: day(20), policyDays: 1 })).toEqual({
      end: 11,
      unsealed: [
        { id: sessionNo(2), firstSeq: 10 },
        { id: sessionNo(3), firstSeq: 11 },
      ],
      sessionStarts: [0, 10, 11],
    });
  });
});

describe('only whole tiles before every hold are pruned', () => {
  it.each<[number, number[], number]>([
    [0, [], 0],
    [255, [], 0],
    [256, [], 256],
    [1_000, [], 768],
    [1_000, [767], 512],
    [1_000, [900, 20], 0],
  ])('%d, held from %o: %d', (end, held, boundary) => {
    expect(pruneBoundary(end, held)).toBe(boundary);
  });
});

describe('a clock that may be wrong deletes nothing (design D27)', () => {
  const clockSeen = new Date(day(0)).toISOString();
  const newest = new Date(day(0.5)).toISOString();

  it.each([
    [day(1), 'ok'],
    [day(7), 'ok'],
    [day(7) + 1, 'clock_ahead'],
    [day(4_000), 'clock_ahead'],
    [day(0.5) - 60_001, 'clock_behind'],
    [day(-300), 'clock_behind'],
    [Number.NaN, 'clock_behind'],
  ])('%d is %s', (nowMs, verdict) => {
    expect(checkClock(nowMs, { clockSeen, newest })).toBe(verdict);
  });

  it('checks the clock without any record', () => {
    expect(checkClock(day(1), { clockSeen })).toBe('ok');
    expect(checkClock(day(-1), { clockSeen })).toBe('clock_behind');
  });
});
