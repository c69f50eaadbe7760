import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  callWordsInOrder,
  callWordsSql,
  dropCallWords,
} from '../../server/adapters/sqlcipher/calls/call-words.ts';
import { callsMigrations } from '../../server/adapters/sqlcipher/calls/calls.ts';
import { openCallsStore } from '../../server/adapters/sqlcipher/calls/calls-store.ts';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import { soughtWords } from '../../server/domain/speech/said-words.ts';
import { memoryCalls } from '../support/memory/calls.ts';
import { callWordsContract } from './call-words.contract.ts';
import { row } from './calls.contract.ts';
import { costlySteps, type EncryptedFile, encryptedFile } from './encrypted-files.ts';

callWordsContract('memory', async () => {
  const calls = memoryCalls();
  return { port: { calls, words: calls.words }, close: async () => {} };
});

callWordsContract('SQLCipher', async () => {
  const place = await encryptedFile('calls.db');
  const { summaries, erasure, words, close } = await openCallsStore(place);
  return {
    port: { calls: { ...summaries, ...erasure }, words },
    close: async () => {
      await close();
      await place.remove();
    },
  };
});

/** What the file still holds: the words that its index lists, and all bytes of its pages. */
function contentsOf({ file, key }: EncryptedFile) {
  const db = openDatabase({ file, key: key.reveal(), migrations: callsMigrations });
  try {
    db.exec('CREATE VIRTUAL TABLE temp.listed USING fts5vocab (main, said, row)');
    const listed = db.prepare('SELECT term FROM temp.listed').pluck().all();
    return { listed, pages: db.serialize().toString('latin1') };
  } finally {
    db.close();
  }
}

describe('words in calls.db', () => {
  it.each(
    Object.entries(callWordsSql).filter(([name]) => !['due', 'dueCount', 'last'].includes(name)),
  )('%s scans no table', async (_name, sql) => {
    expect(await costlySteps(callsMigrations, sql)).toEqual([]);
  });

  it('that were erased are neither in its index nor in its pages', async () => {
    const place = await encryptedFile('calls.db');
    const calls = await openCallsStore(place);
    const numbers = Array.from({ length: 60 }, (_, at) => at + 10);
    const entry = (number: number, words: readonly string[]) => {
      return { id: row(number).summary.id, version: 1, texts: [words] };
    };
    await calls.summaries.record(numbers.map((number) => row(number)));
    // One write each, so that the index merges its parts.
    for (const number of numbers)
      await calls.words.keep([entry(number, ['refill', `quarrelsome${number}`])]);
    await calls.words.renew(numbers.slice(1).map((number) => row(number).summary.id));
    await calls.close();
    const { listed, pages } = contentsOf(place);
    expect(listed).toEqual(['quarrelsome10', 'refill']);
    const inPages = (word: RegExp) => word.test(pages);
    expect([inPages(/refill/), inPages(/uarrelsome1[1-9]/)]).toEqual([true, false]);
    await place.remove();
  });
});

describe('a calls.db that is restored', () => {
  it('has no words, and all its calls to read', async () => {
    const place = await encryptedFile('calls.db');
    const before = await openCallsStore(place);
    await before.summaries.record([row(1), row(2)]);
    const { id } = row(1).summary;
    await before.words.keep([{ id, version: 1, texts: [['quarrelsome']] }]);
    await before.close();
    dropCallWords({ file: place.file, key: place.key.reveal() });
    expect(contentsOf(place).listed).toEqual([]);
    expect(/uarrelsome/.test(contentsOf(place).pages)).toBe(false);
    const { summaries, words, close } = await openCallsStore(place);
    expect((await words.due({ limit: 9 })).map(({ version }) => version)).toEqual([2, 2]);
    await words.keep([{ id, version: 2, texts: [['quarrelsome']] }]);
    expect(await summaries.count({ words: soughtWords('quarrelsome') })).toBe(1);
    await close();
    await place.remove();
  });

  it('of a version without words stays as it is', async () => {
    const place = await encryptedFile('calls.db');
    const file = { file: place.file, key: place.key.reveal() };
    openDatabase({ ...file, migrations: callsMigrations.slice(0, 3) }).close();
    expect(() => dropCallWords(file)).not.toThrow();
    await place.remove();
  });
});

describe('calls.db of a version whose words had no order', () => {
  it('loses them, and has its calls to read again', async () => {
    const place = await encryptedFile('calls.db');
    const file = { file: place.file, key: place.key.reveal() };
    const before = callsMigrations.indexOf(callWordsInOrder);
    const older = openDatabase({ ...file, migrations: callsMigrations.slice(0, before) });
    older.exec(`
      INSERT INTO sessions (id, agent_id, started_ms, status, redactions, ended, folded_seq, summary, added_ms, word_no, words_kept)
      VALUES ('sess_1', 'agt_1', 1, 'ok', 0, 1, 1, '{}', '{}', 1, 1);
      INSERT INTO said (rowid, words) VALUES (1, 'new quarrelsome');
    `);
    older.prepare('INSERT INTO call_words VALUES (1, ?)').run(deflateRawSync('new quarrelsome'));
    older.close();
    const { words, close } = await openCallsStore(place);
    expect(await words.due({ limit: 9 })).toEqual([{ id: 'sess_1', version: 2, startedMs: 1 }]);
    await close();
    const { listed, pages } = contentsOf(place);
    expect([listed, /uarrelsome/.test(pages)]).toEqual([[], false]);
    await place.remove();
  });
});

describe('calls.db of a version without words', () => {
  it('has all its calls that are over to read', async () => {
    const place = await encryptedFile('calls.db');
    const file = { file: place.file, key: place.key.reveal() };
    const before = callsMigrations.findIndex((sql) => sql.includes('call_words'));
    const older = openDatabase({ ...file, migrations: callsMigrations.slice(0, before) });
    const insert = older.prepare(
      `INSERT INTO sessions (id, agent_id, started_ms, status, redactions, ended, folded_seq, summary, added_ms)
       VALUES (?, 'agt_1', ?, 'ok', 0, ?, 1, '{}', '{}')`,
    );
    insert.run('sess_1', 1, 1);
    insert.run('sess_2', 2, 0);
    insert.run('sess_3', 3, 1);
    older.close();
    const { words, close } = await openCallsStore(place);
    expect(await words.due({ limit: 9 })).toEqual([
      { id: 'sess_3', version: 2, startedMs: 3 },
      { id: 'sess_1', version: 2, startedMs: 1 },
    ]);
    await close();
    await place.remove();
  });
});
