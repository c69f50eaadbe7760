import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  initialLiveState,
  type LiveState,
  withLiveEvent,
  withoutValues,
} from '../../../../../renderer/calls/live/live-calls.ts';
import type { LiveEvent, ReplyView, TurnView } from '../../../../../server/contract/live.ts';
import { noExposure } from '../../../../../server/domain/exposure.ts';
import type { SessionId } from '../../../../../server/domain/ids.ts';

const one = 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE';
const other = 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDF';

const head = (session_id: SessionId, at: string) => ({
  session_id,
  agent_id: 'agt_01M7YRRT80KFHMF3DXAFZ08RHY' as const,
  agent_name: 'Front desk',
  at,
  turn_count: 0,
  exposure: noExposure,
});
const started = (id: SessionId, at = '2026-11-21T10:00:00.000Z'): LiveEvent => ({
  type: 'call_started',
  ...head(id, at),
});
const turnOf = (turn: number, change: Partial<TurnView> = {}): TurnView => ({
  turn,
  at: '2026-11-21T10:00:01.000Z',
  exposure: noExposure,
  parts: [
    {
      part: 'messages[0].content',
      role: 'user',
      regulated: 'I am Ann',
      public: 'I am [NAME_01]',
      spans: [
        {
          kind: 'NAME',
          action: 'tokenize',
          placeholder: '[NAME_01]',
          detector: 'ner',
          score: 0.9,
          regulated: [5, 8],
          public: [5, 14],
        },
      ],
    },
  ],
  replies: [],
  failures: [],
  ...change,
});
const reply = (text: string, change: Partial<ReplyView> = {}): LiveEvent => ({
  type: 'reply',
  session_id: one,
  turn: 0,
  reply: {
    choice: 0,
    channel: 'content',
    regulated: text,
    public: text,
    values: [],
    tokens: [],
    ...change,
  },
});

const stateAfter = (events: readonly LiveEvent[], from: LiveState = initialLiveState): LiveState =>
  events.reduce(withLiveEvent, from);
const inTurn: LiveState = stateAfter([
  started(one),
  { type: 'turn', session_id: one, turn: turnOf(0), call_exposure: noExposure },
]);
const repliesOf = ({ calls }: LiveState) => calls[0]?.turns[0]?.replies ?? [];

describe('a reply that comes in pieces', () => {
  it('a reply reads the same however it was split', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (pieces) => {
        const text = pieces.join('');
        const cut = repliesOf(
          stateAfter(
            pieces.map((piece) => reply(piece)),
            inTurn,
          ),
        );
        expect(cut).toEqual(repliesOf(stateAfter([reply(text)], inTurn)));
        expect(cut).toMatchObject([{ public: text, regulated: text }]);
      }),
    );
  });

  it('the channels of a reply stay separate, in any order', () => {
    const piece = fc.record({ channel: fc.constantFrom('content', 'tool.0'), text: fc.string() });
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const events = pieces.map(({ channel, text }) => reply(text, { channel }));
        for (const { channel, public: text } of repliesOf(stateAfter(events, inTurn))) {
          const own = pieces.filter((one) => one.channel === channel);
          expect(text).toBe(own.map((one) => one.text).join(''));
        }
      }),
    );
  });

  it('the tokens of a new piece replace the earlier tokens', () => {
    const token = (end: number) => [{ kind: 'NAME', public: [0, end] as const }];
    const events = [reply('TOK1.', { tokens: token(5) }), reply('NAME', { tokens: token(9) })];
    expect(repliesOf(stateAfter(events, inTurn))).toMatchObject([{ tokens: token(9) }]);
  });
});

