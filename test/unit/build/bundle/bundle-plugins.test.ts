import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleNode } from '../../../../build/bundle/bundle-node.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-bundle-'));
});
afterEach(() => removeFolder(folder));

async function bundled(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const outDir = join(folder, 'out');
  await bundleNode({
    root: folder,
    outDir,
    format: 'es',
    external: [],
    entries: { main: 'main.ts' },
  });
  return outDir;
}

describe('a bundle of a program that starts others', () => {
  it('holds each of them in a file of its own, next to the file that starts it', async () => {
    const out = await bundled({
      'main.ts': `import { Worker } from 'node:worker_threads';
new Worker(new URL('./side-worker.ts', import.meta.url)).on('message', (said) => process.stdout.write(said));`,
      'side-worker.ts': `import { parentPort } from 'node:worker_threads';
import { word } from './word.ts';
parentPort?.postMessage(word);`,
      'word.ts': `export const word: string = 'hello';`,
    });
    expect((await readdir(out)).sort()).toEqual(['main.js', 'side-worker.js']);
    expect(await readFile(join(out, 'main.js'), 'utf8')).toContain('"./side-worker.js"');
  });

  it('is not made when one of them is missing', async () => {
    const main = `export const place = new URL('./gone-worker.ts', import.meta.url);`;
    await expect(bundled({ 'main.ts': main })).rejects.toThrow('gone-worker.ts');
  });

  it('is not made when two of them would be one file', async () => {
    const start = `new URL('./side-worker.ts', import.meta.url)`;
    await mkdir(join(folder, 'there'));
    const files = {
      'main.ts': `import { there } from './there/start.ts';\nexport const all = [${start}, there];`,
      'side-worker.ts': `process.stdout.write('here');`,
      'there/start.ts': `export const there = ${start};`,
      'there/side-worker.ts': `process.stdout.write('there');`,
    };
    await expect(bundled(files)).rejects.toThrow('would both be side-worker.js');
  });

  it('says nothing of where it was made, and has no source map', async () => {
    const out = await bundled({ 'main.ts': 'process.stdout.write(import.meta.url);' });
    expect(await readdir(out)).toEqual(['main.js']);
    expect(await readFile(join(out, 'main.js'), 'utf8')).not.toContain(folder);
  });
});
