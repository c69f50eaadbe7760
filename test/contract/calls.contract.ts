import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noExposure } from '../../server/domain/exposure.ts';
import type { AgentId } from '../../server/domain/ids.ts';
import { orderValue, type SessionOrder, type SessionSummary } from '../../server/domain/session.ts';
import type { SessionErasure } from '../../server/ports/retention.ts';
import type {
  SessionQuery,
  SessionRow,
  SessionSummaries,
} from '../../server/ports/session-summaries.ts';
import type { Opened } from './vault.contract.ts';

const clinic: AgentId = 'agt_01KAHZ0000000000000000AAAA';
const pharmacy: AgentId = 'agt_01KAHZ0000000000000000BBBB';
const nine = Date.parse('2026-11-21T09:00:00.000Z');

interface Change extends Partial<Omit<SessionRow, 'summary'>> {
  readonly summary?: Partial<SessionSummary>;
}

/** Session `number` of the clinic, which started that many minutes after nine. */
export function row(number: number, { summary, ...change }: Change = {}): SessionRow {
  const startedAt = new Date(nine + number * 60_000).toISOString();
  return {
    summary: {
      id: `sess_01KAHZ000000000000000000${String(number).padStart(2, '0')}`,
      agentId: clinic,
      agentName: 'Reception',
      startedAt,
      endedAt: startedAt,
      durationMs: 0,
      status: 'ok',
      redactionCount: 0,
      redactionsByKind: {},
      exposure: noExposure,
      upstreamModel: 'model-small',
      turnCount: 1,
      ended: true,
      ...summary,
    },
    foldedSeq: number,
    addedMs: {},
    ...change,
  };
}

function placeOf({ summary }: SessionRow, order?: SessionOrder) {
  return { value: orderValue(summary, order), id: summary.id };
}

