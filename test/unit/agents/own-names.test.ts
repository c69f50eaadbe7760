import { describe, expect, it } from 'vitest';
import { createOwnNames, spareOwnNames } from '../../../server/agents/own-names.ts';
import { unnamedClinic } from '../../../server/domain/settings/clinic.ts';
import { loadPolicy } from '../../bench/eval/load-policy.ts';
import { strictPolicy } from '../../support/run-svc.ts';

const active = loadPolicy(strictPolicy);

describe('what the clinic is called (decision 0211)', () => {
  it('is never an organization; where its words say what it is, it is no name and no place either', () => {
    const called = ['Hope', 'Hôpital Tamsel', 'Clinics', 'TAMSEL Family Clinic'];
    const { policy, sha256, yaml } = spareOwnNames(() => called)(active);
    expect(policy.entities.get('ORGANIZATION')?.never).toEqual(called);
    expect(policy.entities.get('NAME')?.never).toEqual(['Hôpital Tamsel', 'TAMSEL Family Clinic']);
    expect(policy.entities.get('LOCATION')?.never).toEqual(policy.entities.get('NAME')?.never);
    expect([sha256, yaml]).toEqual([active.sha256, active.yaml]);
  });

  it.each(['Orla Venn', 'Dr. Orla Venn', 'María José Venn', 'Duluth, Minnesota', 'Venn & Venn'])(
    '%s shows no person and no place of this name',
    (called) => {
      const { policy } = spareOwnNames(() => [called])(active);
      for (const kind of ['NAME', 'LOCATION'])
        expect(policy.entities.get(kind)?.never).toEqual(active.policy.entities.get(kind)?.never);
    },
  );

  it('makes one policy of each, because stages keep what they make of a policy', () => {
    const names = ['Hope'];
    const spare = spareOwnNames(() => names);
    expect(spare(active)).toBe(spare(active));
    expect(spare(spare(active))).toBe(spare(active));
  });

  it('changes nothing while the clinic has no name', () => {
    expect(spareOwnNames(() => [])(active)).toBe(active);
  });

  it('is read from the settings, and stays where they cannot be read', async () => {
    let isBroken = false;
    const names = createOwnNames({
      read: async () => {
        if (isBroken) throw new Error('the store fails, as the test wants');
        return { ...unnamedClinic, name: ' Tamsel Bend ', system: '' };
      },
    });
    expect(names.current()).toEqual([]);
    await names.refresh();
    const read = names.current();
    expect(read).toEqual(['Tamsel Bend']);
    await names.refresh();
    isBroken = true;
    await names.refresh();
    expect(names.current()).toBe(read);
  });
});
