import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodePolicy, defaultPolicyYaml } from '../../server/policy/index.ts';
import { rule } from './rule-book/index.ts';

const shipped = readFileSync(new URL('../../configs/mask_policy.yaml', import.meta.url), 'utf8');
const strict = readFileSync(
  new URL('../../configs/healthcare-strict.yaml', import.meta.url),
  'utf8',
);

/** Entity kinds in the default policy (spec, Masking policy). */
const table: readonly [string, boolean, boolean, number, string][] = [
  ['PHONE', true, true, 0.6, 'tokenize'],
  ['SSN', true, false, 0.0, 'tokenize'],
  ['NAME', false, true, 0.7, 'tokenize'],
  ['EMAIL', true, false, 0.0, 'tokenize'],
  ['DOB', true, true, 0.5, 'tokenize'],
  ['ADDRESS', true, true, 0.6, 'tokenize'],
  ['MRN', true, true, 0.6, 'tokenize'],
  ['ACCOUNT', true, true, 0.7, 'tokenize'],
  ['IP_ADDRESS', true, false, 0.0, 'redact'],
];

const nineKinds = table.map(([kind]) => kind);

/** Added by the strict policy (design D9). */
const furtherKinds = [
  'FAX',
  'DATE',
  'AGE_OVER_89',
  'LOCATION',
  'ORGANIZATION',
  'ZIP',
  'HEALTH_PLAN_ID',
  'CREDIT_CARD',
  'IBAN',
  'LICENSE',
  'VEHICLE_ID',
  'DEVICE_ID',
  'URL',
  'SECRET',
];

function policyOf(yaml: string) {
  const result = decodePolicy(yaml, {
    kids: new Set(['K_HEALTHCARE']),
    supportedKinds: new Set([...nineKinds, ...furtherKinds]),
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value.policy;
}

describe(rule('Policy 1'), () => {
  const policy = policyOf(shipped);

  it('kind by kind', () => {
    expect(
      [...policy.entities].map(([kind, rule]) => [
        kind,
        rule.regex,
        rule.ner,
        rule.confidenceThreshold,
        rule.action,
      ]),
    ).toEqual(table);
    expect([...policy.entities.values()].every((rule) => rule.enabled)).toBe(true);
  });

  it('in everything else', () => {
    expect(policy).toMatchObject({
      name: 'healthcare-default',
      version: 1,
      kid: 'K_HEALTHCARE',
      epsilon: 0.5,
      tokenization: 'vault-deterministic',
      passes: ['regex', 'nermodel'],
      audit: { logEvents: true, logPayloads: false, keep: 'public', retentionDays: 2555 },
    });
  });

  it('the policy that SVC_DEV=1 uses is the shipped one', () => {
    expect(defaultPolicyYaml).toBe(shipped);
  });
});

describe('The strict policy (design D9)', () => {
  const policy = policyOf(strict);

  it('adds the further kinds to the nine', () => {
    expect([...policy.entities.keys()].toSorted()).toEqual(
      [...nineKinds, ...furtherKinds].toSorted(),
    );
  });

  it('keeps the rules of the nine, but takes names that the model is less sure of, and its e-mail addresses', () => {
    const shippedRules = policyOf(shipped).entities;
    const stricter = new Map<string, object>([
      ['NAME', { confidenceThreshold: 0.5 }],
      ['EMAIL', { ner: true }],
    ]);
    for (const kind of nineKinds) {
      expect(policy.entities.get(kind)).toEqual({
        ...shippedRules.get(kind),
        ...stricter.get(kind),
      });
    }
  });

  it.each(['CREDIT_CARD', 'SECRET'])('never keeps a %s', (kind) => {
    expect(policy.entities.get(kind)?.action).toBe('redact');
  });

  it('lets nothing pass', () => {
    expect([...policy.entities.values()].map((rule) => rule.action)).not.toContain('passthrough');
  });
});
