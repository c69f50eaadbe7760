import { describe, expect, it } from 'vitest';
import { policyOutline } from '../../../server/policy/index.ts';
import { changed } from './policies.ts';

const nothing = {
  name: null,
  version: null,
  kid: null,
  tokenization: null,
  retentionDays: null,
};

describe('A policy that can no longer be used still says what it is', () => {
  it('when its key is gone', () => {
    expect(policyOutline(changed('kid: K_HEALTHCARE', 'kid: K_LOST'))).toEqual({
      name: 'healthcare-default',
      version: 1,
      kid: 'K_LOST',
      tokenization: 'vault-deterministic',
      retentionDays: 2555,
    });
  });

  it('field by field, without what this version does not understand', () => {
    const yaml = changed(/^version: 1$/m, 'version: 2')
      .replace('tokenization: vault-deterministic', 'tokenization: from-the-future')
      .replace('retention_days: 2555', 'retention_days: 90');
    expect(policyOutline(yaml)).toMatchObject({
      name: 'healthcare-default',
      version: 2,
      tokenization: null,
      retentionDays: 90,
    });
  });

  it('with the default retention where it leaves that out', () => {
    expect(policyOutline('name: small\naudit:\n')).toMatchObject({ retentionDays: 2555 });
    expect(policyOutline('name: small')).toMatchObject({ retentionDays: 2555 });
  });

  it('but no retention that the schema refuses, and no kid outside the grammar', () => {
    expect(policyOutline('kid: "a b"\naudit: { retention_days: soon }')).toEqual(nothing);
  });

  it.each(['', '{', '- name: x', 'name: [x'])('and nothing when it is %j', (yaml) => {
    expect(policyOutline(yaml)).toEqual(nothing);
  });
});
