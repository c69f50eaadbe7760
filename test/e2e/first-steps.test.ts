import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Runs a shell line as README's reader does, with the Node that the package brings. */
async function shell(line: string): Promise<string> {
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const { stdout } = await run('sh', ['-c', line], {
    cwd: root,
    env: { ...process.env, PATH: path, SVC_DATA_DIR: dataDir },
  });
  return stdout;
}

let readme: string;
let dataDir: string;
let service: ServiceProcess;

beforeAll(async () => {
  readme = await readFile(join(root, 'README.md'), 'utf8');
  dataDir = await mkdtemp(join(tmpdir(), 'svc-first-'));
  service = await spawnService({ SVC_DATA_DIR: dataDir, SVC_DEV: '0', SVC_LOG_LEVEL: 'warn' }, [
    '--guide',
  ]);
});

afterAll(async () => {
  await service?.end('SIGTERM');
  await removeFolder(dataDir);
});

describe('what README and the guide tell a newcomer to type works', () => {
  it('a first call is masked on its way out and restored on its way back', async () => {
    const command = await service.line(/^ +npm run (first-call -- \S+ \S+)$/);
    const printed = await shell(`npm run --silent ${command}`);
    const shown = /```text\n([\s\S]*?)```/.exec(readme)?.[1];
    expect(printed).toBe(shown);
  });

  it('the sign-in link signs in the first user, once', async () => {
    const link = await service.line(/^ +(http\S+\/idp\/sign-in\?ticket=\S+)$/);
    const page = await fetch(link, { redirect: 'manual' });
    expect(page.status).toBeLessThan(400);
  });

  it.each(['policy validate', 'policy diff', 'detect'])('svc %s', async (name) => {
    const line = readme.split('\n').find((text) => text.includes(`npm run svc -- ${name}`)) ?? '';
    expect(line).not.toBe('');
    await shell(line);
  });
});
