import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../support/remove-folder.ts';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';
const own = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;

let folder: string;
let script: string;
let program: string;
let link: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-own-system-'));
  script = join(folder, 'build', 'own-system.js');
  program = join(folder, 'node_modules', own, 'bin', isWindows ? 'node.exe' : 'node');
  link = join(folder, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node');
  await mkdir(join(folder, 'build'));
  await mkdir(join(folder, 'node_modules', '.bin'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await copyFile(new URL('../../../build/own-system.js', import.meta.url), script);
});
afterEach(() => removeFolder(folder));

async function installOwn(): Promise<void> {
  await mkdir(join(program, '..'), { recursive: true });
  await copyFile(process.execPath, program);
}

describe("npm removes the link to the product's own Node (decision 0098)", () => {
  it('puts it back, and it starts that Node', async () => {
    await installOwn();
    await run(process.execPath, [script]);
    const { stdout } = await run(link, ['--print', 'process.execPath'], { shell: isWindows });
    expect(stdout.trim()).toContain(own);
  });

  it('leaves a link that is there', async () => {
    await installOwn();
    await writeFile(link, 'of npm');
    await run(process.execPath, [script]);
    expect(await readFile(link, 'utf8')).toBe('of npm');
  });

  it('does nothing where no own Node is installed, as on macOS', async () => {
    await run(process.execPath, [script]);
    expect(existsSync(link)).toBe(false);
  });
});

describe('programs of other systems are removed (decision 0119)', () => {
  const other = process.platform === 'linux' ? 'win32' : 'linux';
  const otherArch = process.arch === 'x64' ? 'arm64' : 'x64';
  const libraries = () => join(folder, 'node_modules/onnxruntime-node/bin/napi-v6');
  const left = async () => (await readdir(libraries(), { recursive: true })).toSorted();
  const install = async (...systems: readonly string[]) => {
    for (const system of systems) await mkdir(join(libraries(), system), { recursive: true });
  };
  const here = join(process.platform, process.arch);

  it('only what runs here is left, and the own Node without its headers', async () => {
    await installOwn();
    const headers = join(folder, 'node_modules', own, 'include');
    await mkdir(join(headers, 'node'), { recursive: true });
    await install(here, join(process.platform, otherArch), join(other, process.arch));
    await run(process.execPath, [script]);
    expect(await left()).toEqual([process.platform, here]);
    expect([existsSync(program), existsSync(headers)]).toEqual([true, false]);
  });

  it('all is left where this system has no library', async () => {
    await install(join(other, process.arch));
    await run(process.execPath, [script]);
    expect(await left()).toEqual([other, join(other, process.arch)]);
  });

  it('all is left where the packagers are installed', async () => {
    await mkdir(join(folder, 'node_modules/electron-builder'));
    await install(here, join(other, process.arch));
    await run(process.execPath, [script]);
    expect(await left()).toHaveLength(4);
  });
});
