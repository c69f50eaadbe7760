import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import desktop from '../desktop/vitest.config.ts';
import pack from '../pack/vitest.config.ts';
import python from '../python/vitest.config.ts';
import { testsByRule } from '../support/conformance.ts';
import { testFiles } from '../support/tests-of.ts';
import { tiers } from '../support/tiers.ts';

const filesOf = (include: readonly string[], exclude: readonly string[] = []): readonly string[] =>
  globSync(include, { exclude }).map((path) => path.replaceAll('\\', '/'));
const fast = new Set(filesOf(tiers.fast.include, tiers.fast.exclude));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('The tiers of tests', () => {
  it('each test file is run by one command', () => {
    const runs = [
      [...fast],
      filesOf(tiers.rest.include, tiers.rest.exclude),
      ...[desktop, python, pack].map(({ test }) => filesOf(test?.include ?? [])),
    ];
    expect(runs.map(({ length }) => length)).not.toContain(0);
    const times = (file: string) => runs.filter((files) => files.includes(file)).length;
    expect(testFiles().filter((file) => times(file) !== 1)).toEqual([]);
  });

  it('npm run check runs the fast tier, check:all all of it and the rest, and so does CI', () => {
    expect(scripts.check).toMatch(/ && vitest run --project fast$/);
    expect(scripts['check:all']).toBe('npm run check -- --mode thorough && npm run check:rest');
    for (const part of ['--project rest', 'test:desktop', 'test:python'])
      expect(scripts['check:rest']).toContain(part);
    expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm ci$[\s\S]*^npm run check:all$/m);
  });

  it('each rule of the interface that a test holds has one in the fast tier', () => {
    const rules = [...testsByRule()];
    expect(rules.length).toBeGreaterThan(100);
    const slow = rules.filter(([, files]) => !files.some((file) => fast.has(`test/spec/${file}`)));
    expect(slow.map(([id]) => id)).toEqual([]);
  });
});
