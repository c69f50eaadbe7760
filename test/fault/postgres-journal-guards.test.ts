import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PostgresJournal } from '../../server/adapters/postgres/journal/journal.ts';
import { postgresJournalReader } from '../../server/adapters/postgres/journal/journal-reader.ts';
import { Secret } from '../../server/domain/secret.ts';
import { journalKeys, verifyJournal } from '../../server/journal/index.ts';
import type { Journal } from '../../server/ports/journal.ts';
import { callDrafts, dayMs, start } from '../support/dated-calls.ts';
import { redaction, sessionId } from '../support/event-samples.ts';
import { type JournalServer, journalServersForFile } from '../support/postgres-journal.ts';
import { type OpenReplica, origin } from '../support/postgres-replica.ts';
import { dump, putBack, tamper } from '../support/postgres-tamper.ts';

const nowMs = start + 18 * dayMs;
const nowIso = new Date(nowMs).toISOString();
const actor = 'usr_01J00000000000000000000000';
const due = { firstSeq: 0, lastSeq: 511, sessions: 52 };

const fresh = journalServersForFile();
let server: JournalServer;
let replica: OpenReplica;
let journal: PostgresJournal;
const openFresh = async () => {
  server = await fresh();
  replica = await server.open();
  journal = replica.journal;
};
const close = () => replica.close();

/** 520 records that are past their retention, and ten that are not. */
const fill = async (into: Journal = journal) => {
  const old = Array.from({ length: 52 }, (_, no) => callDrafts({ no, atMs: start, promise: 1 }));
  await into.append([...old.flat(), ...callDrafts({ no: 99, atMs: nowMs, promise: 1 })]);
};
const giveUp = (at: PostgresJournal = journal) => at.retention.giveUp(due, 10, nowIso);
const removeAll = async (at: PostgresJournal = journal) => {
  for (;;) {
    const tile = await at.retention.nextTile();
    if (tile === undefined) return;
    await at.retention.dropTile(tile.no);
  }
};
const [zeros, hash] = ['00', 'ab'].map((digits) => `'\\x${digits.repeat(32)}'`);
const tile = `INSERT INTO journal_tile SELECT 0, string_agg(${zeros}::bytea, '') FROM generate_series(1, 256);`;
const record = (seq: string, prev: string) =>
  `INSERT INTO journal_record SELECT ${seq}, NULL, NULL, kind, ts, ${prev}, ${hash}, sealed
   FROM journal_record WHERE seq = 2`;

describe('only pruning passes the guards of the journal (design D47)', () => {
  beforeAll(async () => {
    await openFresh();
    await fill();
    await journal.checkpoint();
  });
  afterAll(close);

  it.each([
    ['a second record in a place', record('1', `${hash}`), 'journal_record_pkey'],
    [
      'a second record after another',
      record('9000', '(SELECT prev_hash FROM journal_record WHERE seq = 2)'),
      'journal_record_prev_hash_key',
    ],
    [
      'a second record in a place of a session',
      `INSERT INTO journal_record SELECT 9000, session_id, session_seq, kind, ts, ${hash}, ${hash}, sealed
       FROM journal_record WHERE seq = 2`,
      'journal_record_by_session',
    ],
    ['a second head', `INSERT INTO journal_head VALUES (2, 0, ${hash}, '', ${hash})`, 'check'],
    [
      'a second checkpoint of a size',
      `INSERT INTO journal_checkpoint (size, note, peaks, event_seq)
       SELECT size, 'another', peaks, event_seq FROM journal_checkpoint`,
      'journal_checkpoint_in_force',
    ],
  ])('%s is refused', async (_, sql, constraint) => {
    await expect(server.place.sql(sql)).rejects.toThrow(constraint);
    await expect(server.place.adminSql(sql)).rejects.toThrow(constraint);
  });

  it.each([
    ['a record’s words', `UPDATE journal_record SET sealed = ${hash} WHERE seq = 0`],
    ['a record’s kind', "UPDATE journal_record SET kind = 'login' WHERE seq = 0"],
    ['a record', 'DELETE FROM journal_record WHERE seq = 0'],
    ['the last record', 'DELETE FROM journal_record WHERE seq = 529'],
    ['all records', 'TRUNCATE journal_record'],
    ['a record whose hash is kept', `${tile} DELETE FROM journal_record WHERE seq < 256`],
    ['a tile of records', 'SELECT journal_drop_tile(0)'],
    ['records that no event gave up', 'UPDATE journal_retention SET pruned_below = 256'],
    [
      'records under another kind of event',
      'UPDATE journal_retention SET pruned_below = 256, event_seq = 300',
    ],
    ['the record of pruning', 'DELETE FROM journal_retention'],
    ['the head', 'DELETE FROM journal_head'],
    ['a checkpoint', 'DELETE FROM journal_checkpoint'],
    ['a checkpoint’s note', "UPDATE journal_checkpoint SET note = ''"],
  ])('%s stays, for the owner of the tables and for a superuser', async (_, sql) => {
    const refusal =
      /append-only|permission denied|gives these records up|deleted in order|not changed/;
    await expect(server.place.sql(sql)).rejects.toThrow(refusal);
    await expect(server.place.adminSql(sql)).rejects.toThrow(refusal);
  });

  it('the chain verifies after all refused statements', async () => {
    expect(await journal.verify()).toMatchObject({ ok: true });
  });

  it('keeps records under a legal hold, even those given up', async () => {
    await giveUp();
    await journal.holds.place({ actor, placedAt: nowIso });
    await expect(server.place.sql('SELECT journal_drop_tile(0)')).rejects.toThrow(/append-only/);
  });
});