/** What every store of session summaries does (spec, GET /api/v1/sessions; design D29). */
export function callsContract(
  name: string,
  open: () => Promise<Opened<SessionSummaries & SessionErasure>>,
): void {
  describe(`${name} session summaries`, () => {
    let opened: Opened<SessionSummaries & SessionErasure>;
    let calls: SessionSummaries & SessionErasure;
    beforeEach(async () => {
      opened = await open();
      calls = opened.port;
    });
    afterEach(() => opened.close());

    const listed = async (query: Omit<SessionQuery, 'limit'>, limit = 10) =>
      (await calls.list({ ...query, limit })).map(({ id }) => Number(id.slice(-2)));

    it('store every field, and a new row replaces the row of its session', async () => {
      const first = row(1, {
        summary: {
          endedAt: '2026-11-21T09:01:02.500Z',
          durationMs: 62_500,
          status: 'partial',
          redactionCount: 5,
          redactionsByKind: { PHONE: 2, NAME: 3 },
          valuesByKind: { PHONE: 1, NAME: 2 },
          exposure: { ...noExposure, outcome: 'by_policy', in_clear_by_kind: { DATE: 2 } },
          firstFailure: {
            turn: 1,
            status: 'error',
            reason: 'upstream_error',
            upstream_status: 503,
          },
          failedTurns: 2,
          ended: false,
        },
        addedMs: { 3: 2, 12: 1 },
      });
      const later = row(1, { foldedSeq: 9, summary: { status: 'error' } });
      await calls.record([first, row(2)]);
      expect(await calls.get(first.summary.id)).toEqual(first);
      await calls.record([later]);
      expect(await calls.get(first.summary.id)).toEqual(later);
      expect(await listed({})).toEqual([2, 1]);
      expect(await calls.get(row(3).summary.id)).toBeUndefined();
    });

    it('are counted by steps of time and by agent, and a step shows that it changed', async () => {
      const hourMs = 3_600_000;
      const range = { fromMs: nine, untilMs: nine + 2 * hourMs };
      const second = row(2, {
        summary: { agentId: pharmacy, exposure: { ...noExposure, languages: ['es'] } },
      });
      const first = row(1, {
        summary: { redactionsByKind: { NAME: 2 }, ended: false },
        addedMs: { 3: 2 },
      });
      await calls.record([first, second, row(61, { summary: { status: 'error' } }), row(120)]);
      const before = await calls.steps(range, hourMs);
      expect(before.map(({ startMs }) => startMs)).toEqual([nine, nine + hourMs]);
      const sums = [...(await calls.sums({ ...range, untilMs: nine + hourMs }))];
      expect(sums.sort((a, b) => (a.agentId < b.agentId ? -1 : 1))).toEqual([
        {
          agentId: clinic,
          counts: {
            'status ok': 1,
            'exposure not_run': 1,
            'with not_run': 1,
            'kind NAME': 2,
            'ms 3': 2,
          },
        },
        {
          agentId: pharmacy,
          counts: {
            'status ok': 1,
            'exposure not_run': 1,
            'with not_run': 1,
            'language es': 1,
          },
        },
      ]);
      await calls.record([{ ...first, foldedSeq: 9 }]);
      const after = await calls.steps(range, hourMs);
      expect(after[0]).not.toEqual(before[0]);
      expect(after[1]).toEqual(before[1]);
    });

    it('are listed with the newest start first, and pages neither lose nor repeat a session', async () => {
      const together = { summary: { startedAt: row(2).summary.startedAt } };
      await calls.record([row(1), row(4), row(2), row(3, together), row(5)]);
      expect(await listed({}, 2)).toEqual([5, 4]);
      expect(await listed({ after: placeOf(row(4)) }, 1)).toEqual([3]);
      expect(await listed({ after: placeOf(row(3, together)) })).toEqual([2, 1]);
    });

    const unequal = [
      row(1, { summary: { durationMs: 9_000, redactionCount: 1, turnCount: 2 } }),
      row(2, { summary: { durationMs: 2_000, redactionCount: 1, turnCount: 9 } }),
      row(3, { summary: { durationMs: 5_000, redactionCount: 7, turnCount: 4 } }),
    ];
    it.each<[Pick<SessionQuery, 'order' | 'ascending'>, number[]]>([
      [{ order: 'start', ascending: true }, [1, 2, 3]],
      [{ order: 'duration' }, [1, 3, 2]],
      [{ order: 'duration', ascending: true }, [2, 3, 1]],
      [{ order: 'redactions' }, [3, 2, 1]],
      [{ order: 'redactions', ascending: true }, [1, 2, 3]],
      [{ order: 'turns' }, [2, 3, 1]],
    ])('are listed in another order, page by page: %o', async (query, order) => {
      await calls.record(unequal);
      expect(await listed(query)).toEqual(order);
      const first = unequal[(order[0] ?? 0) - 1] as SessionRow;
      expect(await listed({ ...query, after: placeOf(first, query.order) })).toEqual(
        order.slice(1),
      );
    });

    const mixed = [
      row(1, { summary: { status: 'error' } }),
      row(2, {
        summary: { redactionCount: 4, redactionsByKind: { NAME: 4 }, agentId: pharmacy },
      }),
      row(3, {
        summary: {
          redactionCount: 9,
          redactionsByKind: { NAME: 2, PHONE: 7 },
          exposure: {
            ...noExposure,
            outcome: 'may_have_been_sent',
            requests: 2,
            requests_reported: 1,
            requests_blocked: 1,
          },
          status: 'partial',
        },
      }),
      row(4, { summary: { ended: false, redactionCount: 4 } }),
    ];
    it.each<[string, Omit<SessionQuery, 'limit'>, number[]]>([
      ['an agent', { agentId: pharmacy }, [2]],
      ['a status', { status: 'partial' }, [3]],
      ['a start, itself included', { since: '2026-11-21T09:03:00Z' }, [4, 3]],
      ['a start in between', { since: '2026-11-21T09:03:00.001Z' }, [4]],
      ['a number of redactions', { minRedactions: 4 }, [4, 3, 2]],
      ['an end, itself excluded', { until: '2026-11-21T09:03:00Z' }, [2, 1]],
      ['an end, oldest first', { until: '2026-11-21T09:03:00Z', ascending: true }, [1, 2]],
      ['an end, by redactions', { until: '2026-11-21T09:03:00Z', order: 'redactions' }, [2, 1]],
      ['a kind', { kind: 'NAME' }, [3, 2]],
      ['a kind whose name begins like another', { kind: 'NAM' }, []],
      ['a kind and an agent', { kind: 'NAME', agentId: pharmacy }, [2]],
      ['the worst outcome', { exposure: 'may_have_been_sent' }, [3]],
      ['another outcome of the same call', { exposure: 'stopped' }, [3]],
      ['an exposure and an agent', { exposure: 'not_run', agentId: pharmacy }, [2]],
      ['the whole id', { idPrefix: row(3).summary.id }, [3]],
      ['the beginning of ids', { idPrefix: row(3).summary.id.slice(0, -2) }, [4, 3, 2, 1]],
      ['the beginning of no id', { idPrefix: 'sess_02' }, []],
      ['calls that have not ended', { open: true }, [4]],
      ['calls that are over', { open: false }, [3, 2, 1]],
      [
        'all filters together',
        { agentId: clinic, minRedactions: 1, status: 'ok', open: true },
        [4],
      ],
      ['all filters together, with no match', { agentId: pharmacy, status: 'error' }, []],
      ['a page', { agentId: clinic, after: placeOf(row(3)) }, [1]],
    ])('can be filtered by %s', async (_by, query, found) => {
      await calls.record(mixed);
      expect(await listed(query)).toEqual(found);
      if (query.after === undefined) expect(await calls.count(query)).toBe(found.length);
    });

    it('store the key of a call before its first summary and until it has ended', async () => {
      const { id } = row(1).summary;
      const callKey = 'cd'.repeat(32);
      expect(await calls.keyOf(id)).toBe('');
      await calls.keepKey(id, callKey);
      await calls.record([row(1, { summary: { ended: false } }), row(2)]);
      expect(await calls.keyOf(id)).toBe(callKey);
      await calls.record([row(1)]);
      expect(await calls.keyOf(id)).toBe('');
    });

    it('are found by any of their search keys, with the other filters, until they are erased', async () => {
      const [first, second, third] = mixed.map(({ summary }) => summary.id);
      if (first === undefined || second === undefined || third === undefined) return;
      const keys = (...names: readonly string[]) => names.map((key) => ({ key, placeholder: '' }));
      await calls.addSearchKeys([{ id: first, keys: keys('a', 'b') }]);
      await calls.record(mixed);
      const more = [
        { id: third, keys: keys('b') },
        { id: second, keys: keys('c') },
      ];
      await calls.addSearchKeys(more);
      await calls.addSearchKeys([{ id: third, keys: keys('b', 'd') }]);
      expect(await listed({ searchKeys: ['b'] })).toEqual([3, 1]);
      expect(await listed({ searchKeys: ['c', 'd', 'e'] })).toEqual([3, 2]);
      expect(await listed({ searchKeys: ['c', 'd'], agentId: pharmacy })).toEqual([2]);
      expect(await listed({ searchKeys: ['b'], after: placeOf(row(3)) })).toEqual([1]);
      expect(await calls.count({ searchKeys: ['b', 'd'] })).toBe(2);
      expect(await listed({ searchKeys: [] })).toEqual([]);
      await calls.erase([third]);
      expect(await calls.count({ searchKeys: ['b', 'd'] })).toBe(1);
      await calls.record(mixed);
      expect(await calls.count({ searchKeys: ['b', 'd'] })).toBe(1);
      expect(Date.parse(await calls.searchableSince())).toBeLessThanOrEqual(Date.now() + 60_000);
    });

    it('keep the first placeholder of each search key until they are erased (decision 0187)', async () => {
      const [id, other] = [row(1).summary.id, row(2).summary.id];
      const [none, one, two] = ['', '[NAME_01]', '[NAME_02]'].map((placeholder) => [
        { key: 'a', placeholder },
      ]);
      await calls.addSearchKeys([
        { id, keys: [...(none ?? []), { key: 'b', placeholder: '' }] },
        { id: other, keys: two ?? [] },
      ]);
      expect(await calls.numberedKeys(id)).toEqual([]);
      for (const keys of [one, two, none]) await calls.addSearchKeys([{ id, keys: keys ?? [] }]);
      expect(await calls.numberedKeys(id)).toEqual(one);
      await calls.erase([id]);
      expect(await calls.numberedKeys(id)).toEqual([]);
      expect(await calls.numberedKeys(other)).toEqual(two);
    });

    it('are found by whether somebody reviewed them', async () => {
      const reviewed = {
        by: 'usr_01KAHZ0000000000000000AAAA',
        at: '2026-11-22T09:00:00.000Z',
      } as const;
      const first = row(1, { summary: { reviewed } });
      await calls.record([first, row(2)]);
      expect(await calls.get(first.summary.id)).toEqual(first);
      expect(await listed({ reviewed: true })).toEqual([1]);
      expect(await listed({ reviewed: false })).toEqual([2]);
      expect(await calls.count({ reviewed: true, agentId: clinic })).toBe(1);
      await calls.record([row(1, { foldedSeq: 9 })]);
      expect(await listed({ reviewed: true })).toEqual([]);
    });

    it('are summed by agent since a time, or between two times', async () => {
      await calls.record([
        row(1, { summary: { redactionCount: 100 }, addedMs: { 99: 1 } }),
        row(2, { summary: { redactionCount: 3 }, addedMs: { 2: 4, 11: 1 } }),
        row(3, { summary: { redactionCount: 4 }, addedMs: { 2: 1, 7: 2 } }),
        row(4, { summary: { redactionCount: 50, agentId: pharmacy }, addedMs: { 1: 1 } }),
        row(5),
      ]);
      expect(await calls.totals(clinic, '2026-11-21T09:02:00Z')).toEqual({
        sessions: 3,
        redactions: 7,
        addedMs: { 2: 5, 7: 2, 11: 1 },
      });
      expect(await calls.count({ agentId: clinic, since: '2026-11-21T09:02:00Z' })).toBe(3);
      expect(await calls.count({ agentId: pharmacy, since: '2026-11-22T00:00:00Z' })).toBe(0);
      const nothing = { sessions: 0, redactions: 0, addedMs: {} };
      expect(
        await calls.totals(clinic, '2026-11-21T09:02:00Z', '2026-11-21T09:03:00Z'),
        'the end of a window is outside it, its start within',
      ).toEqual({ sessions: 1, redactions: 3, addedMs: { 2: 4, 11: 1 } });
      expect(await calls.totals(clinic, '2026-11-21T09:03:00Z', '2026-11-21T09:03:00Z')).toEqual(
        nothing,
      );
      expect(await calls.totals(pharmacy, '2026-11-22T00:00:00Z')).toEqual(nothing);
    });

    it('return the highest stored journal position', async () => {
      expect(await calls.foldedSeq()).toBe(-1);
      await calls.record([row(1, { foldedSeq: 41 }), row(2, { foldedSeq: 17 })]);
      expect(await calls.foldedSeq()).toBe(41);
      await calls.record([]);
      expect(await calls.foldedSeq()).toBe(41);
    });
  });
}
