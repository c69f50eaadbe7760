import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventFields, EventKind, JournalRecord } from '../../../server/domain/event.ts';
import { noExposure } from '../../../server/domain/exposure.ts';
import { foldSession, type SessionFold } from '../../../server/projections/session-summary.ts';

const start = Date.parse('2026-11-21T09:00:00.000Z');

type Event = {
  [K in EventKind]: readonly [K, Partial<EventFields[K]>, second?: number];
}[EventKind];

/** Records of one session, one second apart unless an event says when it was. */
function records(...events: readonly Event[]): JournalRecord[] {
  return events.map(([kind, fields, second], at) => ({
    v: 1,
    seq: 100 + 3 * at,
    id: `evt_${at}`,
    ts: new Date(start + (second ?? at) * 1000).toISOString(),
    kind,
    nonce: '00'.repeat(16),
    session_id: 'sess_1',
    session_seq: at,
    agent_id: 'agt_1',
    prev_hash: '00'.repeat(32),
    curr_hash: '00'.repeat(32),
    ...fields,
  }));
}

function fold(all: readonly JournalRecord[], from?: SessionFold): SessionFold {
  const folded = all.reduce<SessionFold | undefined>(
    (state, record) => foldSession(state, record, 'Reception'),
    from,
  );
  if (folded === undefined) throw new Error('nothing to fold');
  return folded;
}

const summaryOf = (...events: readonly Event[]) => fold(records(...events)).summary;

const passes = ['regex', 'nermodel'];
const started: Event = ['call_started', { upstream: 'provider:model-small' }];
const asked: Event = ['request_masked', { passes, spans_by_kind: {} }];
const ended: Event = ['call_ended', { reason: 'platform' }];
const reply = (status: 'ok' | 'partial' | 'error', added_us = 2400, failed = 0): Event => [
  'response_completed',
  { status, failed, added_us },
];

describe('spec, Session summary', () => {
  it('names the agent, the times and the model of a call', () => {
    expect(summaryOf(started, asked, reply('ok'), asked, reply('ok'), ended)).toEqual({
      id: 'sess_1',
      agentId: 'agt_1',
      agentName: 'Reception',
      startedAt: '2026-11-21T09:00:00.000Z',
      endedAt: '2026-11-21T09:00:05.000Z',
      durationMs: 5000,
      status: 'ok',
      redactionCount: 0,
      redactionsByKind: {},
      exposure: noExposure,
      failedTurns: 0,
      upstreamModel: 'model-small',
      turnCount: 2,
      ended: true,
    });
  });

  it.each([
    ['provider:model-large', 'model-large'],
    ['provider:vendor/model:2026', 'vendor/model:2026'],
    ['stub', 'stub'],
  ])('names the model of %s without its provider: %s', (upstream, upstreamModel) => {
    expect(summaryOf(['call_started', { upstream }])).toMatchObject({ upstreamModel });
  });

  it('counts the new spans of every turn, also without an event for each', () => {
    const turns: Event[] = [
      ['request_masked', { passes, spans_by_kind: { PHONE: 1, NAME: 2 } }],
      ['redaction_applied', { entity_kind: 'PHONE', action: 'tokenize' }],
      reply('ok'),
      ['request_masked', { passes, spans_by_kind: {} }],
      reply('ok'),
      ['request_masked', { passes, spans_by_kind: { PHONE: 3 } }],
    ];
    const expected = { redactionCount: 6, redactionsByKind: { PHONE: 4, NAME: 2 } };
    expect(summaryOf(started, ...turns)).toMatchObject(expected);
    const silent = turns.filter(([kind]) => kind !== 'redaction_applied');
    expect(summaryOf(started, ...silent)).toMatchObject(expected);
  });

  it('ends an idle call with its last event, not when the wait is over', () => {
    const idle: Event = ['call_ended', { reason: 'idle' }, 900];
    expect(summaryOf(started, asked, reply('ok'), idle)).toMatchObject({
      endedAt: '2026-11-21T09:00:02.000Z',
      durationMs: 2000,
      ended: true,
    });
  });

  it('does not change with reports and views of the session', () => {
    const call = [started, asked, reply('ok'), ended];
    const later: Event[] = [
      ['session_sealed', {}, 50],
      ['regulated_view_opened', {}, 60],
      ['report_generated', {}, 70],
    ];
    expect(summaryOf(...call, ...later)).toEqual(summaryOf(...call));
  });

  it('has no negative duration after the clock was set back', () => {
    expect(
      summaryOf(started, ['request_masked', { passes, spans_by_kind: {} }, -30]),
    ).toMatchObject({
      durationMs: 0,
    });
  });
});