describe('a role that owns nothing', () => {
  beforeEach(openFresh);
  afterEach(close);
  const grants = `
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO ROLE_NAME;
    GRANT INSERT ON journal_record, journal_head, journal_checkpoint, journal_hold TO ROLE_NAME;
    GRANT UPDATE ON journal_head, journal_retention TO ROLE_NAME;
    GRANT UPDATE (voided_by) ON journal_checkpoint TO ROLE_NAME;
    GRANT DELETE ON journal_hold TO ROLE_NAME;
    GRANT EXECUTE ON FUNCTION journal_drop_tile TO ROLE_NAME;`;

  it('is enough for the service, and can change or delete no record', async () => {
    const name = `svc_app_${randomBytes(6).toString('hex')}`;
    await server.place.adminSql(`CREATE ROLE ${name} LOGIN PASSWORD 'app'`);
    await server.place.sql(grants.replaceAll('ROLE_NAME', name));
    const url = new URL(server.place.url.reveal());
    [url.username, url.password] = [name, 'app'];
    const app = await server.open('app', new Secret(url.href));
    try {
      await fill(app.journal);
      await giveUp(app.journal);
      await removeAll(app.journal);
      const { no } = await app.journal.holds.place({ actor, placedAt: nowIso });
      await app.journal.holds.release(no, { actor, placedAt: nowIso });
      expect(await app.journal.verify()).toMatchObject({ ok: true, prunedCount: 512 });
      for (const change of ['DELETE FROM journal_record', "UPDATE journal_record SET kind = ''"]) {
        await expect(app.database.run(change)).rejects.toThrow(/permission denied/);
      }
    } finally {
      await app.close();
      await server.place.adminSql(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
    }
  });
});

describe('what the server can read of a record', () => {
  beforeEach(openFresh);
  afterEach(close);
  it('is its place, session, kind, time and hashes, but no other word of it', async () => {
    const [draft] = [redaction(77)];
    await journal.append([draft]);
    const rows = await server.place.sql('SELECT * FROM journal_record');
    const [row] = rows;
    expect(row).toMatchObject({ session_id: sessionId, kind: draft.kind, ts: draft.ts });
    const bytes = Object.values(row ?? {}).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    const { placeholder } = draft.fields as unknown as { placeholder: string };
    for (const word of [placeholder, 'placeholder', 'entity_kind', 'nonce']) {
      expect(bytes.filter((text) => text.includes(word))).toEqual([]);
    }
  });
});

describe('verification reports what someone changed on the server', () => {
  const breaksAfter = async (sql: string) => {
    await tamper(server.place, sql);
    const keys = journalKeys(server.key);
    const seen = { state: 'signed', head: journal.head() } as const;
    const reader = postgresJournalReader(replica.database, keys, seen);
    const found = await verifyJournal(reader, { origin, publicKey: keys.public });
    return found.ok ? [] : found.breaks.map(({ seq, rule }) => `${seq} ${rule}`);
  };

  describe('in records that are there', () => {
    beforeAll(async () => {
      await openFresh();
      await journal.append([1, 2, 3, 4, 5].map((turn) => redaction(turn)));
      await journal.checkpoint();
      await dump(server.place);
    });
    afterEach(() => putBack(server.place));
    afterAll(close);

    it.each([
      [
        'a sealed word',
        `UPDATE journal_record SET sealed = ${hash} WHERE seq = 2`,
        '2 malformed_record',
      ],
      ['a kind', "UPDATE journal_record SET kind = 'login' WHERE seq = 2", '2 malformed_record'],
      ['a time', "UPDATE journal_record SET ts = '2020' WHERE seq = 2", '2 malformed_record'],
      [
        'a link',
        `UPDATE journal_record SET prev_hash = ${hash} WHERE seq = 2`,
        '2 malformed_record',
      ],
      [
        'the words of one record in another',
        'UPDATE journal_record SET sealed = (SELECT sealed FROM journal_record WHERE seq = 3) WHERE seq = 2',
        '2 malformed_record',
      ],
    ])('%s', async (_, sql, told) => {
      expect(await breaksAfter(sql)).toEqual([told]);
    });

    it('reports a changed session', async () => {
      const other = 'sess_01J00000000000000000000009';
      const sql = `UPDATE journal_record SET session_id = '${other}' WHERE seq = 2`;
      expect(await breaksAfter(sql)).toContain('2 malformed_record');
    });

    it('reports a changed hash', async () => {
      const sql = `UPDATE journal_record SET curr_hash = ${hash} WHERE seq = 2`;
      expect(await breaksAfter(sql)).toContain('2 curr_hash_mismatch');
    });

    it('reports a missing record', async () => {
      expect(await breaksAfter('DELETE FROM journal_record WHERE seq = 2')).toContain('2 seq_gap');
    });

    it('reports a missing checkpoint', async () => {
      const found = await breaksAfter('DELETE FROM journal_checkpoint');
      expect(found).toEqual(['5 checkpoint_mismatch']);
    });

    it('reports a checkpoint that was voided without a gap', async () => {
      const found = await breaksAfter('UPDATE journal_checkpoint SET size = 4, voided_by = 1');
      expect(found).toContain('3 checkpoint_signature');
    });

    it('reports a missing head and a forged one', async () => {
      const forged = `UPDATE journal_head SET mac = ${hash}`;
      expect(await breaksAfter(forged)).toEqual(['5 head_signature']);
      expect(await breaksAfter('DELETE FROM journal_head')).toEqual(['5 head_mismatch']);
    });
  });

  describe('in what pruning left', () => {
    beforeAll(async () => {
      await openFresh();
      await fill();
      await giveUp();
      await removeAll();
      await dump(server.place);
    });
    afterEach(() => putBack(server.place));
    afterAll(close);

    it.each([
      ['more than the event said', 'DELETE FROM journal_record WHERE seq = 512', 'seq_gap'],
      [
        'the event that says so',
        "DELETE FROM journal_record WHERE kind = 'retention_pruned'",
        'seq_gap',
      ],
      [
        'a kept hash',
        `UPDATE journal_tile SET hashes = overlay(hashes PLACING ${hash}::bytea FROM 1) WHERE no = 0`,
        'checkpoint_mismatch',
      ],
      ['the kept hashes', 'DELETE FROM journal_tile', 'seq_gap'],
    ])('%s', async (_, sql, told) => {
      const found = await breaksAfter(sql);
      expect(found.map((each) => each.split(' ')[1])).toContain(told);
    });
  });
});

describe('replicas that prune at the same time', () => {
  beforeEach(openFresh);
  afterEach(close);

  it('give up once, and delete each tile once', async () => {
    await fill();
    const other = await server.open('b');
    const both = [journal, other.journal];
    const given = await Promise.all(both.map((each) => giveUp(each)));
    expect(given.toSorted()).toEqual([false, true]);
    await Promise.all(both.map((each) => removeAll(each)));
    const kinds = (await journal.read({ limit: 100 })).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'retention_pruned')).toHaveLength(1);
    expect(await other.journal.verify()).toMatchObject({ ok: true, prunedCount: 512 });
    await other.close();
  });

  it('are not mistaken for a break by a verification', async () => {
    await fill();
    await giveUp();
    const verifying = journal.verify();
    await removeAll();
    expect(await verifying).toMatchObject({ ok: true });
  });
});
