import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../../bench/eval/main.ts');
const text = 'the reader shows 00:1b:44:11:3a:b7 on its back';
const value = { start: 17, end: 34, kind: 'DEVICE_ID', kind9: null };

test('the figures of a rule count the values that only it hides and the needless spans that only it makes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earned-'));
  const rows = [
    { id: 'labelled', text, spans: [value] },
    { id: 'nobody’s', text, spans: [] },
    { id: 'none', text: 'the reader shows nothing', spans: [] },
  ];
  await writeFile(join(folder, 'set.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--earned', folder]);
  await rm(folder, { recursive: true });
  const lines = stdout.split('\n');
  const heads = 'texts | tried | saves | makes | spares | loses | sets | earned in |';
  expect(lines.find((line) => line.includes('| place |'))).toContain(heads);
  const macs = lines.filter((line) => /device-id\.ts:\d+ \| .*<joint>/.test(line));
  expect(macs.map((line) => line.split(' | ').slice(-8).join())).toEqual(['2,2,1,1,0,0,1,1 |']);
  expect(stdout).not.toContain('reader');
});
