import { describe, expect, it } from 'vitest';
import { defaultPolicyYaml, diffPolicies, isSamePolicy } from '../../../server/policy/index.ts';
import { changed, decoded } from './policies.ts';

const base = decoded(defaultPolicyYaml).policy;
const diffTo = (yaml: string) => diffPolicies(base, decoded(yaml).policy);

describe('the difference of two policies', () => {
  it('is empty for the same meaning with other comments and order', () => {
    const reordered = changed(/( {2}PHONE:.*\n)( {2}SSN:.*\n)/, '$2  # moved\n$1');
    expect(isSamePolicy(diffTo(reordered))).toBe(true);
  });

  it('is empty when a default is written out', () => {
    expect(isSamePolicy(diffTo(changed('PHONE: {', 'PHONE: { enabled: true,')))).toBe(true);
  });

  it('lists added and removed entities', () => {
    const without = changed(/ {2}MRN:.*\n/, '');
    expect(diffTo(without)).toMatchObject({ addedEntities: [], removedEntities: ['MRN'] });
    expect(diffPolicies(decoded(without).policy, base)).toMatchObject({
      addedEntities: ['MRN'],
      removedEntities: [],
    });
  });

  it('lists changed thresholds', () => {
    expect(diffTo(changed('threshold: 0.5', 'threshold: 0.8')).thresholds).toEqual([
      { kind: 'DOB', field: 'confidence_threshold', from: '0.5', to: '0.8' },
    ]);
  });

  it('lists changed actions', () => {
    expect(diffTo(changed('action: redact', 'action: passthrough')).actions).toEqual([
      { kind: 'IP_ADDRESS', field: 'action', from: 'redact', to: 'passthrough' },
    ]);
  });

  it('lists switches, also those that a listed pass turns off', () => {
    const diff = diffTo(changed('- nermodel', '- nermodel: [PHONE, NAME, DOB, ADDRESS, MRN]'));
    expect(diff.switches).toEqual([{ kind: 'ACCOUNT', field: 'ner', from: 'true', to: 'false' }]);
  });

  it('lists everything outside the entities', () => {
    const yaml = changed('kid: K_HEALTHCARE', 'kid: K_NEXT')
      .replace('  - nermodel\n', '')
      .replace('2555', '3650');
    expect(diffTo(yaml).topLevel).toEqual([
      { field: 'kid', from: 'K_HEALTHCARE', to: 'K_NEXT' },
      { field: 'passes', from: 'regex, nermodel', to: 'regex' },
      { field: 'audit.retention_days', from: '2555', to: '3650' },
    ]);
  });

  it('names changes of languages, and none where only their order differs', () => {
    const yaml = changed('[en, es]', '[en]').replace(': mask_all', ': refuse');
    expect(diffTo(yaml).topLevel).toEqual([
      { field: 'languages', from: 'en, es', to: 'en' },
      { field: 'other_languages', from: 'mask_all', to: 'refuse' },
    ]);
    expect(diffTo(changed('[en, es]', '[es, en]')).topLevel).toEqual([]);
  });
});
