import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { extractAll } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { packedFor } from '../support/pack/packed.ts';
import { removeFolder } from '../support/remove-folder.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../support/desktop/index-program.ts');
const { asar, node, resources } = packedFor({
  os: 'linux',
  arch: process.arch === 'arm64' ? 'arm64' : 'x64',
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-app-'));
  extractAll(asar, folder);
});
afterAll(() => removeFolder(folder));

describe('the packed app', () => {
  it('opens the portal with nothing but Electron: no package of the checkout', async () => {
    const meta = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const port = await freePort();
    const values = { port, ingressPort: await freePort() };
    await mkdir(join(folder, 'userData'));
    const settings = join(folder, 'userData', 'settings.json');
    await writeFile(settings, JSON.stringify({ version: 1, values }));
    const env = { HOME: folder, PATH: '', DESKTOP_FOLDER: folder, XDG_DATA_HOME: folder };
    const args = [program, join(folder, meta.main), resources];
    const { stdout } = await run(node, args, { env });
    expect(stdout).toBe(`shows http://127.0.0.1:${port}/portal\nended with 0\n`);
  });

  it('has a preload script in one file, which asks for Electron alone, as a sandbox allows', async () => {
    const source = await readFile(join(folder, 'main/preload.cjs'), 'utf8');
    expect(new Script(`(function (require, module, exports) {${source}})`)).toBeInstanceOf(Script);
    const asked = [...source.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(new Set(asked)).toEqual(new Set(['electron']));
  });
});
