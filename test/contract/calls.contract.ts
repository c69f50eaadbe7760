import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentId } from '../../server/domain/ids.ts';
import type { SessionSummary } from '../../server/domain/session.ts';
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
function row(number: number, { summary, ...change }: Change = {}): SessionRow {
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

/** What every store of session summaries does (spec, GET /api/v1/sessions; design D29). */
export function callsContract(name: string, open: () => Promise<Opened<SessionSummaries>>): void {
  describe(`${name} session summaries`, () => {
    let opened: Opened<SessionSummaries>;
    let calls: SessionSummaries;
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

    it('are listed with the newest start first, and pages neither lose nor repeat a session', async () => {
      const together = { summary: { startedAt: row(2).summary.startedAt } };
      await calls.record([row(1), row(4), row(2), row(3, together), row(5)]);
      expect(await listed({}, 2)).toEqual([5, 4]);
      const after = row(4).summary;
      expect(await listed({ after }, 1)).toEqual([3]);
      expect(await listed({ after: row(3, together).summary })).toEqual([2, 1]);
    });

    const mixed = [
      row(1, { summary: { status: 'error' } }),
      row(2, { summary: { redactionCount: 4, agentId: pharmacy } }),
      row(3, { summary: { redactionCount: 9, status: 'partial' } }),
      row(4, { summary: { ended: false, redactionCount: 4 } }),
    ];
    it.each<[string, Omit<SessionQuery, 'limit'>, number[]]>([
      ['an agent', { agentId: pharmacy }, [2]],
      ['a status', { status: 'partial' }, [3]],
      ['a start, itself included', { since: '2026-11-21T09:03:00Z' }, [4, 3]],
      ['a start in between', { since: '2026-11-21T09:03:00.001Z' }, [4]],
      ['a number of redactions', { minRedactions: 4 }, [4, 3, 2]],
      ['calls that have not ended', { open: true }, [4]],
      [
        'all filters together',
        { agentId: clinic, minRedactions: 1, status: 'ok', open: true },
        [4],
      ],
      ['all filters together, with no match', { agentId: pharmacy, status: 'error' }, []],
      ['a page', { agentId: clinic, after: row(3).summary }, [1]],
    ])('can be filtered by %s', async (_by, query, found) => {
      await calls.record(mixed);
      expect(await listed(query)).toEqual(found);
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
      expect(await calls.count(clinic, '2026-11-21T09:02:00Z')).toBe(3);
      expect(await calls.count(pharmacy, '2026-11-22T00:00:00Z')).toBe(0);
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
