import { describe, expect, it } from 'vitest';
import { journalMigrations } from '../../server/adapters/sqlcipher/journal/migrations.ts';
import { journalSql } from '../../server/adapters/sqlcipher/journal/statements.ts';
import { redaction } from '../support/event-samples.ts';
import { journalFolder, openAt } from '../support/journal-folder.ts';
import { memoryJournal } from '../support/memory/journal.ts';
import { costlySteps, queryPlan } from './encrypted-files.ts';
import { journalContract } from './journal.contract.ts';

journalContract('memory', async () => ({ port: memoryJournal(), close: async () => {} }));

journalContract('SQLCipher', async () => {
  const place = await journalFolder();
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
  it('can fail one append, which stores nothing', async () => {
    const journal = memoryJournal();
    journal.failNext();
    await expect(journal.append([redaction(1)])).rejects.toMatchObject({
      code: 'AuditUnavailable',
    });
    expect(journal.head().size).toBe(0);
    expect(await journal.append([redaction(2)])).toMatchObject([{ seq: 0 }]);
  });
});

describe('no query of the journal scans a whole table', () => {
  it.each(Object.entries(journalSql))('%s', async (_, sql) => {
    const steps = await costlySteps(journalMigrations, sql);
    // The one scan is of the primary key, backwards from its end.
    expect(steps).toEqual(sql === journalSql.last ? ['SCAN event'] : []);
  });

  it('bySession finds the session and its records by index', async () => {
    expect(await queryPlan(journalMigrations, journalSql.bySession)).toEqual([
      'SEARCH event USING INDEX event_by_session (session_no=? AND session_seq>?)',
      'SCALAR SUBQUERY 1',
      'SEARCH session USING COVERING INDEX sqlite_autoindex_session_1 (id=?)',
    ]);
  });
});
