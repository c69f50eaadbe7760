import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A block of commands, and what the page says they print; JSON may be spaced for reading. */
interface Step {
  readonly commands: string;
  readonly shown: string | undefined;
}

const fence = /```sh\n([\s\S]*?)```(?:\n\n```(?:text|json)\n([\s\S]*?)```)?/g;

async function stepsOf(page: string): Promise<readonly Step[]> {
  const text = await readFile(join(root, page), 'utf8');
  return [...text.matchAll(fence)].map(([, commands = '', shown]) => ({ commands, shown }));
}

async function pagesWithCurl(): Promise<readonly string[]> {
  const docs = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
  const pages = ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => `docs/${name}`)];
  const steps = await Promise.all(pages.map(stepsOf));
  return pages.filter((_, index) => steps[index]?.some(({ commands }) => /^curl /m.test(commands)));
}

/** What is new in every run: ids, hashes, times. */
function settled(output: string): unknown {
  const text = output
    .replace(/\b(usr|agt|sess|req|evt)_[0-9A-Z]{26}\b/g, '$1_ID')
    .replace(/\b[0-9a-f]{64}\b/g, 'HASH')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .trim();
  return text.startsWith('{') ? JSON.parse(text) : text;
}

const serveLine = /^((?:[A-Z_]+=\S+ )+)npm run serve$/;

/** The environment that a page starts its service with. */
function serviceEnv(steps: readonly Step[]): Record<string, string> {
  const line =
    steps.map(({ commands }) => serveLine.exec(commands.trim())?.[1]).find(Boolean) ?? '';
  const pairs = line
    .trim()
    .split(' ')
    .map((pair) => pair.split('='));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

const mark = '----- end of a step -----';

/** Runs the steps in one shell, as a reader does, and gives what each printed. */
async function follow(steps: readonly Step[], url: string, folder: string): Promise<string[]> {
  const script = steps
    .map(({ commands }) => `${commands}\necho; echo '${mark}'`)
    .join('\n')
    .replaceAll('http://127.0.0.1:8787', url);
  const { stdout } = await run('sh', ['-eu', '-c', script], { cwd: folder, timeout: 150_000 });
  return stdout.split(mark);
}

let service: ServiceProcess | undefined;
let folder: string | undefined;
afterEach(async () => {
  await service?.end('SIGTERM');
  if (folder !== undefined) await removeFolder(folder);
});

const pages = await pagesWithCurl();

describe('the curl commands of README and docs', () => {
  it('are there to be run', () => {
    expect(pages).toEqual(expect.arrayContaining(['docs/api.md', 'docs/functions-on-retell.md']));
  });

  it.each(pages)('%s: each does what the page says', async (page) => {
    const steps = await stepsOf(page);
    folder = await mkdtemp(join(tmpdir(), 'svc-docs-'));
    service = await spawnService({ SVC_DATA_DIR: join(folder, 'data'), ...serviceEnv(steps) });
    const typed = steps.filter(({ commands }) => !serveLine.test(commands.trim()));
    const printed = await follow(typed, service.url, folder);
    const asRun = typed.map(({ commands }, index) => [commands, settled(printed[index] ?? '')]);
    expect(asRun).toEqual(typed.map(({ commands, shown }) => [commands, settled(shown ?? '')]));
  });
});
