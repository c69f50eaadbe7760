import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import {
  openJournal,
  type SqlcipherJournal,
} from '../../server/adapters/sqlcipher/journal/journal.ts';
import { verifyJournalFile } from '../../server/adapters/sqlcipher/journal/journal-reader.ts';
import { journalMigrations } from '../../server/adapters/sqlcipher/journal/migrations.ts';
import { journalKeys } from '../../server/journal/index.ts';
import { callDrafts, dayMs, sessionNo, start } from '../support/dated-calls.ts';
import { sampleDrafts } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';
import { useFaultyThreads } from '../support/faulty-threads.ts';
import { type Fault, faultModes, faultSwitch } from '../support/journal-faults.ts';
import {
  dataOf,
  type JournalFolder,
  journalFolder,
  openAt,
  tamper,
} from '../support/journal-folder.ts';

beforeAll(useFaultyThreads);
const nowMs = start + 18 * dayMs;
const nowIso = new Date(nowMs).toISOString();

let place: JournalFolder;
let journal: SqlcipherJournal;
beforeEach(async () => {
  place = await journalFolder();
});
afterEach(async () => {
  await journal.close();
  await place.remove();
});

const due = { firstSeq: 0, lastSeq: 511, sessions: 52 };

/** 520 records that are past their retention, and ten that are not; then nothing more is written. */
async function fill(): Promise<void> {
  const old = Array.from({ length: 52 }, (_, no) => callDrafts({ no, atMs: start, promise: 1 }));
  await journal.append([...old.flat(), ...callDrafts({ no: 99, atMs: nowMs, promise: 1 })]);
  await eventually(async () => expect(await journal.read({ from: 530, limit: 1 })).toHaveLength(1));
}

function giveUp(): Promise<boolean> {
  return journal.retention.giveUp(due, 10, nowIso);
}

async function removeAll(): Promise<void> {
  for (;;) {
    const tile = await journal.retention.nextTile();
    if (tile === undefined) return;
    await journal.retention.dropTile(tile.no);
  }
}

async function prunedEvents(): Promise<number> {
  const records = await journal.read({ limit: 10_000 });
  return records.filter(({ kind }) => kind === 'retention_pruned').length;
}

describe('pruning is whole at every step, and the next run finishes it (design D27)', () => {
  const modes = faultModes.filter((mode) => !mode.startsWith('torn'));
  const ofEvent: readonly Fault[] = [
    ...modes.map((mode) => ({ step: 'commit', mode }) as const),
    { step: 'head write', mode: 'lost' },
    { step: 'head sync', mode: 'the thread dies' },
  ];

  const openFaulty = async () => {
    const { fault, arm } = faultSwitch();
    const options = { ...dataOf(place), fault };
    journal = await openJournal(options);
    return arm;
  };
  const reopen = async () => {
    await journal.close();
    expect(await verifyJournalFile(place)).toMatchObject({ ok: true });
    journal = await openAt(place);
    expect(journal.gap()).toBeUndefined();
  };

  it.each(ofEvent)(
    'pruning continues after the event failed at $step: $mode',
    async ({ step, mode }) => {
      const arm = await openFaulty();
      await fill();
      arm({ step, mode });
      await expect(giveUp()).rejects.toMatchObject({ code: 'AuditUnavailable' });
      await reopen();
      // Nothing is deleted unless the event is there.
      const { prunedBelow, deletedBelow } = await journal.retention.state();
      expect([prunedBelow, deletedBelow]).toEqual([(await prunedEvents()) * 512, 0]);
      if (prunedBelow === 0) expect(await giveUp()).toBe(true);
      await removeAll();
      expect(await verifyJournalFile(place)).toMatchObject({ ok: true, prunedCount: 512 });
      expect(await prunedEvents()).toBe(1);
    },
  );

  it.each(modes)('pruning continues after the deletion of a tile failed: %s', async (mode) => {
    const arm = await openFaulty();
    await fill();
    await giveUp();
    await journal.retention.dropTile(0);
    arm({ step: 'commit', mode });
    await expect(journal.retention.dropTile(1)).rejects.toThrow();
    await reopen();
    const { deletedBelow } = await journal.retention.state();
    expect([256, 512]).toContain(deletedBelow);
    expect(await verifyJournalFile(place)).toMatchObject({ ok: true, prunedCount: deletedBelow });
    await removeAll();
    expect(await verifyJournalFile(place)).toMatchObject({ ok: true, prunedCount: 512 });
  });

  it('refuses a report of a pruned call without counting that as a failure of the journal', async () => {
    journal = await openAt(place);
    await fill();
    await giveUp();
    await removeAll();
    const report = sampleDrafts.filter(({ kind }) => kind === 'report_generated');
    const late = report.map((draft) => ({ ...draft, session_id: sessionNo(0) }));
    await expect(journal.append(late)).rejects.toMatchObject({ code: 'session_not_found' });
    expect(journal.failing()).toBe(false);
    expect(await verifyJournalFile(place)).toMatchObject({ ok: true, prunedCount: 512 });
  });

  it('pruning continues after the process ended between event and deletion', async () => {
    journal = await openAt(place);
    await fill();
    await giveUp();
    await reopen();
    expect((await journal.read({ limit: 1 }))[0]?.seq).toBe(512);
    expect(await journal.retention.state()).toMatchObject({ prunedBelow: 512, deletedBelow: 0 });
    await removeAll();
    expect(await verifyJournalFile(place)).toMatchObject({ ok: true, prunedCount: 512 });
  });
});