describe('the live calls', () => {
  it('a reset sets the live calls, newest first', () => {
    const calls = [
      { ...head(one, '2026-11-21T10:00:00.000Z'), turn_count: 7, turns: [turnOf(6)] },
      { ...head(other, '2026-11-21T10:01:00.000Z'), turns: [] },
    ];
    const state = stateAfter([{ type: 'reset', reason: 'opened', calls }], inTurn);
    expect(state.calls.map(({ callId }) => callId)).toEqual([other, one]);
    expect(state.calls[1]).toMatchObject({ turnCount: 7, turns: [{ turn: 6 }] });
  });

  it('a call counts new turns, and a repeated turn replaces the earlier one', () => {
    const again: LiveEvent = {
      type: 'turn',
      session_id: one,
      turn: turnOf(0, { parts: [] }),
      call_exposure: noExposure,
    };
    const next: LiveEvent = {
      type: 'turn',
      session_id: one,
      turn: turnOf(1),
      call_exposure: noExposure,
    };
    const [call] = stateAfter([next, again], inTurn).calls;
    expect(call?.turnCount).toBe(2);
    expect(call?.turns.map(({ turn, parts }) => [turn, parts.length])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('unchanged turns stay the same objects, so that they are not rendered again', () => {
    const two = stateAfter(
      [{ type: 'turn', session_id: one, turn: turnOf(1), call_exposure: noExposure }],
      inTurn,
    );
    const more = stateAfter([reply('yes')], two);
    expect(more.calls[0]?.turns[1]).toBe(two.calls[0]?.turns[1]);
    expect(more.calls[0]?.turns[0]).not.toBe(two.calls[0]?.turns[0]);
  });

  it('unknown events and calls change nothing', () => {
    const strange = { type: 'surprise', session_id: one } as unknown as LiveEvent;
    expect(stateAfter([strange], inTurn)).toBe(inTurn);
    expect(
      stateAfter(
        [{ type: 'turn', session_id: other, turn: turnOf(0), call_exposure: noExposure }],
        inTurn,
      ),
    ).toEqual(inTurn);
  });
});

describe('real values (design D30)', () => {
  const spoken = stateAfter([reply('Hello Ann')], inTurn);

  it('real values are dropped when their call ends', () => {
    const at = '2026-11-21T10:02:00.000Z';
    const state = stateAfter([{ type: 'call_ended', session_id: one, at, reason: 'idle' }], spoken);
    expect(state.calls[0]?.ended).toBe('idle');
    expect(JSON.stringify(spoken)).toContain('"regulated"');
    expect(JSON.stringify(state)).not.toMatch(/"regulated"|"values"|I am Ann/);
  });

  it('hiding real values drops them and nothing else', () => {
    const state = withoutValues(spoken);
    expect(JSON.stringify(state)).not.toMatch(/"regulated"|"values"|I am Ann/);
    expect(state.calls[0]?.turns[0]?.parts[0]?.public).toBe('I am [NAME_01]');
    expect(repliesOf(state)).toMatchObject([{ public: 'Hello Ann' }]);
  });
});

it('at most the latest twelve ended calls are kept', () => {
  const ids = Array.from(
    { length: 20 },
    (_, at): SessionId => `sess_${String(at).padStart(26, '0')}`,
  );
  const events = ids.flatMap((id, at): LiveEvent[] => {
    const time = new Date(Date.UTC(2026, 10, 21, 10, at)).toISOString();
    return [started(id, time), { type: 'call_ended', session_id: id, at: time, reason: 'idle' }];
  });
  const kept = stateAfter(events).calls.map(({ callId }) => callId);
  expect(kept).toEqual(ids.slice(-12).reverse());
});

it('only the latest turns of a call are kept, but all are counted', () => {
  const turns = Array.from(
    { length: 250 },
    (_, turn): LiveEvent => ({
      type: 'turn',
      session_id: one,
      turn: turnOf(turn, { parts: [] }),
      call_exposure: noExposure,
    }),
  );
  const [call] = stateAfter([started(one), ...turns]).calls;
  expect(call?.turnCount).toBe(250);
  expect(call?.turns.map(({ turn }) => turn)).toEqual(
    Array.from({ length: 200 }, (_, at) => at + 50),
  );
});
