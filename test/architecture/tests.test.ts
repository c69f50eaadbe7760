import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listedTests, testFiles, testsOf } from '../support/tests-of.ts';

const rows = [...listedTests()];
const listed = new Set(rows.flatMap(([, tests]) => tests));

describe('docs/tests.md', () => {
  it('names folders and tests that exist', () => {
    const named = [...rows.map(([folder]) => folder), ...listed];
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names each test that is not a unit test', () => {
    const others = testFiles().filter((test) => !test.startsWith('test/unit/'));
    expect(others.filter((test) => !listed.has(test))).toEqual([]);
  });
});

describe('The defects that new users met, in docs/tests.md', () => {
  it('each has a test with the name that is given', async () => {
    const page = await readFile('docs/tests.md', 'utf8');
    const rows = [...page.matchAll(/^\| .* \| `(.*)` \| (.*) \|$/gm)];
    expect(rows.length).toBeGreaterThanOrEqual(25);
    const missing: string[] = [];
    for (const [, file, title = ''] of rows) {
      const source = await readFile(`test/${file}.test.ts`, 'utf8');
      if (!source.includes(`'${title}'`)) missing.push(title);
    }
    expect(missing).toEqual([]);
  });
});

describe('A folder of test/unit/', () => {
  it('mirrors a folder below the root or below server/', () => {
    const folders = testFiles()
      .filter((test) => test.startsWith('test/unit/'))
      .map((test) => dirname(test).slice('test/unit/'.length));
    const homes = (folder: string) => [folder, `server/${folder}`, `test/${folder}`];
    expect(folders.filter((folder) => !homes(folder).some(existsSync))).toEqual([]);
  });
});

describe('npm run tests-of', () => {
  it('lists the tests that import a file, its unit tests and the listed ones', () => {
    const tests = testsOf('server/policy/nearest-name.ts');
    expect(tests[0]).toBe('test/unit/policy/nearest-name.test.ts');
    expect(tests).toContain('test/spec/walk-policy.test.ts');
  });
});
