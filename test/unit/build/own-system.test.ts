import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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

describe('what does not run on this machine is removed (decisions 0119, 0139)', () => {
  const other = process.platform === 'linux' ? 'win32' : 'linux';
  const otherArch = process.arch === 'x64' ? 'arm64' : 'x64';
  const modules = (...path: readonly string[]) => join(folder, 'node_modules', ...path);
  const libraries = 'onnxruntime-node/bin/napi-v6';
  const sqlite = 'better-sqlite3-multiple-ciphers';
  const here = `${process.platform}/${process.arch}`;

  /** Puts these files into the packages, and what npm unpacks before the first start. */
  const unpack = async (...files: readonly string[]) => {
    for (const file of [...files, `${sqlite}/deps/sqlite3.c`]) {
      await mkdir(join(modules(file), '..'), { recursive: true });
      await writeFile(modules(file), '');
    }
  };
  const left = async () => {
    const entries = await readdir(modules(), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(modules(), join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .toSorted();
  };

  it('only what runs here is left, and the own Node without its headers', async () => {
    await installOwn();
    await unpack(
      `${own}/include/node/node.h`,
      `${libraries}/${here}/run.node`,
      `${libraries}/${process.platform}/${otherArch}/run.node`,
      `${libraries}/${other}/${process.arch}/run.node`,
      `${sqlite}/lib/index.js`,
      `${sqlite}/prebuilds/${process.platform}-${process.arch}.node`,
      `${sqlite}/prebuilds/${process.platform}-${otherArch}.node`,
      `${sqlite}/prebuilds/${other}-${process.arch}.node`,
    );
    await run(process.execPath, [script]);
    expect(await left()).toEqual([
      `${sqlite}/lib/index.js`,
      `${sqlite}/prebuilds/${process.platform}-${process.arch}.node`,
      relative(modules(), program).replaceAll('\\', '/'),
      `${libraries}/${here}/run.node`,
    ]);
  });

  it('source maps and types are removed, and folders of such a name are not', async () => {
    const kept = ['@some/one/index.js', '@some/one/tiles.map/index.js', '@some/one/typed.ts'];
    const notes = ['.js.map', '.css.map', '.d.ts', '.d.cts', '.d.mts'];
    await unpack(...kept, ...notes.map((note) => `@some/one/index${note}`));
    await run(process.execPath, [script]);
    expect(await left()).toEqual(kept);
  });

  it('all is left where this system has no library', async () => {
    const files = [
      `${sqlite}/prebuilds/${other}-${process.arch}.node`,
      `${libraries}/${other}/x64/run.node`,
    ];
    await unpack(...files);
    await run(process.execPath, [script]);
    expect(await left()).toEqual(files);
  });

  it('all is left where the packagers are installed', async () => {
    const files = [
      'electron-builder/index.js',
      `${libraries}/${here}/run.node`,
      `${libraries}/${other}/x64/run.node`,
    ];
    await unpack(...files, 'electron-builder/index.d.ts');
    await run(process.execPath, [script]);
    expect(await left()).toHaveLength(files.length + 2);
  });

  it('a later start removes nothing and says nothing', async () => {
    await unpack();
    await run(process.execPath, [script]);
    await writeFile(modules('late.map'), '');
    expect((await run(process.execPath, [script])).stdout).toBe('');
    expect(await left()).toEqual(['late.map']);
  });
});
