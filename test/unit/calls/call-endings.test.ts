import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../server/adapters/system/clock.ts';
import { createIds } from '../../../server/adapters/system/ids.ts';
import { createCallEndings } from '../../../server/calls/call-endings.ts';
import { draftMaker } from '../../../server/calls/call-events.ts';
import { createCallJournal } from '../../../server/calls/call-journal.ts';
import type { LiveCall } from '../../../server/calls/live-call.ts';
import { createLiveCalls } from '../../../server/calls/live-calls.ts';
import type { Agent } from '../../../server/domain/agent.ts';
import type { EventDraft, JournalRecord } from '../../../server/domain/event.ts';
import { Fault } from '../../../server/domain/fault.ts';
import { findSessionFlaw } from '../../../server/journal/index.ts';

import { memoryJournal } from '../../support/memory/journal.ts';

const agent: Agent = {
  id: 'agt_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  name: 'clinic',
  upstream: 'stub',
  tokenization: null,
  policyYaml: null,
  policyVersion: 0,
  tokenGuidance: false,
  systemPrompt: null,
  failureMessage: null,
  transcriptUrl: null,
  firstMessage: null,
  tools: null,
  createdAt: '2026-11-21T10:00:00.000Z',
};

const draftOf = (call: LiveCall) => draftMaker(call, systemClock.now());
const started = (call: LiveCall): EventDraft =>
  draftOf(call)('call_started', {
    policy_name: 'healthcare-default',
    policy_sha256: '0'.repeat(64),
    tokenization: 'vault-deterministic',
    upstream: 'stub',
    retention_days: 2555,
  });
const completed = (call: LiveCall, turn: number): EventDraft =>
  draftOf(call)('response_completed', {
    turn,
    status: 'ok',
    reason: 'completed',
    stream: 'no',
    restored: 0,
    failed: 0,
    added_us: 1,
    first_byte_us: 1,
    duration_us: 1,
  });

/** Calls over a journal whose next appends can be held, and fail then; `kept`: all the same written. `sizes` are those of the appends. */
function calls() {
  const store = memoryJournal();
  const sizes: number[] = [];
  const held: PromiseWithResolvers<'written' | 'failed' | 'kept'>[] = [];
  const journal = createCallJournal({
    journal: {
      ...store,
      append: async (drafts) => {
        sizes.push(drafts.length);
        const outcome = await held.shift()?.promise;
        if (outcome === 'failed') store.failNext();
        const records = await store.append(drafts);
        if (outcome === 'kept') throw new Fault('AuditUnavailable', 'its answer was lost');
        return records;
      },
    },
    onBegin: async () => undefined,
    onRecord: () => undefined,
    onDelay: () => undefined,
  });
  const callKey = createSecretKey(Buffer.alloc(32, 9));
  const liveCalls = createLiveCalls({
    journal: store,
    clock: systemClock,
    ids: createIds(),
    callKey,
    onMoved: () => undefined,
  });
  const endings = createCallEndings({
    liveCalls,
    journal,
    clock: systemClock,
    discard: async () => undefined,
    onDelay: () => undefined,
  });
  const hold = () => {
    const next = Promise.withResolvers<'written' | 'failed' | 'kept'>();
    held.push(next);
    return next;
  };
  const enter = (id: string) => liveCalls.enter(agent, id, { start: started, turns: 1 });
  const recordsOf = async ({ sessionId }: LiveCall) => store.read({ sessionId, limit: 100 });
  return { store, journal, liveCalls, endings, hold, enter, recordsOf, sizes };
}

const kinds = (records: readonly JournalRecord[]) => records.map(({ kind }) => kind);

describe('nothing of a call follows its seal (design D21, D29)', () => {
  it('no event follows the seal when the first reply is written last', async () => {
    const { store, journal, liveCalls, endings, enter } = calls();
    const first = await enter('c-1');
    const second = await enter('c-1');
    const { call } = first;
    await journal.begin(call);
    const kept = Promise.withResolvers<readonly EventDraft[]>();
    journal.appendLater(call, kept.promise);
    journal.appendLater(call, [completed(call, 1)]);
    await liveCalls.leave(first);
    await liveCalls.leave(second);
    expect(await liveCalls.hangUp(agent, 'c-1')).toEqual([call]);
    const over = endings.over(call);
    await expect.poll(() => store.head().size).toBeGreaterThan(1);
    kept.resolve([completed(call, 0)]);
    await Promise.all([over, journal.settle()]);
    const records = await store.read({ limit: 100 });
    expect(kinds(records)).toEqual([
      'call_started',
      'response_completed',
      'response_completed',
      'call_ended',
      'session_sealed',
    ]);
    expect(findSessionFlaw(records)).toBeUndefined();
  });

  it('no event follows the seal when its waiting events fail with an append of another call', async () => {
    const { store, journal, liveCalls, endings, hold, enter, recordsOf } = calls();
    const request = await enter('c-1');
    const { call } = request;
    const { call: other } = await enter('c-2');
    await journal.begin(call);
    store.failNext();
    journal.appendLater(call, [completed(call, 0)]);
    await call.writing;
    expect(await journal.isWritten(call)).toBe(false);
    const retry = hold();
    const failing = journal.begin(other);
    await liveCalls.leave(request);
    await liveCalls.hangUp(agent, 'c-1');
    const over = endings.over(call);
    retry.resolve('failed');
    await expect(failing).rejects.toMatchObject({ code: 'AuditUnavailable' });
    await over;
    await journal.settle();
    const records = await recordsOf(call);
    expect(kinds(records)).toEqual([
      'call_started',
      'response_completed',
      'call_ended',
      'session_sealed',
    ]);
    expect(findSessionFlaw(records)).toBeUndefined();
  });
});

