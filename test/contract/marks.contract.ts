import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '../../server/domain/ids.ts';
import type { Mark } from '../../server/domain/mark.ts';
import type { Marks } from '../../server/ports/marks.ts';
import type { Payloads } from '../../server/ports/payloads.ts';
import type { Opened } from './vault.contract.ts';

const session: SessionId = 'sess_01KAHZ0000000000000000AAAA';
const other: SessionId = 'sess_01KAHZ0000000000000000BBBB';

export const markOf = (no: number, sessionId = session): Mark => ({
  id: `mark_01KAHZ000000000000000000${String(no).padStart(2, '0')}`,
  sessionId,
  agentId: 'agt_01KAHZ0000000000000000AAAA',
  actor: 'usr_01KAHZ0000000000000000AAAA',
  at: '2026-11-20T10:00:00.000Z',
  mistake: 'missed',
  kind: 'NAME',
  turn: no,
  speaker: 'user',
  text: 'it is Orla Venn speaking',
  span: [6, 15],
});

const decision = {
  outcome: 'this_call',
  actor: 'usr_01KAHZ0000000000000000BBBB',
  at: '2026-11-21T10:00:00.000Z',
} as const;

/** A store of marks, and the erasure that deletes them with the payloads of their sessions. */
export type OpenMarks = Opened<Marks & Pick<Payloads, 'erase'>>;

/** What every store of marks does (decision 0084). */
export function marksContract(name: string, open: () => Promise<OpenMarks>): void {
  describe(`${name} marks`, () => {
    let opened: OpenMarks;
    let marks: OpenMarks['port'];
    beforeEach(async () => {
      opened = await open();
      marks = opened.port;
    });
    afterEach(() => opened.close());

    it('finds a mark as it was added, and no other', async () => {
      await marks.add(markOf(1));
      expect(await marks.find(markOf(1).id)).toEqual(markOf(1));
      expect(await marks.find(markOf(2).id)).toBeUndefined();
    });

    it('keeps a suggestion, which nobody made, with its scores', async () => {
      const { actor: _, ...mark } = markOf(1);
      const suggested = { ...mark, suggestion: { score: 0.58, threshold: 0.7 } };
      await marks.add(suggested);
      expect(await marks.find(suggested.id)).toEqual(suggested);
    });

    it('lists marks newest first, page by page, by state and by session', async () => {
      for (const mark of [markOf(1), markOf(2, other), markOf(3), markOf(4)]) await marks.add(mark);
      await marks.decide(markOf(3).id, decision);
      const turns = async (query: Omit<Parameters<Marks['list']>[0], 'limit'>, limit = 10) =>
        (await marks.list({ ...query, limit })).map(({ turn }) => turn);
      expect(await turns({})).toEqual([4, 3, 2, 1]);
      expect(await turns({ before: markOf(4).id }, 2)).toEqual([3, 2]);
      expect(await turns({ decided: false })).toEqual([4, 2, 1]);
      expect(await turns({ decided: true })).toEqual([3]);
      expect(await turns({ sessionId: session })).toEqual([4, 3, 1]);
      expect(await turns({ sessionId: session, decided: false })).toEqual([4, 1]);
      expect(await turns({ sessionId: session, before: markOf(3).id })).toEqual([1]);
    });

    it('replaces a decision, and decides nothing about an unknown mark', async () => {
      await marks.add(markOf(1));
      await marks.decide(markOf(1).id, decision);
      const later = { ...decision, outcome: 'dismissed' } as const;
      expect(await marks.decide(markOf(1).id, later)).toEqual({ ...markOf(1), decision: later });
      expect(await marks.find(markOf(1).id)).toEqual({ ...markOf(1), decision: later });
      expect(await marks.decide(markOf(2).id, later)).toBeUndefined();
    });

    it('deletes the marks of a session together with its kept texts', async () => {
      for (const mark of [markOf(1), markOf(2, other), markOf(3)]) await marks.add(mark);
      await marks.erase([session]);
      expect(await marks.list({ limit: 10 })).toEqual([markOf(2, other)]);
    });
  });
}
