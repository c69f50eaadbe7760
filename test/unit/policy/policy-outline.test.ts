import { describe, expect, it } from 'vitest';
import { policyOutline } from '../../../server/policy/index.ts';
import { changed } from './policies.ts';

const nothing = {
  name: null,
  kid: null,
  tokenization: null,
  retentionDays: null,
};

describe('the outline of a policy', () => {
  it('is readable when its key is gone', () => {
    expect(policyOutline(changed('kid: K_HEALTHCARE', 'kid: K_LOST'))).toEqual({
      name: 'healthcare-default',
      kid: 'K_LOST',
      tokenization: 'vault-deterministic',
      retentionDays: 2555,
    });
  });

  it('omits only the fields that this version cannot read', () => {
    const yaml = changed(/^version: 1$/m, 'version: 2')
      .replace('tokenization: vault-deterministic', 'tokenization: from-the-future')
      .replace('retention_days: 2555', 'retention_days: 90');
    expect(policyOutline(yaml)).toMatchObject({
      name: 'healthcare-default',
      tokenization: null,
      retentionDays: 90,
    });
  });

  it('has the default retention when the document omits it', () => {
    expect(policyOutline('name: small\naudit:\n')).toMatchObject({ retentionDays: 2555 });
    expect(policyOutline('name: small')).toMatchObject({ retentionDays: 2555 });
  });

  it('omits a retention that the schema refuses, and an invalid kid', () => {
    expect(policyOutline('kid: "a b"\naudit: { retention_days: soon }')).toEqual(nothing);
  });

  it.each(['', '{', '- name: x', 'name: [x'])('is empty for %j', (yaml) => {
    expect(policyOutline(yaml)).toEqual(nothing);
  });
});
