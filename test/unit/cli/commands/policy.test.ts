import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKeyFile } from '../../../../server/adapters/system/key-file.ts';
import {
  jsonLines,
  runSvc,
  shippedPolicy,
  strictPolicy,
  temporaryFile,
  temporaryFolder,
} from '../../../support/run-svc.ts';

const env = { SVC_KEY_K_HEALTHCARE: 'a'.repeat(64) };
let shipped = '';

beforeAll(async () => {
  shipped = await readFile(shippedPolicy, 'utf8');
});

describe('svc policy validate checks a policy file (spec, Command-line tool)', () => {
  it.each([shippedPolicy, strictPolicy])(
    'svc policy validate accepts a shipped policy',
    async (file) => {
      const outcome = await runSvc(['policy', 'validate', file], { env });
      expect(outcome).toMatchObject({ code: 0, err: '' });
      expect(outcome.out).toMatch(/^ok: healthcare-\w+, \d+ entities, sha256 [0-9a-f]{64}\n$/);
    },
  );

  it('svc policy validate accepts the key that the first start made', async () => {
    const dataDir = await temporaryFolder();
    await createKeyFile(dataDir, ['K_HEALTHCARE']);
    const outcome = await runSvc(['policy', 'validate', shippedPolicy], {
      env: { SVC_DATA_DIR: dataDir },
    });
    expect(outcome.code).toBe(0);
  });

  it('svc policy validate notes that it cannot check the kid before there are keys', async () => {
    const outcome = await runSvc(['policy', 'validate', shippedPolicy]);
    expect(outcome).toMatchObject({ code: 0, out: expect.stringMatching(/^ok: /) });
    expect(outcome.err).toMatch(/mask_policy\.yaml: note: kid: not checked, .* no keys yet/);
  });

  it('svc policy validate refuses an unknown kid: unknown_kid', async () => {
    const outcome = await runSvc(['policy', 'validate', shippedPolicy], {
      env: { SVC_KEY_K_OTHER: 'ab'.repeat(32) },
    });
    expect(outcome).toMatchObject({ code: 65, out: '' });
    expect(outcome.err).toMatch(
      /mask_policy\.yaml:\d+:\d+: kid: .*SVC_KEY_K_HEALTHCARE.*\(unknown_kid\)\n$/,
    );
  });

  it.each([
    ['invalid_pass', '- nermodel', '- nermodle'],
    ['missing_entity', '- nermodel', '- nermodel: [NAME, FAX]'],
  ])('nor with %s', async (code, from, to) => {
    const file = await temporaryFile('policy.yaml', shipped.replace(from, to));
    const outcome = await runSvc(['policy', 'validate', '--json', file], { env });
    expect(outcome.code).toBe(65);
    expect(jsonLines(outcome.out)).toEqual([
      { ok: false, problems: [expect.objectContaining({ code, line: expect.any(Number) })] },
    ]);
  });

  it('svc policy validate notes the kinds that no pass finds', async () => {
    const file = await temporaryFile('policy.yaml', shipped.replace('  - nermodel\n', ''));
    const outcome = await runSvc(['policy', 'validate', file], { env });
    expect(outcome.code).toBe(0);
    expect(outcome.err).toMatch(/note: entities\.NAME/);
  });

  it('svc policy validate runs the examples of the policy', async () => {
    const example =
      "examples:\n  - text: call 202-555-0143\n    masked: { PHONE: ['202-555-0143'] }\n";
    const good = await temporaryFile('good.yaml', `${shipped}${example}    kept: [call]\n`);
    expect(await runSvc(['policy', 'validate', good], { env })).toMatchObject({ code: 0 });
    const bad = await temporaryFile('bad.yaml', `${shipped}${example}    kept: ['0143']\n`);
    const outcome = await runSvc(['policy', 'validate', bad], { env });
    expect(outcome.code).toBe(65);
    expect(outcome.err).toMatch(
      /bad\.yaml:\d+:\d+: examples\[0\]\.kept\[0\]: is masked as PHONE, and must stay readable \(example_failed\)\n$/,
    );
  });

  it('svc policy validate says when the file does not exist', async () => {
    const outcome = await runSvc(['policy', 'validate', '/nowhere/policy.yaml'], { env });
    expect(outcome).toMatchObject({ code: 66, err: 'svc: /nowhere/policy.yaml: no such file\n' });
  });
});

describe('svc policy diff lists the differences (spec, Command-line tool)', () => {
  it('svc policy diff lists entities, thresholds and actions, and needs no keys', async () => {
    const changed = shipped
      .replace(/ {2}MRN:.*\n/, '')
      .replace('threshold: 0.5', 'threshold: 0.9')
      .replace('action: redact', 'action: tokenize');
    const file = await temporaryFile('policy.yaml', changed);
    const outcome = await runSvc(['policy', 'diff', shippedPolicy, file]);
    expect(outcome).toMatchObject({ code: 0, err: '' });
    expect(outcome.out.split('\n')).toEqual([
      '- entities.MRN',
      '~ entities.DOB.confidence_threshold: 0.5 -> 0.9',
      '~ entities.IP_ADDRESS.action: redact -> tokenize',
      '~ Safe Harbor coverage of Medical record numbers: full -> none',
      '',
    ]);
  });

  it('svc policy diff says what happens to an added kind', async () => {
    const without = await temporaryFile('policy.yaml', shipped.replace(/ {2}MRN:.*\n/, ''));
    const { out } = await runSvc(['policy', 'diff', without, shippedPolicy]);
    expect(out.split('\n')).toEqual([
      '+ entities.MRN: tokenize',
      '~ Safe Harbor coverage of Medical record numbers: none -> full',
      '',
    ]);
  });

  it("svc policy diff lists words of the policy's own", async () => {
    const file = await temporaryFile(
      'policy.yaml',
      shipped.replace('NAME: {', 'NAME: { never: [Mercy Point],'),
    );
    const { out } = await runSvc(['policy', 'diff', shippedPolicy, file]);
    expect(out).toBe('+ entities.NAME.never: Mercy Point\n');
  });

  it('svc policy diff prints JSON, and exits with 1 when asked', async () => {
    const args = ['policy', 'diff', '--json', '--exit-code', shippedPolicy, strictPolicy];
    const outcome = await runSvc(args);
    expect(outcome.code).toBe(1);
    expect(jsonLines(outcome.out)).toEqual([
      expect.objectContaining({
        removedEntities: [],
        addedEntities: expect.arrayContaining(['URL']),
      }),
    ]);
  });

  it('svc policy diff says when the policies do not differ', async () => {
    const args = ['policy', 'diff', '--exit-code', shippedPolicy, shippedPolicy];
    expect(await runSvc(args)).toEqual({ code: 0, out: 'no difference\n', err: '' });
  });
});
