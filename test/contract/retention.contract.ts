import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventDraft } from '../../server/domain/event.ts';
import type { SessionId } from '../../server/domain/ids.ts';
import type { Journal } from '../../server/ports/journal.ts';
import type { LegalHolds, Pruning, RetentionLedger } from '../../server/ports/retention.ts';
import { callDrafts, dayMs, sessionNo, start } from '../support/dated-calls.ts';
import { sampleDrafts } from '../support/event-samples.ts';

export interface OpenRetention {
  readonly journal: Journal;
  readonly retention: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
  close(): Promise<void>;
}

const actor = 'usr_01J00000000000000000000000';
const policyDays = 10;
/** Slack of the clock included, everything of day 0 is past a retention of ten days. */
const later = start + 18 * dayMs;
const nowIso = new Date(later).toISOString();

/** What every journal does about retention (ports Pruning, RetentionLedger, LegalHolds; design D27). */
export function retentionContract(name: string, open: () => Promise<OpenRetention>): void {
  describe(`retention (${name})`, () => {
    let opened: OpenRetention;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    const append = async (drafts: readonly EventDraft[]) => {
      await opened.journal.append(drafts);
    };
    const plan = () => opened.retention.plan({ nowMs: later, policyDays });
    const prune = async () => {
      const due = await plan();
      const givenUp = await opened.retention.giveUp(due, policyDays, nowIso);
      const erased: SessionId[] = [];
      for (;;) {
        const tile = await opened.retention.nextTile();
        if (tile === undefined) return { due, givenUp, erased };
        erased.push(...tile.sessionIds);
        await opened.retention.dropTile(tile.no);
      }
    };
    const calls = (from: number, count: number, atMs: number, promise = 10) =>
      Array.from({ length: count }, (_, at) => callDrafts({ no: from + at, atMs, promise })).flat();
    /** 64 calls of ten records on day 0, then one of today. */
    const fill = () => append([...calls(0, 64, start), ...calls(99, 1, later)]);
    const kinds = async () => {
      const records = await opened.journal.read({ limit: 10_000 });
      return records.map(({ kind }) => kind);
    };

    it('has nothing to prune at first', async () => {
      expect(await plan()).toEqual({ firstSeq: 0, lastSeq: -1, sessions: 0 });
      expect(await opened.retention.nextTile()).toBeUndefined();
      expect(await opened.retention.state()).toMatchObject({ prunedBelow: 0, deletedBelow: 0 });
    });

    it('plans whole tiles only, and counts the sessions that begin in them', async () => {
      await fill();
      expect(await plan()).toEqual({ firstSeq: 0, lastSeq: 511, sessions: 52 });
    });

    it('keeps records within their retention', async () => {
      await fill();
      const query = { nowMs: start + 16 * dayMs, policyDays };
      expect((await opened.retention.plan(query)).lastSeq).toBe(-1);
      expect((await opened.retention.plan({ nowMs: later, policyDays: 12 })).lastSeq).toBe(-1);
    });

    it('keeps a call as long as its call_started promised', async () => {
      await append([
        ...calls(0, 32, start),
        ...calls(50, 1, start, 12),
        ...calls(51, 48, start, 1),
      ]);
      expect((await plan()).lastSeq).toBe(255);
    });

    it('stops before a call that has a record to keep', async () => {
      const [first, ...rest] = calls(70, 1, start).map((draft, at) =>
        at === 0 ? draft : { ...draft, ts: nowIso },
      );
      const begun = first === undefined ? [] : [first];
      await append([...calls(0, 30, start), ...begun, ...calls(100, 64, start), ...rest]);
      expect((await plan()).lastSeq).toBe(255);
    });

    it('prunes, and the rest of the chain verifies', async () => {
      await fill();
      const before = await opened.journal.read({ limit: 10_000 });
      const { due, givenUp, erased } = await prune();
      expect([givenUp, due.lastSeq, erased.length]).toEqual([true, 511, 52]);
      const left = await opened.journal.read({ limit: 10_000 });
      expect(left[0]).toEqual(before[512]);
      expect(left.filter(({ kind }) => kind === 'retention_pruned')).toMatchObject([
        { first_seq: 0, last_seq: 511, boundary_hash: before[511]?.curr_hash, policy_days: 10 },
      ]);
      expect(await opened.journal.verify()).toMatchObject({
        ok: true,
        eventCount: left.length,
        prunedCount: 512,
      });
      expect(await opened.retention.state()).toMatchObject({ prunedBelow: 512, deletedBelow: 512 });
    });

    it('shows a call completely or not at all', async () => {
      await fill();
      const cut = sessionNo(51);
      await opened.retention.giveUp(await plan(), policyDays, nowIso);
      expect(await opened.journal.read({ sessionId: sessionNo(0), limit: 10 })).toEqual([]);
      expect(await opened.journal.read({ sessionId: cut, limit: 10 })).toEqual([]);
      expect(await opened.journal.read({ sessionId: sessionNo(52), limit: 99 })).toHaveLength(10);
      await prune();
      expect(await opened.journal.read({ sessionId: cut, limit: 10 })).toEqual([]);
      expect((await opened.journal.read({ from: 0, limit: 1 }))[0]?.seq).toBe(512);
    });

    it('gives the same records up only once', async () => {
      await fill();
      const due = await plan();
      expect(await opened.retention.giveUp(due, policyDays, nowIso)).toBe(true);
      expect(await opened.retention.giveUp(due, policyDays, nowIso)).toBe(false);
      expect((await kinds()).filter((kind) => kind === 'retention_pruned')).toHaveLength(1);
    });

    it('deletes only records that were given up', async () => {
      await fill();
      await expect(opened.retention.dropTile(0)).rejects.toThrow();
      await opened.retention.giveUp(await plan(), policyDays, nowIso);
      await expect(opened.retention.dropTile(1)).rejects.toThrow();
      await expect(opened.retention.dropTile(2)).rejects.toThrow();
      expect((await opened.journal.verify()).ok).toBe(true);
    });

    it('continues after the last run, and counts all pruned records', async () => {
      await fill();
      await prune();
      await append(calls(300, 64, later));
      const nowMs = later + 18 * dayMs;
      const due = await opened.retention.plan({ nowMs, policyDays });
      expect([due.firstSeq, due.lastSeq]).toEqual([512, 1279]);
      await opened.retention.giveUp(due, policyDays, new Date(nowMs).toISOString());
      for (let no = 2; no < 5; no += 1) {
        await opened.retention.dropTile(no);
        expect(await opened.journal.verify()).toMatchObject({
          ok: true,
          prunedCount: (no + 1) * 256,
        });
      }
    });

    it('appends after pruning as before it', async () => {
      await fill();
      const { size } = opened.journal.head();
      await prune();
      await append(calls(400, 1, later));
      expect(opened.journal.head().size).toBeGreaterThanOrEqual(size + 11);
      expect(await opened.journal.verify()).toMatchObject({ ok: true });
    });

    it('refuses an event about a pruned session', async () => {
      await fill();
      const [gone, kept] = [sessionNo(0), sessionNo(60)];
      const report = sampleDrafts.find(({ kind }) => kind === 'report_generated');
      if (report === undefined) throw new Error('no sample');
      await prune();
      const late = { ...report, ts: nowIso, session_id: gone };
      await expect(opened.journal.append([late])).rejects.toMatchObject({
        code: 'session_not_found',
      });
      expect(await opened.journal.read({ sessionId: gone, limit: 10 })).toEqual([]);
      const records = await opened.journal.append([{ ...late, session_id: kept }]);
      expect(records).toMatchObject([{ session_seq: 10 }]);
      expect(await opened.journal.verify()).toMatchObject({ ok: true });
    });

    describe('a legal hold', () => {
      const hold = { actor, placedAt: nowIso };

      it('of the installation stops all pruning', async () => {
        await fill();
        const placed = await opened.holds.place(hold);
        expect(placed).toEqual({ ...hold, no: expect.any(Number) });
        expect((await plan()).lastSeq).toBe(-1);
        expect(await opened.holds.list()).toEqual([placed]);
        expect(await opened.holds.release(placed.no, hold)).toBe(true);
        expect((await plan()).lastSeq).toBe(511);
        expect((await kinds()).filter((kind) => kind.startsWith('legal_hold'))).toEqual([
          'legal_hold_placed',
          'legal_hold_released',
        ]);
      });

      it('placed during a deletion stops it before the next tile', async () => {
        await fill();
        await opened.retention.giveUp(await plan(), policyDays, nowIso);
        await opened.retention.dropTile(0);
        const { no } = await opened.holds.place(hold);
        expect(await opened.retention.nextTile()).toBeUndefined();
        await expect(opened.retention.dropTile(1)).rejects.toThrow();
        expect(await opened.journal.verify()).toMatchObject({ ok: true, prunedCount: 256 });
        await opened.holds.release(no, hold);
        expect((await opened.retention.nextTile())?.no).toBe(1);
      });

      it('of one session keeps it and all later records', async () => {
        await fill();
        const held = { ...hold, sessionId: sessionNo(30) };
        const placedHold = await opened.holds.place(held);
        expect((await plan()).lastSeq).toBe(255);
        expect(await opened.holds.list()).toEqual([{ ...held, no: placedHold.no }]);
        const [placed] = (await opened.journal.read({ limit: 10_000 })).filter(
          ({ kind }) => kind === 'legal_hold_placed',
        );
        expect(placed).toMatchObject({ session_id: held.sessionId, actor, scope: 'session' });
      });

      it('that is placed after the plan stops the pruning', async () => {
        await fill();
        const due = await plan();
        await opened.holds.place({ ...hold, sessionId: sessionNo(30) });
        expect(await opened.retention.giveUp(due, policyDays, nowIso)).toBe(false);
      });

      it.each([
        ['agent', { agentId: 'agt_01J00000000000000000000000' as const }],
        ['dates', { from: '2020-01-01T00:00:00.000Z', until: '2020-02-01T00:00:00.000Z' }],
        ['dates', { from: '2020-01-01T00:00:00.000Z' }],
      ])('of %s keeps its first record and all later ones: %o', async (scope, cover) => {
        await fill();
        const purpose = { matter: '2026-14', reason: 'subpoena', reviewer: 'Counsel' };
        const { no } = await opened.holds.place({ ...hold, ...cover, ...purpose }, 300);
        expect((await plan()).lastSeq).toBe(255);
        expect(await opened.holds.list()).toEqual([{ ...hold, ...cover, no }]);
        const [record] = await opened.journal.read({ from: no, limit: 1 });
        expect(record).toMatchObject({ kind: 'legal_hold_placed', scope, ...purpose });
        expect(record?.agent_id).toBe('agentId' in cover ? cover.agentId : undefined);
        expect(await opened.holds.release(no, hold)).toBe(true);
        expect((await plan()).lastSeq).toBe(511);
      });

      it('stands beside another of the same cover, and each is released once', async () => {
        const first = await opened.holds.place({ ...hold, matter: 'one' });
        const second = await opened.holds.place({ ...hold, matter: 'two' });
        const other = { ...hold, actor: 'usr_01J00000000000000000000001' };
        expect(await opened.holds.release(first.no, other)).toBe(true);
        expect(await opened.holds.release(first.no, other)).toBe(false);
        expect(await opened.holds.list()).toEqual([second]);
        expect((await plan()).lastSeq).toBe(-1);
        const records = await opened.journal.read({ limit: 10_000 });
        expect(records.filter(({ kind }) => kind === 'legal_hold_released')).toMatchObject([
          { hold_seq: first.no, actor: other.actor },
        ]);
      });

      it('is refused for an unknown session', async () => {
        const unknown = { ...hold, sessionId: sessionNo(1_000) };
        await expect(opened.holds.place(unknown)).rejects.toMatchObject({
          code: 'session_not_found',
        });
        expect(await opened.holds.list()).toEqual([]);
      });
    });

    it('fills the tile that the next record goes into, once, and leaves every other as it is', async () => {
      const filled = async () =>
        (await opened.journal.read({ limit: 10_000 }))
          .filter(({ kind }) => kind === 'tile_filled')
          .map(({ seq }) => seq);
      await opened.retention.fillTile(0, nowIso);
      await append(calls(0, 27, start));
      for (const no of [0, 3]) await opened.retention.fillTile(no, nowIso);
      expect(await filled()).toEqual([]);
      for (const no of [1, 1]) await opened.retention.fillTile(no, nowIso);
      const seqs = await filled();
      expect(seqs).toEqual(Array.from(seqs, (_, at) => 512 - seqs.length + at));
      // The journal may have signed a checkpoint over the calls before.
      expect(512 - 270 - seqs.length).toBeOneOf([0, 1]);
      expect(opened.journal.head().size).toBeGreaterThanOrEqual(512);
      expect(await opened.journal.verify()).toMatchObject({ ok: true });
    });

    it('stores the clock reading, and journals who confirmed it', async () => {
      await opened.retention.sawClock(nowIso);
      expect((await opened.retention.state()).clockSeen).toBe(nowIso);
      const jumped = new Date(later + 99 * dayMs).toISOString();
      await opened.retention.sawClock(jumped, { actor, aheadMs: 99 * dayMs });
      expect((await opened.retention.state()).clockSeen).toBe(jumped);
      expect((await opened.journal.read({ limit: 10 }))[0]).toMatchObject({
        kind: 'retention_clock_confirmed',
        actor,
        ahead_ms: 99 * dayMs,
      });
    });
  });
}
