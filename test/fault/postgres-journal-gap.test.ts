import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../server/domain/event.ts';
import { zeroHash } from '../../server/journal/index.ts';
import { redaction } from '../support/event-samples.ts';
import { type JournalServer, journalServersForFile } from '../support/postgres-journal.ts';
import type { OpenReplica } from '../support/postgres-replica.ts';
import { dump, putBack, tamper } from '../support/postgres-tamper.ts';

const actor = 'usr_01J00000000000000000000000';
const turns = [1, 2, 3, 4, 5].map((turn) => redaction(turn));
const unavailable = { code: 'AuditUnavailable' };
const hash = 'ab'.repeat(32);

const fresh = journalServersForFile();
let server: JournalServer;
let opened: OpenReplica[];
let appended: readonly JournalRecord[];
const open = async (name: string) => {
  const replica = await server.open(name);
  opened.push(replica);
  return replica.journal;
};
const closeAll = async () => {
  for (const { close } of opened.splice(0)) await close();
};
/** Five records, a checkpoint over them and its own record; closed. */
beforeEach(async () => {
  server = await fresh();
  opened = [];
  const journal = await open('a');
  appended = await journal.append(turns);
  await closeAll();
});
afterEach(closeAll);

/** Opens, looks and closes. */
const found = async (name = 'a') => {
  const journal = await open(name);
  const refused = await journal.append([redaction(9)]).then(
    () => false,
    (error) => error.code === 'AuditUnavailable',
  );
  const reason = journal.gap()?.reason;
  await closeAll();
  return { reason, refused };
};

describe('opening a journal in PostgreSQL (design D23, D47)', () => {
  it('continues chain and sessions where the journal was closed', async () => {
    const journal = await open('a');
    const [next] = await journal.append([redaction(6)]);
    const [checkpoint] = await journal.read({ from: 5, limit: 1 });
    expect(next).toMatchObject({ seq: 6, session_seq: 5, prev_hash: checkpoint?.curr_hash });
    expect(await journal.verify()).toMatchObject({ ok: true });
  });

  it('opens on a machine that has seen no head yet', async () => {
    expect(await found('new')).toEqual({ reason: undefined, refused: false });
  });

  it.each([
    ['records are missing at the end', 'behind_head', 'DELETE FROM journal_record WHERE seq > 3'],
    [
      'the chain was hashed again',
      'rewritten',
      `UPDATE journal_record SET curr_hash = '\\x${hash}' WHERE seq = 5`,
    ],
    ['the head was removed', 'head_missing', 'DELETE FROM journal_head'],
    [
      'the head was written by another hand',
      'head_forged',
      `UPDATE journal_head SET mac = '\\x${hash}'`,
    ],
    [
      'an earlier head was put in its place',
      'head_forged',
      'UPDATE journal_head SET size = 3, hash = (SELECT curr_hash FROM journal_record WHERE seq = 2)',
    ],
    [
      'a record was added behind the head',
      'rewritten',
      `INSERT INTO journal_record SELECT 6, NULL, NULL, kind, ts, '\\x${hash}', '\\x${hash}', sealed
         FROM journal_record WHERE seq = 0`,
    ],
  ])('refuses to append when %s, also to who had not seen it', async (_, reason, sql) => {
    await tamper(server.place, sql);
    expect(await found('a')).toEqual({ reason, refused: true });
    expect(await found('new')).toEqual({ reason, refused: true });
  });

  it('refuses to append when all records are missing that this replica has seen', async () => {
    await tamper(server.place, 'TRUNCATE journal_record, journal_head, journal_checkpoint');
    expect(await found('a')).toEqual({ reason: 'behind_head', refused: true });
  });

  it('refuses to append when a record under the last checkpoint and its tree were changed', async () => {
    await tamper(
      server.place,
      `UPDATE journal_record SET curr_hash = '\\x${hash}' WHERE seq = 1;
       UPDATE journal_checkpoint SET peaks = '${hash}'`,
    );
    expect(await found()).toEqual({ reason: 'contradicts_checkpoint', refused: true });
  });

  it('refuses to append when the head file of this replica was forged', async () => {
    const mark = await readFile(server.markFile('a'), 'utf8');
    await writeFile(server.markFile('a'), mark.replaceAll('\n6\n', '\n5\n'));
    expect(await found()).toEqual({ reason: 'head_forged', refused: true });
  });

  it('trusts the signed head of the database when its head file is missing', async () => {
    await rm(server.markFile('a'));
    expect(await found()).toEqual({ reason: undefined, refused: false });
  });
});

