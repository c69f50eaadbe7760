import { hash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EventDraft } from '../../../server/domain/event.ts';
import type { SessionId } from '../../../server/domain/ids.ts';
import type { Mark } from '../../../server/domain/mark.ts';
import { type CallSamples, noSamples } from '../../../server/domain/reports/call-samples.ts';
import type { Period, PeriodRecords } from '../../../server/domain/reports/period.ts';
import { unnamedClinic } from '../../../server/domain/settings/clinic.ts';
import type { Documents } from '../../../server/ports/documents.ts';
import { createCallSampling } from '../../../server/sessions/call-samples.ts';
import { storedSetting } from '../../../server/settings/stored-setting.ts';
import { memoryDocuments } from '../../support/memory/documents.ts';

const ids = Array.from({ length: 40 }, (_, at) => `sess_${at}` as SessionId);
const root = 'c3'.repeat(32);

let documents: Documents;
let now: number;
let drafts: EventDraft[];
let asked: Period[];
let failures: unknown[];
let kept: (id: SessionId) => boolean;
let sealed: (id: SessionId) => boolean;
let refuse: Error | undefined;
/** Calls whose texts were read again, in their order, and what came of it. */
let readAgain: SessionId[];
let added: Mark[];
let unreadable: number;

beforeEach(() => {
  documents = memoryDocuments();
  now = Date.parse('2026-11-25T12:00:00.000Z');
  [drafts, asked, failures, refuse] = [[], [], [], undefined];
  [readAgain, added, unreadable] = [[], [], 0];
  kept = sealed = () => true;
});

const samples = () => storedSetting<CallSamples>(documents, 'call_samples', noSamples);

/** A process of its own over the same documents. */
function started() {
  const sampling = createCallSampling({
    samples: samples(),
    journal: {
      append: async (events) => {
        if (refuse !== undefined) throw refuse;
        drafts.push(...events);
        return [];
      },
    },
    periods: {
      period: async (period) => {
        asked.push(period);
        return {
          trees: ids.map((sessionId) => ({
            sessionId,
            merkleRootHex: root,
            sealed: sealed(sessionId),
          })),
          summaries: ids.map((id) => ({
            id,
            agentId: 'agt_1',
            startedAt: '2026-11-18T10:00:00.000Z',
            valuesByKind: { NAME: 1 },
          })),
          accesses: [],
        } as unknown as PeriodRecords;
      },
    },
    summaries: { count: async () => ids.length },
    payloads: {
      read: async (id) =>
        kept(id) ? { state: 'kept', key: {} as never, payloads: [] } : { state: 'not_kept' },
    },
    marks: {
      add: async (mark) => {
        added.push(mark);
      },
    },
    suggest: async (calls) => {
      readAgain.push(...calls.map(({ sessionId }) => sessionId));
      const marks = calls.slice(0, 2).map(({ sessionId }, at) => {
        return { id: `mark_${at}`, sessionId, kind: 'NAME' } as Mark;
      });
      return { calls: calls.length, unreadable, texts: 90, marks };
    },
    clinic: { read: async () => ({ ...unnamedClinic, timeZone: 'America/Chicago' }) },
    clock: { now: () => now, monotonicUs: () => now * 1000 },
    onFailure: (error) => failures.push(error),
  });
  return async () => {
    sampling.work();
    await sampling.settle();
  };
}

const drawn = async () => (await samples().read()).samples;
const draws = () => drafts.filter(({ kind }) => kind === 'sample_drawn');
const fieldsOf = (draft: EventDraft | undefined) =>
  draft?.fields as { seed: string; session_ids: readonly SessionId[] };

/** The order in which anybody can draw again with the event in hand. */
const orderOf = (seed: string) =>
  [...ids].sort((a, b) =>
    hash('sha256', `${seed}:${a}`) < hash('sha256', `${seed}:${b}`) ? -1 : 1,
  );

