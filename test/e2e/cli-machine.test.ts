import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFiles } from '../../server/config/data-files.ts';
import { jsonLines, runSvc, temporaryFolder } from '../support/run-svc.ts';
import { type Service, startService, upstreamAt } from '../support/service.ts';

let service: Service;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startService(upstreamAt('http://127.0.0.1:9/v1'));
  const port = new URL(service.url).port;
  env = { SVC_DATA_DIR: service.dataDir, SVC_PORT: port };
});

afterAll(() => service.close());

const svc = (...args: string[]) => runSvc(args, { env });

interface Examination {
  readonly ok: boolean;
  readonly checks: readonly { name: string; status: string; message: string; remedy?: string }[];
}

async function examined(given: Readonly<Record<string, string>>): Promise<Examination> {
  const { out } = await runSvc(['doctor', '--json'], { env: given });
  return jsonLines(out)[0] as Examination;
}

const found = ({ checks }: Examination, name: string) =>
  checks.find((check) => check.name === name);

describe('svc doctor checks a machine and says what to do', () => {
  it('while the service runs on it', async () => {
    const examination = await examined(env);
    expect(examination.ok).toBe(true);
    expect(found(examination, 'service')?.message).toContain('healthy');
    expect(found(examination, 'journal')?.message).toMatch(/^\d+ events$/);
    expect(found(examination, 'databases')?.message).toContain('vault.db');
    expect((await svc('doctor')).code).toBe(0);
    // Its own environment names no provider; the service has one.
    const small = 'upstream provider:model-small';
    expect(found(examination, small)).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('127.0.0.1:9'),
    });
  });

  it('before the first start, which it leaves as it is', async () => {
    const dataDir = join(await temporaryFolder(), 'none');
    const examination = await examined({ SVC_DATA_DIR: dataDir, SVC_PORT: '0' });
    expect(examination.ok).toBe(true);
    expect(found(examination, 'upstream provider:model-small')?.status).toBe('warn');
    await expect(rm(dataDir)).rejects.toThrow();
  });

  it('each problem has a remedy', async () => {
    const dataDir = await temporaryFolder();
    await mkdir(dataDir, { recursive: true });
    await chmod(dataDir, 0o755);
    const policy = join(dataDir, 'policy.yaml');
    await writeFile(policy, 'name: x\n');
    await writeFile(join(dataDir, 'cert.pem'), 'x');
    await writeFile(dataFiles(dataDir).vault, 'SQLite format 3');
    const examination = await examined({
      SVC_DATA_DIR: dataDir,
      SVC_MASTER_KEY: 'a'.repeat(64),
      SVC_KEY_K: 'b'.repeat(64),
      SVC_PORT: env['SVC_PORT'] ?? '',
      SVC_HOST: '127.0.0.1',
      SVC_POLICY_PATH: policy,
      SVC_TLS_CERT: join(dataDir, 'cert.pem'),
      SVC_TLS_KEY: join(dataDir, 'cert.pem'),
    });
    const bad = examination.checks.filter(({ status }) => status !== 'ok');
    expect(examination.ok).toBe(false);
    expect(bad.every(({ remedy }) => remedy !== undefined)).toBe(true);
    for (const name of ['data folder', 'service', 'policy', 'databases', 'TLS']) {
      expect(bad.map((check) => check.name)).toContain(name);
    }
  });

  it('svc doctor names an invalid variable, never its value', async () => {
    const { code, out } = await runSvc(['doctor'], { env: { SVC_PORT: 'canary' } });
    expect(code).toBe(1);
    expect(out).toMatch(/fail.*SVC_PORT/);
    expect(out).not.toContain('canary');
  });
});
