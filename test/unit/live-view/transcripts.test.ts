import { describe, expect, it } from 'vitest';
import type { LiveCall } from '../../../server/calls/live-call.ts';
import type { LiveEvent } from '../../../server/contract/live.ts';
import type { JournalRecord } from '../../../server/domain/event.ts';
import { openRequest } from '../../../server/ingress/open-request.ts';
import { createLiveFeed } from '../../../server/live-view/live-feed.ts';
import type { Transcripts } from '../../../server/live-view/transcript-types.ts';
import { createTranscripts } from '../../../server/live-view/transcripts.ts';
import type { MaskedPart } from '../../../server/tokenize/masked-request.ts';
import { finished } from '../../support/finished.ts';

function callOf(number: number): LiveCall {
  const call = { sessionId: `sess_${number}`, agentId: 'agt_1', agentName: 'Clinic' };
  return call as LiveCall;
}

const recordOf = (kind: JournalRecord['kind'], fields: object = {}) =>
  ({ kind, ts: '2026-11-21T10:00:00.000Z', ...fields }) as JournalRecord;

function part(text: string, role: MaskedPart['role'] = 'user'): MaskedPart {
  return {
    part: 'messages[0].content',
    role,
    digest: text,
    text,
    masked: text,
    spans: [],
    replacements: [],
  };
}

function speak(transcripts: Transcripts, call: LiveCall, turn: number, ...parts: MaskedPart[]) {
  transcripts.fold(recordOf('request_masked', { turn, passes: ['regex'] }), call);
  finished(transcripts.request(call, turn, parts));
}

const kept = (transcripts: Transcripts) =>
  [...transcripts.calls()].map(({ sessionId, turns }) => [
    sessionId,
    turns.map(({ facts, parts }) => [facts.turn, ...parts.map(({ text }) => text)]),
  ]);

/** The last turns of a call with 52 turns. */
const lastTurns = (count: number) => Array.from({ length: count }, (_, at) => 52 - count + at);

describe('transcripts of live calls are bounded', () => {
  it('keeps the last turns of each call', () => {
    const transcripts = createTranscripts();
    const call = callOf(1);
    for (const turn of lastTurns(52)) speak(transcripts, call, turn, part(`words ${turn}`));
    expect(kept(transcripts)).toEqual([
      ['sess_1', lastTurns(50).map((turn) => [turn, `words ${turn}`])],
    ]);
    expect([...transcripts.calls()][0]?.turnCount).toBe(52);
  });

  it('a later turn of another replica does not show dropped texts again', () => {
    const transcripts = createTranscripts();
    const call = callOf(1);
    const words = lastTurns(52).map((turn) => part(`words ${turn}`));
    for (const turn of lastTurns(52)) {
      transcripts.fold(recordOf('egress_scanned', { turn, verdict: 'clean' }), call);
      const brought = words.slice(0, turn + 1).map((one) => ({ part: one, key: one.digest }));
      transcripts.receive({ sessionId: call.sessionId, turn, brought, replies: [] });
    }
    expect(kept(transcripts)[0]?.[1]).toEqual(lastTurns(50).map((turn) => [turn, `words ${turn}`]));
  });

  it('keeps a number of bytes, and drops the oldest texts first', () => {
    const transcripts = createTranscripts();
    speak(transcripts, callOf(1), 0, part('a'.repeat(1_600_000)));
    speak(transcripts, callOf(2), 0, part('b'.repeat(1_600_000)));
    speak(transcripts, callOf(3), 0, part('c'.repeat(1_600_000)));
    expect(kept(transcripts).map(([id, turns]) => [id, turns?.length])).toEqual([
      ['sess_1', 0],
      ['sess_2', 1],
      ['sess_3', 1],
    ]);
  });

  it('keeps no text of a call that has ended', () => {
    const transcripts = createTranscripts();
    const call = callOf(1);
    speak(transcripts, call, 0, part('gone'));
    transcripts.reply(call, 0).watch(0, 'content').received('gone as well');
    transcripts.fold(recordOf('call_ended', { reason: 'idle' }), call);
    expect(kept(transcripts)).toEqual([]);
    transcripts.reply(call, 0).watch(0, 'content').received('late');
    transcripts.fold(recordOf('response_completed', { turn: 0 }), call);
    expect(kept(transcripts)).toEqual([]);
    const feed = createLiveFeed({ transcripts, epoch: 'e' });
    const told: LiveEvent[] = [];
    feed.watch({ after: 'e.0' }, (events) => told.push(...events));
    expect(told).toEqual([
      { type: 'call_ended', session_id: 'sess_1', at: expect.any(String), reason: 'idle' },
    ]);
  });

  it('the bytes of a call that has ended are free again', () => {
    const transcripts = createTranscripts();
    for (let number = 0; number < 20; number += 1) {
      speak(transcripts, callOf(number), 0, part('x'.repeat(1_000_000)));
      expect(kept(transcripts).at(-1)?.[1]).toHaveLength(1);
      transcripts.fold(recordOf('call_ended', { reason: 'idle' }), callOf(number));
    }
  });
});