describe('a database put back to an earlier dump', () => {
  beforeEach(async () => {
    await dump(server.place);
    const journal = await open('a');
    await journal.append(turns);
    await closeAll();
  });

  it('is noticed when a replica starts', async () => {
    await putBack(server.place);
    expect(await found('a')).toEqual({ reason: 'behind_head', refused: true });
  });

  it('is noticed when the chain has grown beyond what was lost', async () => {
    await putBack(server.place);
    const other = await open('new');
    await other.append([...turns, ...turns]);
    await closeAll();
    expect(await found('a')).toEqual({ reason: 'rewritten', refused: true });
  });

  it('is noticed by replicas at work, and by their verification', async () => {
    const [a, b] = [await open('a'), await open('b')];
    await expect.poll(() => b.head()).toEqual(a.head());
    await putBack(server.place);
    for (const journal of [a, b]) {
      await expect(journal.append([redaction(9)])).rejects.toMatchObject(unavailable);
      expect(journal.gap()).toMatchObject({ reason: 'behind_head', found: { size: 6 } });
      const { size } = journal.head();
      expect(await journal.verify()).toMatchObject({
        ok: false,
        breaks: [{ seq: 6, rule: 'truncated' }],
      });
      expect(size).toBeGreaterThan(10);
    }
  });

  it('goes on once one replica acknowledges the loss; replicas that had seen as much follow', async () => {
    const [a, b] = [await open('a'), await open('b')];
    await expect.poll(() => b.head()).toEqual(a.head());
    const lost = a.head();
    await putBack(server.place);
    await expect(b.append([redaction(9)])).rejects.toMatchObject(unavailable);
    const told: number[] = [];
    a.appended(({ from, to }) => told.push(from, to));
    await a.acknowledgeGap(actor);
    const [first] = await a.append([redaction(10)]);
    const [second] = await b.append([redaction(11)]);
    expect([a.gap(), b.gap()]).toEqual([undefined, undefined]);
    expect([first?.seq, second?.seq]).toEqual([7, 8]);
    const [gap] = await b.read({ from: 6, limit: 1 });
    expect(gap).toMatchObject({
      kind: 'journal_gap',
      actor,
      head_size: lost.size,
      head_hash: lost.hash,
      found_size: 6,
    });
    for (const journal of [a, b]) expect(await journal.verify()).toMatchObject({ ok: true });
    await expect.poll(() => told.at(-1)).toBe(9);
    expect(told[0]).toBe(6);
  });

  it('needs another acknowledgement at a replica that had seen other records', async () => {
    const late = await open('late');
    await late.append([redaction(6)]);
    await closeAll();
    const lateHead = late.head();
    const a = await open('a');
    await a.append([redaction(7)]);
    await putBack(server.place);
    await a.acknowledgeGap(actor);
    await a.append(turns);
    const again = await open('late');
    expect(again.gap()).toMatchObject({ head: lateHead });
    await again.acknowledgeGap(actor);
    await again.append([redaction(8)]);
    expect(await again.verify()).toMatchObject({ ok: true });
  });

  it('is no loss any more when the lost records are put back', async () => {
    await closeAll();
    const journal = await open('a');
    await tamper(server.place, 'CREATE TABLE aside AS SELECT * FROM journal_record WHERE seq > 3');
    await tamper(server.place, 'DELETE FROM journal_record WHERE seq > 3');
    await expect(journal.append([redaction(9)])).rejects.toMatchObject(unavailable);
    await tamper(server.place, 'INSERT INTO journal_record SELECT * FROM aside; DROP TABLE aside');
    expect(await journal.append([redaction(9)])).toHaveLength(1);
    expect(journal.gap()).toBeUndefined();
  });
});

describe('an acknowledged loss', () => {
  it('voids the checkpoints over missing records', async () => {
    await tamper(server.place, 'DELETE FROM journal_record');
    const journal = await open('a');
    await journal.acknowledgeGap(actor);
    await journal.append([redaction(9)]);
    expect(await journal.verify()).toMatchObject({ ok: true });
    expect((await journal.checkpoints(5)).at(-1)).toMatchObject({ size: 5, voidedBy: 0 });
  });

  it('is journalled with an empty head when the head was forged', async () => {
    await tamper(server.place, `UPDATE journal_head SET mac = '\\x${hash}'`);
    const journal = await open('new');
    await journal.acknowledgeGap(actor);
    expect((await journal.read({ from: 6, limit: 1 }))[0]).toMatchObject({
      head_size: 0,
      head_hash: zeroHash,
      found_size: 6,
    });
    expect(await journal.verify()).toMatchObject({ ok: true });
  });

  it('changes nothing when no record is lost', async () => {
    const journal = await open('a');
    const head = journal.head();
    await journal.acknowledgeGap(actor);
    expect(journal.head()).toEqual(head);
    expect(await journal.read({ limit: 5 })).toEqual(appended);
  });
});
