import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventDraft, JournalRecord } from '../../server/domain/event.ts';
import { canonicalJson, chainHash, zeroHash } from '../../server/journal/index.ts';
import type { ActivityRecords, Journal } from '../../server/ports/journal.ts';
import { agentId, redaction, sampleDrafts, sessionId } from '../support/event-samples.ts';

const otherSession = 'sess_01J00000000000000000000001';
const login = (ts: string): EventDraft => ({
  kind: 'login',
  ts,
  fields: { actor: 'usr_01J00000000000000000000000', method: 'oidc' },
});

/** What every journal does (port Journal; design D20–D22). */
export function journalContract(
  name: string,
  open: () => Promise<{ readonly port: Journal & ActivityRecords; close(): Promise<void> }>,
): void {
  describe(`journal (${name})`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let journal: Journal & ActivityRecords;
    beforeEach(async () => {
      opened = await open();
      journal = opened.port;
    });
    afterEach(() => opened.close());

    it('is empty at first and verifies', async () => {
      expect(journal.head()).toEqual({ size: 0, hash: zeroHash });
      expect(await journal.read({ limit: 10 })).toEqual([]);
      expect(await journal.verify()).toEqual({ ok: true, eventCount: 0, head: journal.head() });
    });

    it('appends drafts from seq 0 on, each linked to the record before', async () => {
      const records = [
        ...(await journal.append([redaction(1), redaction(1)])),
        ...(await journal.append([redaction(2)])),
      ];
      expect(records.map((r) => r.seq)).toEqual([0, 1, 2]);
      expect(records.map((r) => r.prev_hash)).toEqual([
        zeroHash,
        records[0]?.curr_hash,
        records[1]?.curr_hash,
      ]);
      expect(journal.head()).toEqual({ size: 3, hash: records[2]?.curr_hash });
    });

    it('hashes each record as design D20 specifies', async () => {
      const records = await journal.append(sampleDrafts);
      const hashes = records.map(({ curr_hash: _, ...body }) => chainHash(canonicalJson(body)));
      expect(records.map((r) => r.curr_hash)).toEqual(hashes);
    });

    it('stores every kind of event unchanged', async () => {
      await journal.append(sampleDrafts);
      const records = await ownRecords(journal);
      for (const [at, draft] of sampleDrafts.entries()) {
        expect(records[at]).toMatchObject({
          v: 1,
          kind: draft.kind,
          ts: draft.ts,
          ...draft.fields,
        });
        expect(records[at]?.session_id).toBe(draft.session_id);
        expect(records[at]?.agent_id).toBe(draft.agent_id);
      }
    });

    it('finds what people did among records of calls, newest first, in pages', async () => {
      const failed: EventDraft = {
        ...login('2026-11-21T10:00:02.000Z'),
        kind: 'login_failed',
        fields: { reason: 'not_allowed' },
      };
      await journal.append([redaction(1), login('2026-11-21T10:00:01.000Z'), redaction(2), failed]);
      const [newest, oldest] = [
        expect.objectContaining({ kind: 'login_failed', seq: 3 }),
        expect.objectContaining({ kind: 'login', seq: 1 }),
      ];
      expect(await journal.activity({ limit: 9 })).toEqual([newest, oldest]);
      expect(await journal.activity({ limit: 1 })).toEqual([newest]);
      expect(await journal.activity({ limit: 9, before: 3 })).toEqual([oldest]);
    });

    it('reads exactly the records that append returned', async () => {
      const appended = await journal.append([redaction(1), redaction(2), redaction(3)]);
      expect(await journal.read({ limit: 10 })).toEqual(appended);
    });

    it('gives every record a unique id and nonce', async () => {
      const records = await journal.append(
        Array.from({ length: 50 }, (_, turn) => redaction(turn)),
      );
      expect(new Set(records.map((r) => r.id)).size).toBe(50);
      expect(new Set(records.map((r) => r.nonce)).size).toBe(50);
      expect(records.every((r) => /^evt_[0-9A-HJKMNP-TV-Z]{26}$/.test(r.id))).toBe(true);
      expect(records.every((r) => /^[0-9a-f]{32}$/.test(r.nonce))).toBe(true);
    });

    it('numbers the records of each session across appends', async () => {
      const turns = [redaction(1), redaction(1, otherSession), login(redaction(1).ts)];
      const records = [...(await journal.append(turns)), ...(await journal.append(turns))];
      expect(records.map((r) => r.session_seq)).toEqual([0, 0, undefined, 1, 1, undefined]);
    });

    it('reads records from a seq on, up to the limit', async () => {
      await journal.append([1, 2, 3, 4].map((turn) => redaction(turn)));
      const records = await journal.read({ from: 1, limit: 2 });
      expect(records.map((r) => r.seq)).toEqual([1, 2]);
    });

    it('reads the records of one session from a session_seq on', async () => {
      await journal.append([redaction(1), redaction(1, otherSession), redaction(2), redaction(3)]);
      const records = await journal.read({ sessionId, from: 1, limit: 10 });
      expect(records.map((r) => [r.session_id, r.session_seq, r.seq])).toEqual([
        [sessionId, 1, 2],
        [sessionId, 2, 3],
      ]);
    });

    it('reads nothing of an unknown session', async () => {
      await journal.append([redaction(1)]);
      expect(await journal.read({ sessionId: otherSession, limit: 10 })).toEqual([]);
    });

    it('keeps the order of simultaneous appends', async () => {
      const appended = await Promise.all(
        Array.from({ length: 40 }, (_, turn) => journal.append([redaction(turn), redaction(turn)])),
      );
      const seqs = appended.flat().map((r) => r.seq);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
      for (const [first, second] of appended) expect(second?.seq).toBe((first?.seq ?? 0) + 1);
      expect(await journal.verify()).toMatchObject({ ok: true });
    });

    it('appends nothing for an empty list of drafts', async () => {
      expect(await journal.append([])).toEqual([]);
      expect(journal.head().size).toBe(0);
    });

    it('refuses a draft without a canonical form with AuditUnavailable, and appends its neighbours', async () => {
      const fraction = { ...redaction(1), fields: { ...redaction(1).fields, turn: 0.5 } };
      const [before, broken, after] = await Promise.allSettled([
        journal.append([redaction(1)]),
        journal.append([redaction(2), fraction as EventDraft]),
        journal.append([redaction(3)]),
      ]);
      expect([before.status, after.status]).toEqual(['fulfilled', 'fulfilled']);
      expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'AuditUnavailable' } });
      const kept = await ownRecords(journal);
      expect(kept.map((r) => [r.seq, r.session_seq, r['turn']])).toEqual([
        [0, 0, 1],
        [1, 1, 3],
      ]);
      expect(await journal.verify()).toMatchObject({ ok: true, eventCount: 2 });
    });

    it('journals a clock that was set back', async () => {
      await journal.append([login('2026-01-01T00:00:10.000Z')]);
      const [record] = await journal.append([login('2026-01-01T00:00:04.000Z')]);
      expect(record?.seq).toBe(2);
      expect((await ownRecords(journal))[1]).toMatchObject({
        kind: 'clock_regression',
        ts: '2026-01-01T00:00:04.000Z',
        behind_ms: 6_000,
      });
    });

    it('tolerates one second of disorder between callers', async () => {
      await journal.append([login('2026-01-01T00:00:10.000Z')]);
      await journal.append([login('2026-01-01T00:00:09.100Z')]);
      expect((await ownRecords(journal)).map((r) => r.kind)).toEqual(['login', 'login']);
    });

    it('verifies its records', async () => {
      const untrue = ['checkpoint_signed', 'retention_pruned'];
      await journal.append(sampleDrafts.filter(({ kind }) => !untrue.includes(kind)));
      const found = await journal.verify();
      expect(found.ok && found.head.size).toBe(found.eventCount);
      expect(found.eventCount).toBeGreaterThanOrEqual(sampleDrafts.length - 2);
    });

    it('records agent and session with the events of a call', async () => {
      const [record] = await journal.append([redaction(1)]);
      expect(record).toMatchObject({ session_id: sessionId, agent_id: agentId });
    });
  });
}

/** Records without the checkpoints that a journal may have signed meanwhile. */
async function ownRecords(journal: Journal): Promise<readonly JournalRecord[]> {
  const records = await journal.read({ limit: 1_000 });
  return records.filter((r) => r.kind !== 'checkpoint_signed' || r['size'] === 256);
}