describe('design D29: the status of a session', () => {
  it.each<[string, string, Event[]]>([
    ['ok', 'every reply completed', [asked, reply('ok'), asked, reply('ok'), ended]],
    ['ok', 'a later reply is still under way', [asked, reply('ok'), asked]],
    ['partial', 'the first reply is still under way', [asked]],
    ['ok', 'nothing was asked', [ended]],
    ['partial', 'a reply was cut', [asked, reply('ok'), asked, reply('partial')]],
    ['partial', 'the only reply was cut', [asked, reply('partial'), ended]],
    ['partial', 'one reply of two did not come', [asked, reply('error'), asked, reply('ok')]],
    ['partial', 'a rehydration failed', [asked, ['rehydration_failed', {}], reply('ok')]],
    ['partial', 'a completed reply counts failures', [asked, reply('ok', 2400, 1)]],
    ['partial', 'the call ended with a reply missing', [asked, reply('ok'), asked, ended]],
    ['error', 'no reply was delivered', [asked, reply('error'), asked, reply('error'), ended]],
    ['error', 'the call ended before its only reply', [asked, ended]],
    ['error', 'a request was refused before it was masked', [reply('error', 0), ended]],
  ])('%s: %s', (status, _because, events) => {
    expect(summaryOf(started, ...events)).toMatchObject({ status });
  });
});

describe('latencies of a session', () => {
  it('counts delivered replies by added latency in whole milliseconds', () => {
    const events = [2400, 2499, 2500, 0, 45_000].flatMap((us) => [asked, reply('ok', us)]);
    events.push(asked, reply('error', 700));
    expect(fold(records(started, ...events)).addedMs).toEqual({ 0: 1, 2: 2, 3: 1, 45: 1 });
  });
});

describe('folding a session', () => {
  const kinds = fc.dictionary(fc.constantFrom('PHONE', 'NAME', 'SSN'), fc.nat(5));
  const event: fc.Arbitrary<Event> = fc.oneof(
    fc.constant(started),
    kinds.map((spans_by_kind): Event => ['request_masked', { passes, spans_by_kind }]),
    fc
      .tuple(fc.constantFrom('ok', 'partial', 'error'), fc.nat(90_000), fc.nat(1))
      .map(([status, us, failed]) => reply(status as 'ok', us, failed)),
    fc.constant<Event>(['rehydration_failed', { reason: 'vault_miss' }]),
    fc.constantFrom('platform', 'idle').map((reason): Event => ['call_ended', { reason } as never]),
    fc.constant<Event>(['report_generated', {}]),
  );
  const history = fc.array(event, { minLength: 1, maxLength: 30 }).map((all) => records(...all));

  it('gives the same summary in one run and in several', () => {
    fc.assert(
      fc.property(history, fc.nat(29), (all, cut) => {
        const first = all.slice(0, Math.min(cut + 1, all.length));
        expect(fold(all.slice(first.length), fold(first))).toEqual(fold(all));
      }),
    );
  });

  it('changes nothing for records that were folded before', () => {
    fc.assert(
      fc.property(history, (all) => {
        const once = fold(all);
        expect(fold(all, once)).toEqual(once);
        expect(once.foldedSeq).toBe(all.at(-1)?.seq);
      }),
    );
  });

  it('counts as many redactions as the sum of its kinds', () => {
    fc.assert(
      fc.property(history, (all) => {
        const { redactionCount, redactionsByKind } = fold(all).summary;
        const sum = Object.values(redactionsByKind).reduce((total, count) => total + count, 0);
        expect(redactionCount).toBe(sum);
      }),
    );
  });

  it('refuses a record of another session or of none', () => {
    const [first, second] = records(started, asked);
    if (first === undefined || second === undefined) throw new Error('two records');
    const state = foldSession(undefined, first, 'Reception');
    expect(() => foldSession(state, { ...second, session_id: 'sess_2' }, 'Reception')).toThrow();
    const { session_id: _, ...systemRecord } = first;
    expect(() => foldSession(undefined, systemRecord, 'Reception')).toThrow();
  });
});