describe('the seal covers the journal’s events of a call', () => {
  it('the seal covers events that were appended although the append reported a failure', async () => {
    const { store, journal, liveCalls, endings, enter, hold, recordsOf } = calls();
    const request = await enter('c-1');
    const { call } = request;
    await journal.begin(call);
    hold().resolve('kept');
    journal.appendLater(call, [completed(call, 0)]);
    await call.writing;
    expect(await journal.isWritten(call)).toBe(false);
    expect(store.head().size).toBe(2);
    await liveCalls.leave(request);
    await liveCalls.hangUp(agent, 'c-1');
    await endings.over(call);
    const records = await recordsOf(call);
    expect(kinds(records).at(-1)).toBe('session_sealed');
    expect(findSessionFlaw(records)).toBeUndefined();
  });
});

describe('no event of a call precedes its beginning', () => {
  it('the next request writes the beginning when its first write failed', async () => {
    const { journal, hold, enter, recordsOf } = calls();
    const { call } = await enter('c-1');
    await enter('c-1');
    const beginning = hold();
    const first = journal.append(call, [completed(call, 0)]);
    const second = journal.append(call, [completed(call, 1)]);
    beginning.resolve('failed');
    await expect(first).rejects.toMatchObject({ code: 'AuditUnavailable' });
    expect(kinds(await second)).toEqual(['response_completed']);
    expect(kinds(await recordsOf(call))).toEqual(['call_started', 'response_completed']);
  });

  it('`begin` waits while another request writes the beginning', async () => {
    const { store, journal, hold, enter } = calls();
    const { call } = await enter('c-1');
    const beginning = hold();
    const sizes = [journal.begin(call), journal.begin(call)].map((begun) =>
      begun.then(() => store.head().size),
    );
    beginning.resolve('written');
    expect(await Promise.all(sizes)).toEqual([1, 1]);
  });
});

describe('many calls that are over end a few at a time', () => {
  it('each has its end and its seal; several share an append, and other appends go in between', async () => {
    const { store, journal, liveCalls, endings, enter, recordsOf, sizes } = calls();
    const all: LiveCall[] = [];
    for (let no = 0; no < 100; no += 1) {
      const request = await enter(`c-${no}`);
      await journal.begin(request.call);
      request.call.lastActivityMs = Number.NEGATIVE_INFINITY;
      request.call.inFlight = 0;
      all.push(request.call);
    }
    const { call: other } = await enter('other');
    await journal.begin(other);
    sizes.length = 0;
    await endings.endOver();
    await journal.append(other, [completed(other, 0)]);
    const ended = await store.read({ limit: 1_000 });
    expect(ended.filter(({ kind }) => kind === 'session_sealed').length).toBeLessThan(50);
    await endings.settle();
    expect(sizes.length).toBeLessThan(30);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(16);
    for (const call of all) {
      const records = await recordsOf(call);
      expect(kinds(records)).toEqual(['call_started', 'call_ended', 'session_sealed']);
      expect(findSessionFlaw(records)).toBeUndefined();
    }
    expect(liveCalls.count()).toBe(1);
  });

  it('calls whose common append fails end when it is tried again', async () => {
    const { journal, endings, hold, enter, recordsOf } = calls();
    const all: LiveCall[] = [];
    for (let no = 0; no < 3; no += 1) {
      const { call } = await enter(`c-${no}`);
      await journal.begin(call);
      call.lastActivityMs = Number.NEGATIVE_INFINITY;
      call.inFlight = 0;
      all.push(call);
    }
    for (let no = 0; no < 4; no += 1) hold().resolve('failed');
    await endings.endOver();
    await endings.settle();
    for (const call of all) expect(kinds(await recordsOf(call))).toEqual(['call_started']);
    await endings.endOver();
    await endings.settle();
    for (const call of all)
      expect(kinds(await recordsOf(call))).toEqual([
        'call_started',
        'call_ended',
        'session_sealed',
      ]);
  });
});
