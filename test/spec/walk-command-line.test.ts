import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedPolicy, policyWithRule } from '../support/changed-policy.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { runSvc, shippedPolicy } from '../support/run-svc.ts';
import { rule } from './rule-book/index.ts';

let folder: string;
const env = { SVC_KEY_K_HEALTHCARE: Buffer.alloc(32, 7).toString('hex') };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-walk-'));
});
afterAll(() => removeFolder(folder));

async function policyFile(yaml: string): Promise<string> {
  const file = join(folder, 'policy.yaml');
  await writeFile(file, yaml);
  return file;
}

describe('the command-line tool', () => {
  it.each([
    ['unknown_kid', changedPolicy(['kid: K_HEALTHCARE', 'kid: K_NONE'])],
    ['invalid_pass', changedPolicy(['  - nermodel', '  - guess'])],
    ['missing_entity', changedPolicy(['  - nermodel', '  - nermodel: [NAME, FAX]'])],
  ])(`${rule('svc policy validate 1')} (%s)`, async (code, yaml) => {
    const { out, err } = await runSvc(['policy', 'validate', await policyFile(yaml)], { env });
    expect(out + err).toContain(code);
  });

  it(rule('svc policy diff 1'), async () => {
    const changed = policyWithRule(
      'NAME',
      '{ regex: false, confidence_threshold: 0.8, action: redact }',
    );
    const other = await policyFile(changed.replace(/^ {2}MRN: .*\n/m, '  FAX: {}\n'));
    const { out } = await runSvc(['policy', 'diff', shippedPolicy, other], { env });
    expect(out).toMatch(/FAX/);
    expect(out).toMatch(/MRN/);
    expect(out).toMatch(/NAME.*0\.7.*0\.8/s);
    expect(out).toMatch(/NAME.*tokenize.*redact/s);
  });

  it(rule('svc detect 1'), async () => {
    const input = 'call me on 202-555-0143\n';
    const { out } = await runSvc(['detect'], { env, input });
    expect(JSON.parse(out)).toMatchObject({ detections: [{ kind: 'PHONE', start: 11, end: 23 }] });
    expect(out).not.toContain('0143');
  });
});
