import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  exportJournalFile,
  verifyJournalFile,
} from '../../server/adapters/sqlcipher/journal/journal-reader.ts';
import type { JournalRecord } from '../../server/domain/event.ts';
import { canonicalJson, chainHash, zeroHash } from '../../server/journal/index.ts';
import { redaction, sessionId } from '../support/event-samples.ts';
import {
  firstPageOf,
  type JournalFolder,
  journalFolder,
  openAt,
  tamper,
} from '../support/journal-folder.ts';
import { putHead } from '../support/journal-heads.ts';

const actor = 'usr_01J00000000000000000000000';
const pageBytes = 4_096;
const turns = [1, 2, 3, 4, 5].map((turn) => redaction(turn));
const deleteLast = (count: number) =>
  `DELETE FROM event WHERE seq > (SELECT max(seq) - ${count} FROM event)`;

describe('opening a journal (design D23)', () => {
  let place: JournalFolder;
  let appended: readonly JournalRecord[];
  beforeEach(async () => {
    place = await journalFolder();
    const journal = await openAt(place);
    appended = await journal.append(turns);
    await journal.close();
  });
  afterEach(() => place.remove());

  /** Opens, looks and closes. */
  const found = async () => {
    const journal = await openAt(place);
    const refused = await journal.append([redaction(9)]).then(
      () => false,
      (error) => error.code === 'AuditUnavailable',
    );
    await journal.close();
    return { reason: journal.gap()?.reason, refused };
  };

  it('continues chain and sessions where the journal was closed', async () => {
    const journal = await openAt(place);
    const [next] = await journal.append([redaction(6)]);
    const [checkpoint] = await journal.read({ from: 5, limit: 1 });
    await journal.close();
    expect(next).toMatchObject({ seq: 6, session_seq: 5, prev_hash: checkpoint?.curr_hash });
    expect((await verifyJournalFile(place)).ok).toBe(true);
  });

  it('accepts records beyond the head: a process committed them and died before it acknowledged them', async () => {
    putHead(place, { size: 3, hash: appended[2]?.curr_hash ?? '' });
    expect(await found()).toEqual({ reason: undefined, refused: false });
    expect((await verifyJournalFile(place)).ok).toBe(true);
  });

  it('refuses to append when records are missing at the end', async () => {
    tamper(place, deleteLast(2));
    expect(await found()).toEqual({ reason: 'behind_head', refused: true });
    expect(await verifyJournalFile(place)).toMatchObject({ ok: false });
  });

  it('refuses to append when the database is gone', async () => {
    for (const suffix of ['', '-wal', '-shm']) await rm(place.file + suffix, { force: true });
    expect(await found()).toEqual({ reason: 'behind_head', refused: true });
  });

  it('refuses to append when an older copy of the database was put back', async () => {
    await copyFile(place.file, `${place.file}.old`);
    const journal = await openAt(place);
    await journal.append(turns);
    await journal.close();
    await rm(`${place.file}-wal`, { force: true });
    await copyFile(`${place.file}.old`, place.file);
    expect(await found()).toEqual({ reason: 'behind_head', refused: true });
  });

  it('refuses to append to a rehashed chain', async () => {
    tamper(place, `UPDATE event SET curr_hash = '${'ab'.repeat(32)}' WHERE seq = 5`);
    expect(await found()).toEqual({ reason: 'rewritten', refused: true });
  });

  it('refuses to append when the head file is gone', async () => {
    await rm(place.headFile);
    expect(await found()).toEqual({ reason: 'head_missing', refused: true });
  });

  it('refuses to append when the head file was forged', async () => {
    const head = await readFile(place.headFile, 'utf8');
    await writeFile(place.headFile, head.replaceAll('\n6\n', '\n5\n'));
    expect(await found()).toEqual({ reason: 'head_forged', refused: true });
    const verification = await verifyJournalFile(place);
    expect(verification).toMatchObject({ breaks: [{ seq: 5, rule: 'head_signature' }] });
  });

  it('refuses to append when records and head are both rewritten, but not the last checkpoint', async () => {
    const hash = 'ab'.repeat(32);
    tamper(
      place,
      `UPDATE event SET curr_hash = '${hash}' WHERE seq IN (1, 5);
       UPDATE checkpoint SET peaks = '${hash}'`,
    );
    putHead(place, { size: 6, hash });
    expect(await found()).toEqual({ reason: 'contradicts_checkpoint', refused: true });
  });

  it('does not open with another key, nor a file that is no journal', async () => {
    const key = Buffer.alloc(32, 7);
    await expect(openAt({ ...place, key })).rejects.toThrow(/wrong key/);
    await expect(verifyJournalFile({ ...place, key })).rejects.toThrow(/wrong key/);
    await writeFile(place.file, 'SQLite format 3\0');
    await expect(openAt(place)).rejects.toThrow();
  });

  it('reports a page of the file that was changed', async () => {
    const inRecords = (firstPageOf(place, 'event') - 1) * pageBytes + pageBytes / 2;
    const bytes = await readFile(place.file);
    bytes.writeUInt8(bytes.readUInt8(inRecords) ^ 1, inRecords);
    await writeFile(place.file, bytes);
    const outcome = () => verifyJournalFile(place);
    expect(await outcome()).toMatchObject({ ok: false });
  });

  it('stores no readable word of its records on disk', async () => {
    const bytes = await readFile(place.file);
    expect(['redaction_applied', sessionId, 'event'].filter((w) => bytes.includes(w))).toEqual([]);
  });

  describe('an acknowledged loss', () => {
    const acknowledge = async () => {
      const journal = await openAt(place);
      await journal.acknowledgeGap(actor);
      const [next] = await journal.append([redaction(9)]);
      await journal.close();
      return { gap: journal.gap(), next };
    };

    it('is journalled with what was lost, and the journal goes on', async () => {
      tamper(place, deleteLast(3));
      expect(await acknowledge()).toMatchObject({ gap: undefined, next: { seq: 4 } });
      const journal = await openAt(place);
      const [, , third, fourth] = await journal.read({ limit: 4 });
      await journal.close();
      expect(fourth).toMatchObject({
        kind: 'journal_gap',
        actor,
        head_size: 6,
        found_size: 3,
        found_hash: third?.curr_hash,
      });
      expect(await verifyJournalFile(place)).toMatchObject({ ok: true });
    });

    it('voids the checkpoints over missing records', async () => {
      tamper(place, 'DELETE FROM event');
      await acknowledge();
      expect(await verifyJournalFile(place)).toMatchObject({ ok: true });
    });

    it('is journalled with an empty head when the head file was forged', async () => {
      await rm(place.headFile);
      await acknowledge();
      const journal = await openAt(place);
      const records = await journal.read({ limit: 100 });
      await journal.close();
      expect(records.find((r) => r.kind === 'journal_gap')).toMatchObject({
        head_size: 0,
        head_hash: zeroHash,
        found_size: 6,
      });
    });
  });

  it('exports one line for each record, which hashes to its curr_hash', async () => {
    const lines = (await Readable.from(exportJournalFile(place)).toArray()).slice(1, -1);
    const records = lines.map((line: string) => JSON.parse(line) as JournalRecord);
    expect(records.slice(0, 5)).toEqual(appended);
    for (const [at, { curr_hash: currHash, ...body }] of records.entries()) {
      expect(chainHash(canonicalJson(body))).toBe(currHash);
      expect(lines[at]).toBe(`${canonicalJson({ ...body, curr_hash: currHash })}\n`);
    }
  });
});
