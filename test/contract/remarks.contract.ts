import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '../../server/domain/ids.ts';
import type { CallNote } from '../../server/domain/session.ts';
import type { Remarks } from '../../server/ports/marks.ts';
import type { Payloads } from '../../server/ports/payloads.ts';
import type { Opened } from './vault.contract.ts';

const session: SessionId = 'sess_01KAHZ0000000000000000AAAA';
const other: SessionId = 'sess_01KAHZ0000000000000000BBBB';

export const noteOf = (text: string): CallNote => ({
  text,
  by: 'usr_01KAHZ0000000000000000AAAA',
  at: '2026-11-20T10:00:00.000Z',
});

/** A store of remarks, and the erasure that deletes them with the payloads of their sessions. */
export type OpenRemarks = Opened<Remarks & Pick<Payloads, 'erase'>>;

/** What every store of remarks does (decision 0175). */
export function remarksContract(name: string, open: () => Promise<OpenRemarks>): void {
  describe(`${name} remarks`, () => {
    let opened: OpenRemarks;
    let remarks: OpenRemarks['port'];
    beforeEach(async () => {
      opened = await open();
      remarks = opened.port;
    });
    afterEach(() => opened.close());

    it('has none of a call before somebody makes one', async () => {
      expect(await remarks.of([session])).toEqual([]);
      expect(await remarks.of([])).toEqual([]);
    });

    it('changes tags and note apart from each other, and of one call alone', async () => {
      await remarks.setTags(session, ['refund', 'call back']);
      await remarks.setNote(session, noteOf('ask Orla Venn'));
      await remarks.setNote(other, noteOf('another'));
      expect(await remarks.of([session])).toEqual([
        { id: session, tags: ['refund', 'call back'], note: noteOf('ask Orla Venn') },
      ]);
      await remarks.setTags(session, []);
      await remarks.setNote(other, undefined);
      const found = await remarks.of([session, other, 'sess_01KAHZ0000000000000000CCCC']);
      expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
        { id: session, tags: [], note: noteOf('ask Orla Venn') },
        { id: other, tags: [] },
      ]);
    });

    it('loses both with the texts of the call', async () => {
      await remarks.setTags(session, ['refund']);
      await remarks.setNote(session, noteOf('ask Orla Venn'));
      await remarks.setTags(other, ['refund']);
      await remarks.erase([session]);
      expect(await remarks.of([session, other])).toEqual([{ id: other, tags: ['refund'] }]);
    });
  });
}
