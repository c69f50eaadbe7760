import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLogFile } from '../../../../main/appliance/log-file.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-log-'));
});
afterEach(() => removeFolder(folder));

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${String(at).padStart(95)}`);

describe('log files are limited in size and in number', () => {
  it('the newest log file has the plain name, older ones are numbered, and the oldest are removed', async () => {
    const log = openLogFile({ folder, name: 'server', maxKiB: 1, olderFiles: 2 });
    for (const line of lines(100)) log.write(line);
    await log.close();
    const files = (await readdir(folder)).toSorted();
    expect(files).toEqual(['server.1.log', 'server.2.log', 'server.log']);
    const sizes = await Promise.all(
      files.map(async (name) => (await stat(join(folder, name))).size),
    );
    expect(Math.max(...sizes)).toBeLessThan(1_200);
    const kept = await Promise.all(
      ['server.2.log', 'server.1.log', 'server.log'].map((name) =>
        readFile(join(folder, name), 'utf8'),
      ),
    );
    const all = kept.join('');
    expect(`${lines(100).join('\n')}\n`.endsWith(all)).toBe(true);
    expect(all.length).toBeGreaterThan(2_000);
  });

  it('only the owner can read log files, and the next start appends to them', async () => {
    for (const line of ['first', 'second']) {
      const log = openLogFile({ folder: join(folder, 'logs'), name: 'server' });
      log.write(line);
      await log.close();
    }
    const file = join(folder, 'logs', 'server.log');
    expect(await readFile(file, 'utf8')).toBe('first\nsecond\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

describe('a log that cannot be written stops nothing', () => {
  it('lines of an unwritable log are dropped', async () => {
    await mkdir(join(folder, 'server.log'));
    await writeFile(join(folder, 'file'), '');
    for (const place of [folder, join(folder, 'file')]) {
      const log = openLogFile({ folder: place, name: 'server' });
      log.write('lost');
      log.write('lost too');
      await log.close();
    }
    expect((await readdir(folder)).toSorted()).toEqual(['file', 'server.log']);
  });

  it('a log without lines closes immediately and makes no file', async () => {
    await openLogFile({ folder, name: 'server' }).close();
    expect(await readdir(folder)).toEqual([]);
  });
});
