import { describe, expect, it } from 'vitest';
import { journalMigrations } from '../../server/adapters/sqlcipher/journal/migrations.ts';
import { retentionSql } from '../../server/adapters/sqlcipher/journal/statements.ts';
import { journalFolder, openAt } from '../support/journal-folder.ts';
import { memoryJournal } from '../support/memory/journal.ts';
import { costlySteps } from './encrypted-files.ts';
import { retentionContract } from './retention.contract.ts';

retentionContract('memory', async () => {
  const journal = memoryJournal();
  return {
    journal,
    retention: journal.retention,
    holds: journal.holds,
    close: async () => {},
  };
});

retentionContract('SQLCipher', async () => {
  const place = await journalFolder();
  const journal = await openAt(place);
  return {
    journal,
    retention: journal.retention,
    holds: journal.holds,
    close: async () => {
      await journal.close();
      await place.remove();
    },
  };
});

describe('no query of retention scans the records', () => {
  // Tiles and holds are listed as a whole, in the order of their key.
  const { tiles, holds, ...searching } = retentionSql;
  it.each(Object.entries(searching))('%s', async (_, sql) => {
    const steps = await costlySteps(journalMigrations, sql);
    expect(steps.filter((step) => !step.includes('TEMP B-TREE FOR DISTINCT'))).toEqual([]);
  });

  it.each([tiles, holds])('%s reads rows in order without sorting', async (sql) => {
    const steps = await costlySteps(journalMigrations, sql);
    expect(steps.filter((step) => step.startsWith('USE TEMP'))).toEqual([]);
  });
});
