import { describe, expect, it } from 'vitest';
import { isUnavailable } from '../../server/domain/fault.ts';
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

describe('a change of the settings at a replica (decision 0188)', () => {
  it('waits for that of another, also for one that fails', async () => {
    const { stores, replica } = await onPostgres();
    const done: string[] = [];
    const first = Promise.withResolvers<void>();
    const failing = stores.settings.alone(async () => {
      done.push('first begins');
      await first.promise;
      done.push('first fails');
      throw new Error('as the test wants');
    });
    await expect.poll(() => done).toHaveLength(1);
    const second = replica.settings.alone(async () => {
      done.push('second');
      return 'its answer';
    });
    first.resolve();
    await expect(failing).rejects.toThrow('as the test wants');
    expect(await second).toBe('its answer');
    expect(done).toEqual(['first begins', 'first fails', 'second']);
  });

  it('is refused as one to try again where the other takes too long', async () => {
    const { stores, replica } = await onPostgres();
    const long = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = stores.settings.alone(async () => {
      begun.resolve();
      await long.promise;
    });
    await begun.promise;
    const refused = await replica.settings.alone(async () => undefined).catch((error) => error);
    expect(isUnavailable(refused)).toBe(true);
    long.resolve();
    await first;
  });
});
