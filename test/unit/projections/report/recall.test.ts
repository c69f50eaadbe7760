import { describe, expect, it } from 'vitest';
import type { MarkId, SessionId, UserId } from '../../../../server/domain/ids.ts';
import type { Mark } from '../../../../server/domain/mark.ts';
import {
  foundAndMissed,
  markedValues,
  recallOf,
  wilsonInterval,
} from '../../../../server/projections/report/recall.ts';

function mark(no: number, actor: string, value: string, more: Omit<Partial<Mark>, 'actor'> = {}) {
  return {
    id: `mark_${no}` as MarkId,
    actor: actor as UserId,
    sessionId: 'sess_1' as SessionId,
    agentId: 'agt_1',
    at: '2026-11-23T10:00:00.000Z',
    mistake: 'missed',
    kind: 'NAME',
    turn: 0,
    speaker: 'user',
    text: `it is ${value}, yes`,
    span: [6, 6 + value.length],
    ...more,
  } satisfies Mark;
}

describe('The 95 % interval of a share', () => {
  // R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872: table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is the published one', (count, of, low, high) => {
    const interval = wilsonInterval(count, of);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('ends at 1 where all are found', () => {
    expect(wilsonInterval(20, 20).high).toBe(1);
    expect(wilsonInterval(20, 20).low).toBeCloseTo(1 - 0.1611, 4);
  });
});

describe('The marks of two reviewers', () => {
  it('name one value where the words of one are in those of the other, of whatever kind', () => {
    const marks = [
      mark(1, 'usr_a', 'Orla Venn'),
      mark(2, 'usr_b', 'Venn', { turn: 3, kind: 'LOCATION' }),
      mark(3, 'usr_b', 'Vennick'),
      mark(4, 'usr_b', 'Orla Venn', { mistake: 'false_hit' }),
    ];
    const values = markedValues(marks.toReversed());
    expect(values.map(({ kind, marks: of }) => [kind, of.map(({ actor }) => actor)])).toEqual([
      ['NAME', ['usr_a', 'usr_b']],
      ['NAME', ['usr_b']],
      ['NAME', ['usr_b']],
    ]);
  });

  it('count unless all of them were dismissed', () => {
    const marked = markedValues([mark(1, 'usr_a', 'Orla'), mark(2, 'usr_b', 'Orla')]);
    const call = { valuesByKind: { NAME: 2 }, marked };
    const one = new Set<MarkId>(['mark_1']);
    expect(foundAndMissed(call, one).missed).toEqual({ NAME: 1 });
    expect(foundAndMissed(call, new Set<MarkId>(['mark_1', 'mark_2'])).missed).toEqual({});
  });

  it('take what is not private from what was found', () => {
    const marked = markedValues([mark(1, 'usr_a', 'Monday', { mistake: 'false_hit' })]);
    expect(foundAndMissed({ valuesByKind: { NAME: 1, PHONE: 1 }, marked })).toEqual({
      found: { PHONE: 1 },
      missed: {},
      needless: { NAME: 1 },
    });
  });
});

describe('Recall over checked calls', () => {
  it('is by kind and in all, with the calls and the values that it rests on', () => {
    const calls = [
      { found: { NAME: 13, PHONE: 5 }, missed: { NAME: 1 }, needless: {} },
      { found: { NAME: 1 }, missed: { DOB: 1 }, needless: {} },
    ];
    expect(recallOf(calls)).toEqual({
      calls: 2,
      total: { found: 19, missed: 2, recall_bp: 9048, low_bp: 7109, high_bp: 9735 },
      by_kind: [
        { kind: 'DOB', found: 0, missed: 1, recall_bp: 0, low_bp: 0, high_bp: 7935 },
        { kind: 'NAME', found: 14, missed: 1, recall_bp: 9333, low_bp: 7018, high_bp: 9881 },
        { kind: 'PHONE', found: 5, missed: 0, recall_bp: 10000, low_bp: 5655, high_bp: 10000 },
      ],
    });
  });

  it('is not known while the calls hold no value', () => {
    expect(recallOf([])).toBeUndefined();
    expect(recallOf([{ found: {}, missed: {}, needless: {} }])).toBeUndefined();
  });
});