describe('only pruning passes the guards of the journal', () => {
  const exec = (sql: string) => {
    const { database: key } = journalKeys(place.key);
    const db = openDatabase({ file: place.file, key, migrations: journalMigrations });
    try {
      db.exec(sql);
    } finally {
      db.close();
    }
  };
  const tile = 'INSERT INTO pruned_tile VALUES (0, zeroblob(256 * 32));';

  it.each([
    ['a record', 'DELETE FROM event WHERE seq = 0'],
    ['a record whose hash is kept', `${tile} DELETE FROM event WHERE seq < 256`],
    ['records that no event gave up', 'UPDATE retention SET pruned_below = 256'],
    [
      'records under another kind of event',
      'UPDATE retention SET pruned_below = 256, event_seq = 300',
    ],
    ['the record of pruning', 'DELETE FROM retention'],
    ['a record’s words', "UPDATE event SET body = '{}' WHERE seq = 0"],
  ])('%s stays', async (_, sql) => {
    journal = await openAt(place);
    await fill();
    await journal.close();
    expect(() => exec(sql)).toThrow(/append-only|gives these records up|record of pruning/);
  });

  it('keeps records under a legal hold, even those given up', async () => {
    journal = await openAt(place);
    await fill();
    await giveUp();
    await journal.holds.place({ actor: 'usr_01J00000000000000000000000', placedAt: nowIso });
    await journal.close();
    expect(() => exec(`${tile} DELETE FROM event WHERE seq < 256`)).toThrow(/append-only/);
  });
});

describe('verification reports what someone removed with the key', () => {
  const breaksAfter = async (sql: string) => {
    await journal.close();
    tamper(place, sql);
    const found = await verifyJournalFile(place);
    return found.ok ? [] : found.breaks.map(({ rule }) => rule);
  };
  const pruned = async () => {
    journal = await openAt(place);
    await fill();
    await giveUp();
    await removeAll();
  };

  it('reports records that are missing at the start', async () => {
    journal = await openAt(place);
    await fill();
    expect(await breaksAfter('DELETE FROM event WHERE seq < 256')).toContain('seq_gap');
  });

  it('reports records that are missing at the start although their hashes were kept as pruning does', async () => {
    journal = await openAt(place);
    await fill();
    const hashes = (await journal.read({ limit: 256 })).map((r) => r.curr_hash).join('');
    const sql = `INSERT INTO pruned_tile VALUES (0, x'${hashes}'); DELETE FROM event WHERE seq < 256`;
    expect(await breaksAfter(sql)).toEqual(['seq_gap']);
  });

  it('reports more missing records than the event gave up', async () => {
    await pruned();
    expect(await breaksAfter('DELETE FROM event WHERE seq = 512')).toContain('seq_gap');
  });

  it('reports a missing retention_pruned event', async () => {
    await pruned();
    const found = await breaksAfter(`DELETE FROM event WHERE body LIKE '%retention_pruned%'`);
    expect(found).toContain('seq_gap');
  });

  it('reports a changed hash of a pruned record', async () => {
    await pruned();
    const blank = `UPDATE pruned_tile SET hashes = zeroblob(256 * 32) WHERE no = 0`;
    const found = await breaksAfter(blank);
    expect(found).toContain('checkpoint_mismatch');
  });

  it('reports missing hashes of pruned records', async () => {
    await pruned();
    expect(await breaksAfter('DELETE FROM pruned_tile')).toContain('seq_gap');
  });

  it('reports missing checkpoints over the retention_pruned event', async () => {
    await pruned();
    const found = await breaksAfter('DELETE FROM checkpoint');
    expect(found).toEqual(expect.arrayContaining(['seq_gap', 'checkpoint_mismatch']));
  });
});
