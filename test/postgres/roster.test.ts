import { describe, expect, it } from 'vitest';
import { everybody, importInto, rosterContract } from '../contract/roster.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';
import { aPerson } from '../support/roster-kit.ts';

const onPostgres = storesForFile();

rosterContract('PostgreSQL', async () => ({
  port: (await onPostgres()).stores.roster,
  close: async () => {},
}));

describe('the roster in PostgreSQL', () => {
  it('is sealed but for roles, and each replica sees its changes', async () => {
    const { stores, replica, place } = await onPostgres();
    await importInto(stores.roster, [aPerson('MRN-88241')]);
    expect(await replica.roster.version()).toBe(1);
    expect(await everybody(replica.roster)).toEqual([aPerson('MRN-88241')]);
    const rows = JSON.stringify(
      await place.sql("SELECT *, encode(sealed, 'escape') FROM roster_person"),
    );
    expect(['Quennell', '88241', '0142', '1961'].filter((value) => rows.includes(value))).toEqual(
      [],
    );
  });
});
