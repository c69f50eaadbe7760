import { describe, expect, it } from 'vitest';
import { memoryJournal } from '../../server/adapters/memory/journal.ts';
import { journalMigrations } from '../../server/adapters/sqlcipher/journal-migrations.ts';
import { redaction } from '../support/event-samples.ts';
import { journalPlace, openAt } from '../support/journal-place.ts';
import { costlySteps } from './encrypted-files.ts';
import { journalContract } from './journal.contract.ts';

journalContract('memory', async () => ({ port: memoryJournal(), close: async () => {} }));

journalContract('SQLCipher', async () => {
  const place = await journalPlace();
  const journal = await openAt(place);
  return {
    port: journal,
    close: async () => {
      await journal.close();
      await place.remove();
    },
  };
});

describe('the memory journal', () => {
  it('can fail one append, which leaves nothing behind', async () => {
    const journal = memoryJournal();
    journal.failNext();
    await expect(journal.append([redaction(1)])).rejects.toMatchObject({
      code: 'AuditUnavailable',
    });
    expect(journal.head().size).toBe(0);
    expect(await journal.append([redaction(2)])).toMatchObject([{ seq: 0 }]);
  });
});

describe('no query of the journal walks a whole table', () => {
  it.each([
    'SELECT seq, body, curr_hash FROM event ORDER BY seq DESC LIMIT 1',
    'SELECT ifnull(max(session_seq) + 1, 0) FROM event WHERE session_no = ?',
    'SELECT body, curr_hash FROM event WHERE seq >= ? ORDER BY seq LIMIT ?',
    `SELECT body, curr_hash FROM event
      WHERE session_no = (SELECT no FROM session WHERE id = ?) AND session_seq >= ?
      ORDER BY session_seq LIMIT ?`,
    'SELECT curr_hash FROM event WHERE seq >= ? AND seq < ? ORDER BY seq',
  ])('%s', async (sql) => {
    const steps = await costlySteps(journalMigrations, sql);
    expect(steps.filter((step) => step !== 'SCAN event')).toEqual([]);
  });
});
