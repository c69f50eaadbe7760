import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  claimValues,
  markCounted,
  releaseValues,
} from '../../../../server/calls/counted-values.ts';
import type { LiveCall } from '../../../../server/calls/live-call.ts';
import {
  createSharedCalls,
  type SharedCallsDeps,
} from '../../../../server/calls/replicated/shared-calls.ts';
import type { Agent } from '../../../../server/domain/agent.ts';
import type { EventDraft } from '../../../../server/domain/event.ts';
import type { CallMemory } from '../../../../server/ports/open-calls.ts';
import { foundBy } from '../../../support/found-by.ts';

const agent = { id: 'agt_1', name: 'front desk' } as unknown as Agent;
const start = () => ({ kind: 'call_started' }) as EventDraft;
const opening = { start, turns: 1 } as const;

/** One call in a database whose answers to `save` may be late. */
function slowDatabase() {
  const row: CallMemory = { version: 0, memory: '' };
  let kept = row;
  let turns = 0;
  const late: (() => void)[] = [];
  const database = {
    isLate: false,
    kept: () => kept,
    answer: () => {
      for (const resolve of late.splice(0)) resolve();
    },
  };
  const open = {
    replica: 'one',
    enter: async ({ known, offered }) => {
      turns += 1;
      const isKnown = known?.version === kept.version;
      const { version, memory } = kept;
      return {
        sessionId: known?.sessionId ?? offered,
        turn: turns - 1,
        fresh: turns === 1,
        hungUp: false,
        version,
        ...(isKnown || version === 0 ? {} : { memory }),
      };
    },
    find: async () => (kept.version === 0 ? { version: 0 } : kept),
    save: async (_session, version, memory) => {
      if (version !== kept.version) return kept;
      kept = { version: version + 1, memory };
      if (database.isLate) await new Promise<void>((resolve) => late.push(resolve));
      return undefined;
    },
  } as Partial<SharedCallsDeps['open']> as SharedCallsDeps['open'];
  return { database, open };
}

function sharedCalls(open: SharedCallsDeps['open']) {
  return createSharedCalls({
    open,
    journal: { read: async () => [{} as never] },
    clock: { now: () => 0, monotonicUs: () => 0 },
    ids: { next: () => 'sess_1', randomBytes: () => new Uint8Array() } as never,
    callKey: createSecretKey(Buffer.alloc(32)),
    agentName: async () => agent.name,
    isWritten: async () => true,
    bringSummaryUpToDate: async () => undefined,
    onForgotten: () => undefined,
  });
}

/** Masks a turn that says a new phone number. */
const saying = (call: LiveCall, canonical: string) => async () => {
  call.known.push({ kind: 'PHONE', canonical, surface: canonical });
};

describe('the memory of a call is saved (decision 0034)', () => {
  it('saves a memory once, although the next turn reads it before the answer', async () => {
    const { database, open } = slowDatabase();
    const calls = sharedCalls(open);
    const first = await calls.enter(agent, 'c-1', opening);
    await calls.remember(first.call, saying(first.call, '2025550143'));
    database.isLate = true;
    calls.markJournaled(first.call, ['a span']);
    await expect.poll(() => database.kept().version).toBe(2);
    const second = await calls.enter(agent, 'c-1', opening);
    database.isLate = false;
    database.answer();
    await calls.remember(second.call, saying(second.call, '2025550199'));
    expect(database.kept().version).toBe(3);
    expect(database.kept().memory).toContain('2025550199');
  });

  it('changes a call that another replica serves, and one that both serve', async () => {
    const { database, open } = slowDatabase();
    const [here, there] = [sharedCalls(open), sharedCalls(open)];
    const first = await here.enter(agent, 'c-1', opening);
    await here.remember(first.call, saying(first.call, '2025550143'));
    const mark = (call: LiveCall) => {
      call.notPrivate = [...call.notPrivate, { kind: 'NAME', canonical: 'ida' }];
    };
    expect(await there.change('sess_1', mark)).toBe(true);
    expect(JSON.parse(database.kept().memory)).toMatchObject({
      known: [{ canonical: '2025550143' }],
      notPrivate: [{ canonical: 'ida' }],
    });
    await here.enter(agent, 'c-1', opening);
    expect(first.call.notPrivate).toEqual([{ kind: 'NAME', canonical: 'ida' }]);
    expect(await here.change('sess_1', mark)).toBe(true);
    expect(JSON.parse(database.kept().memory).notPrivate).toHaveLength(2);
  });

  it('has a value that is on record counted no more, also where its turn is refused after another change', async () => {
    const { open } = slowDatabase();
    const [here, there] = [sharedCalls(open), sharedCalls(open)];
    const { call, turn } = await here.enter(agent, 'c-1', opening);
    await here.remember(call, async () => claimValues(call, turn, ['[PHONE_01]']));
    markCounted(call, ['[PHONE_01]']);
    const next = await there.enter(agent, 'c-1', opening);
    await there.remember(next.call, saying(next.call, '2025550199'));
    await here.enter(agent, 'c-1', opening);
    expect(releaseValues(call, turn)).toBe(false);
  });

  it('has a value counted by one of two turns at once, and by the other where the first is refused', async () => {
    const { open } = slowDatabase();
    const [here, there] = [sharedCalls(open), sharedCalls(open)];
    const first = await here.enter(agent, 'c-1', opening);
    const second = await there.enter(agent, 'c-1', opening);
    const count = (calls: typeof here, { call, turn }: typeof first) =>
      calls.remember(call, async () => claimValues(call, turn, ['[PHONE_01]']));
    await Promise.all([count(here, first), count(there, second)]);
    expect(first.call.counted).toEqual(new Map([['[PHONE_01]', 0]]));
    expect(second.call.counted).toEqual(first.call.counted);
    await here.change('sess_1', (call) => void releaseValues(call, first.turn));
    const third = await there.enter(agent, 'c-1', opening);
    await count(there, third);
    expect(third.call.counted).toEqual(new Map([['[PHONE_01]', third.turn]]));
  });

  it('changes no call that is over', async () => {
    const { open } = slowDatabase();
    const calls = sharedCalls({ ...open, find: async () => undefined });
    expect(await calls.change('sess_1', () => undefined)).toBe(false);
  });

  it('saves the findings of the last request, for a repetition at another replica', async () => {
    const { open } = slowDatabase();
    const [here, there] = [sharedCalls(open), sharedCalls(open)];
    const { call, turn } = await here.enter(agent, 'c-1', opening);
    const phone = {
      kind: 'PHONE',
      start: 0,
      end: 3,
      score: 1,
      ...foundBy('regex.phone'),
      canonical: '202',
    };
    const results = [{ key: 'ef', findings: [phone], inClear: [] }];
    const last = { turn, bodySha256: 'ab', results };
    await here.remember(call, async () => {
      call.lastRequest = last;
    });
    const other = await there.enter(agent, 'c-1', opening);
    expect(other.call).not.toBe(call);
    expect(other.call.lastRequest).toEqual(last);
  });

  it('refuses the request when the saved memory has an older version', async () => {
    const { database, open } = slowDatabase();
    const calls = sharedCalls(open);
    const { call } = await calls.enter(agent, 'c-1', opening);
    await calls.remember(call, saying(call, '2025550143'));
    Object.assign(open, { save: async () => ({ ...database.kept(), version: 0 }) });
    await expect(calls.remember(call, saying(call, '2025550199'))).rejects.toMatchObject({
      code: 'AuditUnavailable',
    });
  });
});
