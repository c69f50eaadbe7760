import { describe, expect, it } from 'vitest';
import { journalMigrations } from '../../server/adapters/sqlcipher/journal/migrations.ts';
import { policyVersionSql } from '../../server/adapters/sqlcipher/journal/policy-versions.ts';
import { journalFolder, openAt } from '../support/journal-folder.ts';
import { memoryPolicyVersions } from '../support/memory/policy-versions.ts';
import { costlySteps } from './encrypted-files.ts';
import { decided, policyVersionsContract, versionOf } from './policy-versions.contract.ts';

policyVersionsContract('memory', async () => ({
  port: memoryPolicyVersions(),
  close: async () => {},
}));

policyVersionsContract('SQLCipher', async () => {
  const place = await journalFolder();
  const journal = await openAt(place);
  return {
    port: journal.policyVersions,
    close: async () => {
      await journal.close();
      await place.remove();
    },
  };
});

describe('where versions of the policy are stored', () => {
  it.each(Object.entries(policyVersionSql))('%s scans no table of journal.db', async (_, sql) => {
    expect(await costlySteps(journalMigrations, sql)).toEqual([]);
  });

  it('journal.db opens again with the version in force', async () => {
    const place = await journalFolder();
    const before = await openAt(place);
    await before.policyVersions.add(versionOf(1));
    await before.policyVersions.decide(decided(1), 'name: clinic\n');
    await before.close();
    const after = await openAt(place);
    expect((await after.policyVersions.inForce())?.id).toBe(versionOf(1).id);
    await after.close();
    await place.remove();
  });
});
