import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DecidedVersion, PolicyVersion } from '../../server/domain/policy-version.ts';
import type { PolicyVersions } from '../../server/ports/policy-versions.ts';
import type { Opened } from './vault.contract.ts';

export const versionOf = (no: number): PolicyVersion => ({
  id: `pol_01KAHZ000000000000000000${String(no).padStart(2, '0')}`,
  name: 'clinic',
  sha256: String(no).repeat(64).slice(0, 64),
  previousSha256: '0'.repeat(64),
  source: 'person',
  author: 'usr_01KAHZ0000000000000000AAAA',
  reason: 'the nurse line says fax numbers',
  proposedAt: '2026-11-20T10:00:00.000Z',
});

export const decided = (
  no: number,
  outcome: 'approved' | 'rejected' = 'approved',
): DecidedVersion => ({
  ...versionOf(no),
  previousSha256: 'f'.repeat(64),
  decision: { outcome, actor: null, note: 'fine', at: '2026-11-21T10:00:00.000Z' },
});

const yaml = 'name: clinic\n';

/** What every store of versions of the global policy does (decision 0095). */
export function policyVersionsContract(
  name: string,
  open: () => Promise<Opened<PolicyVersions>>,
): void {
  describe(`${name} policy versions`, () => {
    let opened: Opened<PolicyVersions>;
    let versions: PolicyVersions;
    beforeEach(async () => {
      opened = await open();
      versions = opened.port;
    });
    afterEach(() => opened.close());

    it('finds a proposal as it was added first, and no other', async () => {
      await versions.add(versionOf(1));
      await versions.add({ ...versionOf(1), name: 'another' });
      expect(await versions.find(versionOf(1).id)).toEqual(versionOf(1));
      expect(await versions.find(versionOf(2).id)).toBeUndefined();
      expect(await versions.inForce()).toBeUndefined();
    });

    it('lists versions newest first, page by page, and open ones alone', async () => {
      for (const no of [1, 2, 3, 4]) await versions.add(versionOf(no));
      await versions.decide(decided(3, 'rejected'), yaml);
      const ids = async (query: Omit<Parameters<PolicyVersions['list']>[0], 'limit'>, limit = 9) =>
        (await versions.list({ ...query, limit })).map(({ id }) => Number(id.slice(-2)));
      expect(await ids({})).toEqual([4, 3, 2, 1]);
      expect(await ids({ before: versionOf(4).id }, 2)).toEqual([3, 2]);
      expect(await ids({ open: true })).toEqual([4, 2, 1]);
    });

    it('counts approved versions, and the last approved one is in force', async () => {
      for (const no of [1, 2, 3]) await versions.add(versionOf(no));
      expect(await versions.decide(decided(2), yaml)).toEqual({ ...decided(2), number: 1 });
      expect(await versions.decide(decided(3, 'rejected'), yaml)).toEqual(decided(3, 'rejected'));
      await versions.decide(decided(1), yaml);
      expect(await versions.inForce()).toEqual({ ...decided(1), number: 2 });
      expect(await versions.find(versionOf(2).id)).toEqual({ ...decided(2), number: 1 });
    });

    it('decides once, also when two people decide at the same time', async () => {
      await versions.add(versionOf(1));
      const both = [decided(1), decided(1, 'rejected')].map((one) => versions.decide(one, yaml));
      const answers = await Promise.all(both);
      expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
      expect(await versions.decide(decided(1), yaml)).toBeUndefined();
      expect(await versions.decide(decided(2), yaml)).toBeUndefined();
    });

    it('gives proposals that are approved at the same time different numbers', async () => {
      for (const no of [1, 2]) await versions.add(versionOf(no));
      const both = await Promise.all([1, 2].map((no) => versions.decide(decided(no), yaml)));
      expect(both.map((version) => version?.number).sort()).toEqual([1, 2]);
    });
  });
}
