import { appendFile, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  describeResources,
  type ResourceManifest,
  resourceManifest,
  verifyResources,
} from '../../../../main/appliance/integrity.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

let folder: string;
let manifest: ResourceManifest;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-integrity-'));
  await mkdir(join(folder, 'server/http'), { recursive: true });
  await writeFile(join(folder, 'server/svc.js'), 'import("./cli.js");\n');
  await writeFile(join(folder, 'server/http/errors.js'), 'export {};\n');
  await writeFile(join(folder, 'node'), Buffer.alloc(3_000_000, 7));
  manifest = await describeResources(folder);
});
afterEach(() => removeFolder(folder));

describe('a manifest names every file of an installed server', () => {
  it('a manifest entry has the path, the size and the SHA-256 of a file', () => {
    expect(resourceManifest.parse(JSON.parse(JSON.stringify(manifest)))).toEqual(manifest);
    expect(Object.keys(manifest.files)).toEqual(['node', 'server/http/errors.js', 'server/svc.js']);
    expect(manifest.files['server/http/errors.js']).toEqual({
      size: 11,
      sha256: '8e609bb71c20b858c77f0e9f90bb1319db8477b13f9f965f1a1e18524bf50881',
    });
  });

  it('a link cannot be described', async () => {
    await symlink('node', join(folder, 'link'));
    await expect(describeResources(folder)).rejects.toThrow('link');
  });
});

describe('an installed server is checked against its manifest', () => {
  it('the check passes if no file differs', async () => {
    expect(await verifyResources(manifest, folder)).toEqual([]);
  });

  it.each([
    [
      'a changed file of the same size',
      'server/svc.js',
      'was changed',
      () => writeFile(join(folder, 'server/svc.js'), 'import("./cl1.js");\n'),
    ],
    ['a file that grew', 'node', 'was changed', () => appendFile(join(folder, 'node'), 'x')],
    ['a missing file', 'server/svc.js', 'is missing', () => rm(join(folder, 'server/svc.js'))],
    [
      'a file that was never part of it',
      'server/http/extra.js',
      'is not part',
      () => writeFile(join(folder, 'server/http/extra.js'), ''),
    ],
    [
      'a folder in place of a file',
      'server/svc.js',
      'is missing',
      async () => {
        await rm(join(folder, 'server/svc.js'));
        await mkdir(join(folder, 'server/svc.js'));
      },
    ],
    [
      'a link to the same bytes elsewhere',
      'node',
      'was changed',
      async () => {
        await rename(join(folder, 'node'), `${folder}.node`);
        await symlink(`${folder}.node`, join(folder, 'node'));
      },
    ],
    ['a link to a folder', 'more', 'is not part', () => symlink('server', join(folder, 'more'))],
  ] as const)('the check fails with %s', async (_, path, words, change) => {
    await change();
    const problems = await verifyResources(manifest, folder);
    await rm(`${folder}.node`, { force: true });
    expect(problems).toEqual([
      { path, message: expect.stringMatching(`^${words}.*: install the product again$`) },
    ]);
  });

  it('the check fails without the folder, and lists only a few of many problems', async () => {
    await removeFolder(folder);
    await mkdir(folder);
    for (let file = 0; file < 9; file += 1) await writeFile(join(folder, `x${file}`), '');
    const problems = await verifyResources(manifest, folder);
    expect(problems).toHaveLength(6);
    expect(problems.at(-1)).toEqual({ path: folder, message: 'has 7 more such files' });
  });
});
