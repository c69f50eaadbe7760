import { describe, expect, it } from 'vitest';
import { createOwnNames, spareOwnNames } from '../../../server/agents/own-names.ts';
import { unnamedClinic } from '../../../server/domain/settings/clinic.ts';
import { loadPolicy } from '../../bench/eval/load-policy.ts';
import { strictPolicy } from '../../support/run-svc.ts';

const active = loadPolicy(strictPolicy);

describe('what the clinic is called (decision 0211)', () => {
  it('is never an organization; in several words it is no name and no place either', () => {
    const { policy, sha256, yaml } = spareOwnNames(() => ['Hope', 'Tamsel Bend'])(active);
    expect(policy.entities.get('ORGANIZATION')?.never).toEqual(['Hope', 'Tamsel Bend']);
    expect(policy.entities.get('NAME')?.never).toEqual(['Tamsel Bend']);
    expect(policy.entities.get('LOCATION')?.never).toEqual(['Tamsel Bend']);
    expect([sha256, yaml]).toEqual([active.sha256, active.yaml]);
  });

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
