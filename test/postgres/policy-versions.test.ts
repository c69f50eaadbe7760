import { describe, expect, it } from 'vitest';
import {
  decided,
  policyVersionsContract,
  versionOf,
} from '../contract/policy-versions.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

policyVersionsContract('PostgreSQL', async () => ({
  port: (await onPostgres()).stores.policyVersions,
  close: async () => {},
}));

describe('where versions of the policy are stored', () => {
  it('PostgreSQL gives an approved text to all replicas, and gets no reason in clear', async () => {
    const { stores, place } = await onPostgres();
    await stores.policyVersions.add(versionOf(1));
    await stores.policyVersions.decide(decided(1), 'name: approved\n');
    expect(await stores.settings.newerThan(0)).toMatchObject({
      policyYaml: 'name: approved\n',
      policyNumber: 1,
    });
    const [row] = await place.sql('SELECT sealed FROM policy_version');
    expect(Buffer.from(row?.['sealed'] as Uint8Array).includes('nurse')).toBe(false);
  });
});
