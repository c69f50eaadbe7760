import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SafeHarborKey } from '../../../../server/contract/report.ts';
import { supportedKinds } from '../../../../server/detect/index.ts';
import { safeHarborIdentifiers } from '../../../../server/projections/report/safe-harbor.ts';
import { sessionReport } from '../../../../server/projections/report/session-report.ts';
import { callRecords, defaultPolicy, factsOf, policyFrom } from '../../../support/report-kit.ts';

const strict = policyFrom(
  readFileSync(new URL('../../../../configs/healthcare-strict.yaml', import.meta.url), 'utf8'),
);
const change = (from: RegExp, to: string) => policyFrom(defaultPolicy.yaml.replace(from, to));

interface Run {
  readonly policy?: typeof defaultPolicy;
  readonly passes?: readonly string[];
  readonly turns?: readonly Readonly<Record<string, number>>[];
}

function reportOf({ policy = defaultPolicy, ...call }: Run) {
  const records = callRecords({ policy, ...call });
  return sessionReport(records, factsOf(records, [policy]));
}

/** Levels by letter, one character each: f, p, n, - in the order A to R. */
function levels(run: Run): string {
  const letters = { full: 'f', partial: 'p', none: 'n', not_applicable: '-' };
  const { safe_harbor_coverage: coverage } = reportOf(run);
  return SafeHarborKey.options.map((key) => letters[coverage[key]]).join('');
}

const [both, regexOnly, modelOnly] = [['regex', 'nermodel'], ['regex'], ['nermodel']];

describe('design D31: a level says what was looked for in every request, and replaced', () => {
  it.each<[string, Run, string]>([
    ['the shipped policy', { passes: both }, 'pppfnfffnpnnnnf--p'],
    ['the shipped policy without the model', { passes: regexOnly }, 'npppnffpnpnnnnf--p'],
    ['the model alone', { passes: modelOnly }, 'ppppnnnpnpnnnnn--p'],
    ['the strict policy', { policy: strict, passes: both }, 'fffffffffffffff--p'],
    [
      'the strict policy without the model',
      { policy: strict, passes: regexOnly },
      'npppfffpfpfffff--p',
    ],
    ['nothing masked', { turns: [] }, 'nnnnnnnnnnnnnnn--n'],
    [
      'a kind switched off',
      { policy: change(/PHONE: \{/, 'PHONE: { enabled: false,') },
      'pppnnfffnpnnnnf--p',
    ],
    [
      'a kind that passes through',
      { policy: change(/(EMAIL:.*)tokenize/, '$1passthrough') },
      'pppfnnffnpnnnnf--p',
    ],
    [
      'a kind kept from the model',
      { policy: change(/(PHONE:.*)ner: true/, '$1ner: false') },
      'ppppnfffnpnnnnf--p',
    ],
    ['no account numbers', { policy: change(/ACCOUNT:.*/, '') }, 'pppfnfffnnnnnnf--n'],
  ])('%s', (_, run, expected) => {
    expect(levels(run)).toBe(expected);
  });

  it('takes the least of several policies', () => {
    const [first, second] = [defaultPolicy, change(/ {2}SSN:.*\n/, '')];
    const records = [first, second].flatMap((policy) => callRecords({ policy, ended: false }));
    const report = sessionReport(
      records.map((record, at) => ({ ...record, seq: at, session_seq: at })),
      factsOf(records, [first, second]),
    );
    expect(report.safe_harbor_coverage).toMatchObject({ G_ssn: 'none', F_email: 'full' });
    expect(report.policies.map(({ sha256 }) => sha256)).toEqual([first.sha256, second.sha256]);
    expect(report.policy_snapshot).toBe(second.yaml);
  });

  it('counts a policy that is not kept as one that looked for nothing', () => {
    const records = callRecords();
    const report = sessionReport(records, factsOf(records, []));
    expect(new Set(Object.values(report.safe_harbor_coverage))).toEqual(
      new Set(['none', 'not_applicable']),
    );
    expect(report).toMatchObject({
      policy_snapshot: '',
      policies: [{ name: 'healthcare-default', yaml: '' }],
    });
    expect(report.limitations.join()).toContain('The text of a policy was not kept');
  });
});

describe('design D31: each row', () => {
  const rows = reportOf({
    turns: [
      { NAME: 2, EMAIL: 1 },
      { NAME: 1, IP_ADDRESS: 1 },
    ],
  }).safe_harbor_detail;

  it('is one of the 18 identifiers of the rule, cited by its letter', () => {
    expect(rows.map(({ key }) => key)).toEqual(SafeHarborKey.options);
    expect(rows.map(({ citation }) => citation)).toEqual(
      [...'ABCDEFGHIJKLMNOPQR'].map((letter) => `45 CFR 164.514(b)(2)(i)(${letter})`),
    );
    expect(rows.every(({ rationale }) => rationale.endsWith('.'))).toBe(true);
  });

  it.each([
    ['A_names', ['NAME'], 'tokenize', 3],
    ['F_email', ['EMAIL'], 'tokenize', 1],
    ['G_ssn', ['SSN'], 'tokenize', 0],
    ['O_ip', ['IP_ADDRESS'], 'redact', 1],
    ['E_fax', [], 'none', 0],
    ['P_biometric', [], 'none', 0],
  ])('%s: kinds, action and detections', (key, kinds, action, detections) => {
    expect(rows.find((row) => row.key === key)).toMatchObject({ kinds, action, detections });
  });

  it('counts secrets as other codes, and accounts once', () => {
    const found = reportOf({ turns: [{ ACCOUNT: 2, SECRET: 1 }] }).safe_harbor_detail;
    const counted = (key: string) => found.find((row) => row.key === key)?.detections;
    expect([counted('J_account'), counted('R_other')]).toEqual([2, 1]);
  });

  it('has every kind that a policy can name in some row', () => {
    const kinds = new Set(safeHarborIdentifiers.flatMap((row) => row.kinds));
    expect([...supportedKinds].filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('names what is missing', () => {
    const stub = reportOf({ passes: regexOnly }).safe_harbor_detail;
    const why = (key: string) => stub.find((row) => row.key === key)?.rationale;
    expect(why('A_names')).toContain('pass nermodel did not run for Name');
    expect(why('B_geographic')).toContain('ZIP code is not in the policy');
  });
});
