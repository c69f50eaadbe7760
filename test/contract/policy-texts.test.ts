import { describe, expect, it } from 'vitest';
import { journalMigrations } from '../../server/adapters/sqlcipher/journal/migrations.ts';
import { policyTextSql } from '../../server/adapters/sqlcipher/journal/policy-texts.ts';
import { journalFolder, openAt } from '../support/journal-folder.ts';
import { memoryPolicyTexts } from '../support/memory/policy-texts.ts';
import { costlySteps } from './encrypted-files.ts';
import { policyTextsContract } from './policy-texts.contract.ts';

policyTextsContract('memory', async () => ({ port: memoryPolicyTexts(), close: async () => {} }));

policyTextsContract('SQLCipher', async () => {
  const place = await journalFolder();
  const journal = await openAt(place);
  return {
    port: journal.policyTexts,
    close: async () => {
      await journal.close();
      await place.remove();
    },
  };
});

describe('policy texts in the journal file', () => {
  it('are present when the journal is opened again', async () => {
    const place = await journalFolder();
    const before = await openAt(place);
    const sha256 = 'd4'.repeat(32);
    await before.policyTexts.keep({ sha256, yaml: 'name: kept\n' });
    await before.close();
    const after = await openAt(place);
    expect(await after.policyTexts.find([sha256])).toEqual(['name: kept\n']);
    await after.close();
    await place.remove();
  });

  it.each(Object.entries(policyTextSql))('are found by index: %s', async (_, sql) => {
    expect(await costlySteps(journalMigrations, sql)).toEqual([]);
  });
});
