import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
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
  folder = await mkdtemp(join(tmpdir(), 'svc-own-node-'));
  script = join(folder, 'build', 'own-node.js');
  program = join(folder, 'node_modules', own, 'bin', isWindows ? 'node.exe' : 'node');
  link = join(folder, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node');
  await mkdir(join(folder, 'build'));
  await mkdir(join(folder, 'node_modules', '.bin'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await copyFile(new URL('../../../build/own-node.js', import.meta.url), script);
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