describe('a viewer gets the last text of a call', () => {
  it('a viewer gets the last text before the end of the call', async () => {
    const transcripts = createTranscripts();
    const feed = createLiveFeed({ transcripts, epoch: 'e' });
    const told: LiveEvent[] = [];
    feed.watch({}, (events) => told.push(...events));
    speak(transcripts, callOf(1), 0, part('goodbye'));
    transcripts.fold(recordOf('call_ended', { reason: 'webhook' }), callOf(1));
    await expect.poll(() => told.at(-1)?.type).toBe('call_ended');
    expect(told.map(({ type }) => type)).toEqual(['reset', 'call_started', 'turn', 'call_ended']);
    expect(told.find((event) => event.type === 'turn')?.turn.parts).toHaveLength(1);
  });
});

describe('a position before the last dropped change is unknown', () => {
  it.each([
    [
      'a turn',
      (transcripts: Transcripts) => {
        for (const turn of lastTurns(52)) speak(transcripts, callOf(1), turn, part(`${turn}`));
      },
    ],
    [
      'the end of a call',
      (transcripts: Transcripts) => {
        for (let number = 0; number < 1_005; number += 1) {
          const call = callOf(number);
          speak(transcripts, call, 0);
          transcripts.fold(recordOf('call_ended', { reason: 'idle' }), call);
        }
      },
    ],
  ])('%s', (_what, happen) => {
    const transcripts = createTranscripts();
    const feed = createLiveFeed({ transcripts, epoch: 'e' });
    happen(transcripts);
    const told: LiveEvent[] = [];
    feed.watch({ after: 'e.1' }, (events) => told.push(...events));
    expect(told.map(({ type }) => type)).toEqual(['reset']);
    const { last } = transcripts.position();
    const latest: LiveEvent[] = [];
    feed.watch({ after: `e.${last}` }, (events) => latest.push(...events));
    expect(latest).toEqual([]);
  });
});

describe('a request that repeats the history of its call', () => {
  it('adds its new texts; equal texts count by their occurrence', () => {
    const transcripts = createTranscripts();
    const call = callOf(1);
    speak(transcripts, call, 0, part('yes'));
    expect(finished(transcripts.fresh(call, [part('yes'), part('and'), part('yes')]))).toEqual([
      part('and'),
      part('yes'),
    ]);
  });

  it('does not add the replies that the caller heard', () => {
    const transcripts = createTranscripts();
    const call = callOf(1);
    speak(transcripts, call, 0, part('hello'));
    const watch = transcripts.reply(call, 0).watch(0, 'content');
    watch.forwarded('Good ');
    watch.forwarded('morning. ');
    expect(
      finished(
        transcripts.fresh(call, [part('Good morning.', 'assistant'), part('Good morning.')]),
      ),
    ).toEqual([part('Good morning.')]);
  });

  it('adds texts of an earlier request that the leak scan blocked, at any replica', () => {
    const call = callOf(1);
    const blocked = recordOf('leak_blocked', { turn: 0 });
    const clean = recordOf('egress_scanned', { turn: 1, verdict: 'clean' });
    const [here, elsewhere] = [createTranscripts(), createTranscripts()];
    here.fold(blocked, call);
    finished(here.request(call, 0, [part('hello')]));
    expect(finished(here.fresh(call, [part('hello')]))).toEqual([part('hello')]);

    for (const record of [blocked, clean]) elsewhere.fold(record, call);
    const brought = [{ part: part('hello'), key: 'hello' }];
    for (const turn of [0, 1])
      elsewhere.receive({ sessionId: call.sessionId, turn, brought, replies: [] });
    expect(kept(elsewhere)).toEqual([
      [
        'sess_1',
        [
          [0, 'hello'],
          [1, 'hello'],
        ],
      ],
    ]);
  });

  it.each([
    ['that is JSON', '{"say": "Good morning.", "then": ["book", 20481]}'],
    ['that holds JSON', 'Good morning.\n```json\n{"then": "book"}\n```'],
    ['whose JSON holds JSON', '{"body": "{\\"say\\": \\"Good morning.\\"}"}'],
  ])('does not add a reply %s, which ingress opens', async (_, reply) => {
    const transcripts = createTranscripts();
    const call = callOf(1);
    speak(transcripts, call, 0, part('hello'));
    const watch = transcripts.reply(call, 0).watch(0, 'content');
    for (const letter of reply) watch.forwarded(letter);
    const messages = [{ role: 'assistant' as const, content: reply }];
    const { slots } = await openRequest({ messages }, false);
    const brought = slots.map(({ text }) => part(text, 'assistant'));
    expect(brought.length).toBeGreaterThan(0);
    expect(
      finished(transcripts.fresh(call, [...brought, part('Good evening.', 'assistant')])),
    ).toEqual([part('Good evening.', 'assistant')]);
  });

  it('adds a text that no reply has said yet', () => {
    const transcripts = createTranscripts();
    const call = callOf(1);
    speak(transcripts, call, 0, part('hello'));
    const watch = transcripts.reply(call, 0).watch(0, 'content');
    const later = part('book', 'assistant');
    watch.forwarded('{"then": ');
    expect(finished(transcripts.fresh(call, [later]))).toEqual([later]);
    watch.forwarded('"book"}');
    expect(finished(transcripts.fresh(call, [later]))).toEqual([]);
  });
});
