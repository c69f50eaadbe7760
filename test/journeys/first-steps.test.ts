import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { processEnv } from '../support/process-env.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { runSvc, spawnSvc } from '../support/run-svc.ts';
import { type ServiceEnv, type ServiceProcess, spawnService } from '../support/service-process.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Runs a shell line as README's reader does, with the Node that the package brings. */
async function shell(line: string): Promise<string> {
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const { stdout } = await run('sh', ['-c', line], {
    cwd: root,
    env: { ...processEnv(), PATH: path, ...settings },
  });
  return stdout;
}

/** Tokens are new in every installation. */
const tokensApart = (text: string) => text.replace(/(TOK1\.[A-Z]+\.K_HEALTHCARE\.)\w+/g, '$1…');

let readme: string;
let dataDir: string;
let settings: ServiceEnv;
let service: ServiceProcess;

beforeAll(async () => {
  readme = await readFile(join(root, 'README.md'), 'utf8');
  dataDir = await mkdtemp(join(tmpdir(), 'svc-first-'));
  settings = { SVC_DATA_DIR: dataDir, SVC_PORT: String(await freePort()) };
  service = await spawnService({ ...settings, SVC_DEV: '0' }, ['--guide']);
});

afterAll(async () => {
  await service?.end('SIGTERM');
  await removeFolder(dataDir);
});

describe('what README and the guide tell a newcomer to type works', () => {
  it('a first call shows the caller, what the model saw, and the restored reply', async () => {
    const command = await service.line(/^ +npm run (first-call)$/);
    const printed = await shell(`npm run --silent ${command}`);
    const shown = /```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    expect(tokensApart(printed).split('\n\n')[0]).toBe(tokensApart(shown).trimEnd());
    const [caller = '', model = '', reply = ''] = printed.split('\n');
    expect(reply).toBe(`reply:      You said: ${caller.slice('caller:     '.length)}`);
    for (const kind of ['NAME', 'PHONE', 'ADDRESS']) expect(model).toContain(`TOK1.${kind}.`);
    expect(model).not.toMatch(/Margaret|five|maple/);
  });

  it('a first call at an address where nothing listens says how to start the service', async () => {
    const wrong = { ...settings, SVC_PORT: String(await freePort()) };
    const { code, out, err } = await runSvc(['first-call'], { env: wrong });
    expect([code, out]).toEqual([69, '']);
    expect(err).toMatch(/^svc: \S+ does not answer \(ECONNREFUSED\): .*npm start.*\n$/);
  });

  it('settings of a file reach every command, and the environment wins', async () => {
    const file = join(dataDir, 'svc.env');
    const { SVC_PORT: port = '' } = settings;
    await writeFile(file, `# for this test\nSVC_PORT=${port}\nSVC_DATA_DIR="/nowhere"\n`);
    const env = { SVC_CONFIG_FILE: file, SVC_DATA_DIR: dataDir };
    const { code, out } = await spawnSvc(['sign-in-link'], { env });
    expect([code, new URL(out.trim()).port]).toEqual([0, port]);
  });

  it('a file of settings that cannot be read is named', async () => {
    const env = { SVC_CONFIG_FILE: join(dataDir, 'none.env') };
    const { code, err } = await spawnSvc(['doctor'], { env });
    expect([code, err]).toEqual([
      78,
      `svc: SVC_CONFIG_FILE: ${env.SVC_CONFIG_FILE} cannot be read (ENOENT)\n`,
    ]);
  });

  it('the terminal says what the service does before it listens', () => {
    const [opening, rehearsing, listening] = service.output().split('\n');
    expect([opening, rehearsing]).toEqual(['Opening the databases', 'Rehearsing a call']);
    expect(listening).toMatch(/^listening on /);
  });

  it('lines about requests do not hide the guide', () => {
    expect(service.output().trimEnd().split('\n').at(-1)).toBe('Ctrl-C stops the service.');
  });

  it('the sign-in link signs in the first user, once', async () => {
    const link = await service.line(/^ +(http\S+\/idp\/sign-in\?ticket=\S+)$/);
    const page = await fetch(link, { redirect: 'manual' });
    expect(page.status).toBeLessThan(400);
  });

  it('the service does not print the signing secret; the command that the guide names does', async () => {
    const command = await service.line(/^ +npx svc (signing-secret)$/);
    const secret = (await shell(`npx svc ${command}`)).trim();
    expect(service.output()).not.toContain(secret);
    const endpoint = await service.line(/^ +(http\S+\/proxy\/\S+)$/);
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const statuses = [secret, `${secret}0`].map(
      async (key) => (await signedFetch(key)(`${endpoint}/chat/completions`, call)).status,
    );
    expect(await Promise.all(statuses)).toEqual([422, 401]);
  });

  it.each(['policy validate', 'policy diff', 'detect'])('svc %s', async (name) => {
    const line = readme.split('\n').find((text) => text.includes(`npx svc ${name}`)) ?? '';
    expect(line).not.toBe('');
    await shell(line);
  });
});
