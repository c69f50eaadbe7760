import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Paths of all test files, from the repository's root. */
export function testFiles(): readonly string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
}

/** The rows of docs/tests.md: each folder with the test files that hold it, beyond its unit tests. */
export function listedTests(): ReadonlyMap<string, readonly string[]> {
  const page = readFileSync('docs/tests.md', 'utf8');
  const rows = [...page.matchAll(/^- `([\w/-]+\/)`:((?:[^\n]|\n {2})*)/gm)];
  return new Map(
    rows.map(([, folder = '', tests = '']) => [
      folder,
      [...tests.matchAll(/`([\w/-]+)`/g)].map(([, name]) => `test/${name}.test.ts`),
    ]),
  );
}

/** The folder of unit tests that mirrors a folder of the product; ends with a slash. */
function unitFolder(folder: string): string {
  return `test/unit/${folder.replace(/^server\//, '')}`;
}

/**
 * The test files that hold a file or folder of the product: its unit tests, those of docs/tests.md for
 * its folder, the folders in it and those around it. For a file, the test of its name and those that
 * import it come first.
 */
export function testsOf(path: string): readonly string[] {
  const isFolder = statSync(path).isDirectory();
  const folder = `${(isFolder ? path : dirname(path)).replace(/\/$/, '')}/`;
  const all = testFiles();
  const unit = all.filter((test) => test.startsWith(unitFolder(folder)));
  const listed = [...listedTests()].flatMap(([row, tests]) =>
    row.startsWith(folder) || folder.startsWith(row) ? tests : [],
  );
  if (isFolder) return [...new Set([...unit, ...listed])];
  const name = basename(path).replace(/\.tsx?$/, '');
  const imports = new RegExp(`from '[^']*/${name}\\.tsx?'`);
  const nearest = [
    ...unit.filter((test) => basename(test) === `${name}.test.ts`),
    ...all.filter((test) => imports.test(readFileSync(test, 'utf8'))),
  ];
  return [...new Set([...nearest, ...unit, ...listed])];
}

if (import.meta.main) {
  const [path] = process.argv.slice(2);
  if (path === undefined) throw new Error('name a file or folder of the product');
  process.stdout.write(`${testsOf(path).join('\n')}\n`);
}
