import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { launcher, sourceLauncher } from '../../support/built-service/launcher.ts';
import { changedPolicy } from '../../support/changed-policy.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { runSvc, spawnSvc } from '../../support/run-svc.ts';

describe('svc explains itself', () => {
  it('svc --help lists the commands and exit codes', async () => {
    const { code, out } = await runSvc(['--help']);
    expect(code).toBe(0);
    for (const word of ['serve', 'policy', 'detect', 'audit', 'Exit codes', '64', '65', '78']) {
      expect(out).toContain(word);
    }
  });

  it('svc exits with 64 for an unknown command or option', async () => {
    const outcomes = await Promise.all(
      [['polcy'], ['policy', 'validate'], ['detect', '--nope'], []].map((args) => runSvc(args)),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([64, 64, 64, 64]);
    expect(outcomes[0]?.err).toContain('Did you mean policy?');
  });
});

describe('svc refuses a Node that cannot run the service', () => {
  const pretending = (versions: Readonly<Record<string, string>>) =>
    `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,...${JSON.stringify(versions)}}})`;

  it.each([{ node: '22.11.0' }, { napi: '9' }])('%j', async (versions) => {
    const nodeArgs = ['--import', pretending(versions)];
    for (const svc of [sourceLauncher, await launcher()]) {
      const outcome = await spawnSvc(['--version'], { nodeArgs, svc });
      expect(outcome).toMatchObject({ code: 78, out: '' });
      expect(outcome.err).toMatch(/^svc needs Node\.js 24 or newer.*\n$/);
    }
  });

  it('Node 12 can read the file that checks its version', async () => {
    const source = await readFile(sourceLauncher, 'utf8');
    const writtenFor = (target: ts.ScriptTarget) =>
      ts.transpile(source, { target, module: ts.ModuleKind.ESNext });
    expect(writtenFor(ts.ScriptTarget.ES2019)).toBe(writtenFor(ts.ScriptTarget.ESNext));
  });
});

describe('svc serve does not start with a wrong configuration', () => {
  it('svc serve names the wrong variables and exits with 78', async () => {
    const env = { SVC_PORT: 'canary', SVC_TLS_CERT: 'c.pem' };
    const { code, err } = await spawnSvc(['serve'], { env });
    expect(code).toBe(78);
    expect(err).toContain('SVC_PORT: must be a port');
    expect(err).not.toContain('canary');
  });

  it('svc serve names the file, line and column of a policy that is not valid', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-serve-'));
    const policy = join(folder, 'own-policy.yaml');
    await writeFile(policy, changedPolicy(['  - nermodel', '  - guess']));
    const env = { SVC_DATA_DIR: join(folder, 'data'), SVC_POLICY_PATH: policy };
    const { code, err } = await spawnSvc(['serve'], { env });
    await removeFolder(folder);
    expect(code).toBe(78);
    expect(err).toMatch(/own-policy\.yaml:\d+:\d+: passes\[1\]: .*\(invalid_pass\)/);
  });

  it('svc says which address of a web proxy it cannot read, without its password', async () => {
    const env = { HTTPS_PROXY: 'http://clinic:canary#1@proxy.example.com:3128' };
    const { code, err } = await spawnSvc(['serve'], { env, svc: sourceLauncher });
    expect(code).toBe(78);
    expect(err).toMatch(/^svc: HTTPS_PROXY: must be the address of a web proxy/);
    expect(err).not.toContain('canary');
  });
});