describe('The draw of a week', () => {
  it('takes 25 calls of the last week by the root of the week, and puts seed and set on record at once', async () => {
    await started()();
    expect(asked.slice(0, 1)).toEqual([
      { from: '2026-11-16T06:00:00.000Z', until: '2026-11-23T06:00:00.000Z' },
    ]);
    expect(drafts.map(({ kind }) => kind)).toEqual(['sample_drawn', 'suggestions_made']);
    const { seed, session_ids } = fieldsOf(drafts[0]);
    expect(drafts[0]?.fields).toMatchObject({ ...asked[0], calls: 40 });
    expect(session_ids).toEqual(orderOf(seed).slice(0, 25));
    const [sample] = await drawn();
    expect(sample?.calls.map(({ sessionId }) => sessionId)).toEqual(session_ids);
  });

  it('takes only sealed calls whose texts are kept, all of them where they are few', async () => {
    kept = (id) => !id.endsWith('3');
    sealed = (id) => id.endsWith('3') || id.endsWith('7');
    await started()();
    const { seed, session_ids } = fieldsOf(drafts[0]);
    expect(session_ids).toEqual(orderOf(seed).filter((id) => id.endsWith('7')));
  });

  it('is made once, by one process, and again when the next week is over', async () => {
    const [one, other] = [started(), started()];
    await Promise.all([one(), other()]);
    await one();
    expect(draws()).toHaveLength(1);
    // The calls of its last hours are not sealed yet.
    now = Date.parse('2026-11-30T08:00:00.000Z');
    await one();
    expect(draws()).toHaveLength(1);
    now = Date.parse('2026-11-30T09:30:00.000Z');
    await other();
    expect((await drawn()).map(({ from }) => from)).toEqual([
      '2026-11-23T06:00:00.000Z',
      '2026-11-16T06:00:00.000Z',
    ]);
  });

  it('of a week without kept texts leaves no trace, and is not tried again', async () => {
    kept = () => false;
    const work = started();
    await work();
    await work();
    expect([drafts, await drawn(), asked.length]).toEqual([[], [], 1]);
  });

  it('that the journal cannot record is not in force, and is tried again', async () => {
    refuse = new Error('the journal is away');
    await started()();
    expect([failures, await drawn()]).toEqual([[refuse], []]);
    refuse = undefined;
    now += 16 * 60_000;
    await started()();
    expect(await drawn()).toHaveLength(1);
  });
});

describe('The second look at a drawn week (decision 0190)', () => {
  it('begins with calls that nobody is to read, in the order of the draw, and is on record before its marks', async () => {
    await started()();
    const { seed, session_ids } = fieldsOf(drafts[0]);
    const others = orderOf(seed).slice(25);
    expect(readAgain).toEqual([...others, ...session_ids]);
    expect(drafts[1]?.fields).toEqual({
      sample_from: asked[0]?.from,
      calls: 40,
      texts: 90,
      mark_ids: ['mark_0', 'mark_1'],
      suggested_by_kind: { NAME: 2 },
    });
    expect(added.map(({ id }) => id)).toEqual(['mark_0', 'mark_1']);
  });

  it('is made once, by one process', async () => {
    const [one, other] = [started(), started()];
    await Promise.all([one(), other()]);
    await one();
    await other();
    expect([readAgain.length, added.length]).toEqual([40, 2]);
  });

  it('puts on record how many calls could not be read, and nothing where all could', async () => {
    await started()();
    expect(drafts[1]?.fields).not.toHaveProperty('calls_unreadable');
    unreadable = 3;
    now += 7 * 24 * 3_600_000;
    await started()();
    expect(drafts.at(-1)?.fields).toMatchObject({ calls: 40, calls_unreadable: 3 });
  });

  it('suggests no word of a call whose texts were erased meanwhile', async () => {
    await started()();
    expect(added).toHaveLength(2);
    kept = () => false;
    now += 7 * 24 * 3_600_000;
    await samples().update((all) => ({
      ...all,
      samples: all.samples.map(({ readAgain: _, ...sample }) => sample),
    }));
    await started()();
    expect([readAgain.length, added.length]).toEqual([80, 2]);
  });

  it('is made later where the journal cannot record it', async () => {
    await started()();
    await samples().update((all) => ({
      ...all,
      samples: all.samples.map(({ readAgain: _, ...sample }) => sample),
    }));
    refuse = new Error('the journal is away');
    await started()();
    expect([failures, added.length]).toEqual([[refuse], 2]);
    refuse = undefined;
    now += 16 * 60_000;
    await started()();
    expect(added).toHaveLength(4);
  });
});
