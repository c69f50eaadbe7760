import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namesByContext, supportedKinds } from '../../server/detect/index.ts';
import { recognizers } from '../../server/detect/recognizers/registry.ts';

const pageOf = (path: string): string => readFileSync(path, 'utf8');

/** The TypeScript files below a folder. */
function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/** The files that run when `roots` are loaded, themselves included; imports of types alone load nothing. */
function loadedBy(roots: readonly string[]): readonly string[] {
  const loaded = new Set<string>();
  const waiting = [...roots];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    const imports = pageOf(file).matchAll(
      /^(?:import|export)(?!\s+type\b)(?:[^;'"]*?\bfrom)?\s*'(\.[^']+)'/gm,
    );
    for (const [, path = ''] of imports) waiting.push(join(dirname(file), path));
  }
  return [...loaded];
}

const linesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + pageOf(file).split('\n').length - 1, 0);

describe('What docs/philosophy.md says of the size of a turn', () => {
  // A turn is handed the search over its texts, which is a part of it.
  const turn = loadedBy(['server/pipeline/turn.ts', 'server/pipeline/detection.ts']);
  const claims = [
    ...pageOf('docs/philosophy.md').matchAll(/at most ([\d,]+) files and ([\d,]+) lines/g),
  ].map(([, ...figures]) => figures.map((figure) => Number(figure.replace(',', ''))));

  it.each([
    ['of the order of a turn', 0, turn.filter((file) => dirname(file) === 'server/pipeline')],
    ['of a turn with all that it loads', 1, turn],
  ] as const)('holds, and is close: %s', (_, at, files) => {
    const [mostFiles = 0, mostLines = 0] = claims[at] ?? [];
    expect(files.length).toBeLessThanOrEqual(mostFiles);
    expect(linesOf(files)).toBeLessThanOrEqual(mostLines);
    expect(linesOf(files)).toBeGreaterThan(mostLines * 0.8);
  });
});

describe('What the pages say of names', () => {
  it('holds: NAME and ORGANIZATION alone of the kinds have no recognizer', () => {
    const found = new Set(recognizers.map(({ kind }) => kind));
    expect([...supportedKinds].filter((kind) => !found.has(kind))).toEqual([
      'NAME',
      'ORGANIZATION',
    ]);
  });

  it('holds: rules find names that the model did not', () => {
    const found = namesByContext('my daughter goes by Kit', []);
    expect(found.map(({ kind }) => kind)).toEqual(['NAME']);
  });
});

describe('What README.md says of the number of kinds', () => {
  it('holds', () => {
    const words: Readonly<Record<number, string>> = {
      21: 'twenty-one',
      22: 'twenty-two',
      23: 'twenty-three',
      24: 'twenty-four',
    };
    expect(pageOf('README.md').replace(/\s+/g, ' ')).toContain(
      `There are ${words[supportedKinds.size]} kinds`,
    );
  });
});

describe('What docs/architecture.md says of state in server/domain/', () => {
  it('holds: no other file keeps anything between calls but results by their input', () => {
    const keeping = sourcesIn('server/domain').filter((file) => /^let /m.test(pageOf(file)));
    expect(keeping).toEqual(['server/domain/time-slices.ts']);
    expect(pageOf('docs/architecture.md')).toContain('One file keeps state: `time-slices.ts`');
  });
});

describe('What docs/design.md says of finders (D1)', () => {
  it('holds: detection and pipeline ask the source and the strength, never the text of a detector', () => {
    const asks =
      /[dD]etector(?:Name\(\w*\))?\)?\s*(?:[!=]==|\.(?:startsWith|split|slice|match|includes))/;
    const files = ['detect', 'pipeline', 'roster'].flatMap((room) => sourcesIn(`server/${room}`));
    expect(files.filter((file) => asks.test(pageOf(file)))).toEqual([]);
    expect(files.filter((file) => /\.test\([\w.]*[dD]etector/.test(pageOf(file)))).toEqual([]);
  });
});

describe('What CONTRIBUTING.md says of labelled texts', () => {
  it('holds: the product imports none, and the model learns of none that only measure', () => {
    const product = ['build', 'main', 'renderer', 'server'].flatMap(sourcesIn);
    expect(product.filter((file) => pageOf(file).includes('eval/probe'))).toEqual([]);
    const training = sourcesIn('models/training').map(pageOf).join('\n');
    expect(training).toContain('const lastPair = 17;');
    expect(training).not.toMatch(/probe_(?:held|names|calls_held)/);
  });
});
