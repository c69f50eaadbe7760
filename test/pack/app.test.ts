import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { extractAll } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedFor } from '../support/pack/packed.ts';
import { removeFolder } from '../support/remove-folder.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../support/pack/app-program.ts');
const { asar, node } = packedFor({ os: 'linux', arch: process.arch === 'arm64' ? 'arm64' : 'x64' });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-app-'));
  extractAll(asar, folder);
});
afterAll(() => removeFolder(folder));

describe('the packed app', () => {
  it('needs nothing but Electron: no package of the checkout', async () => {
    const main = join(
      folder,
      JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).main,
    );
    const { stdout } = await run(node, [program, main], { env: { HOME: folder, PATH: '' } });
    expect(stdout).toBe('quit');
  });

  it('has a preload script in one file, which asks for Electron alone, as a sandbox allows', async () => {
    const source = await readFile(join(folder, 'main/preload.cjs'), 'utf8');
    expect(new Script(`(function (require, module, exports) {${source}})`)).toBeInstanceOf(Script);
    const asked = [...source.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(new Set(asked)).toEqual(new Set(['electron']));
  });
});
