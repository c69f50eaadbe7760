import { describe, expect, it } from 'vitest';
import { readYaml } from '../../../server/policy/index.ts';

/** The first problem, as `line:column message`. */
function problemOf(text: string): string {
  const read = readYaml(text);
  if (read.ok) return 'none';
  const [{ line, column, message } = { line: 0, column: 0, message: '' }] = read.problems;
  return `${line}:${column} ${message}`;
}

describe('A text that is not YAML is explained in our own words, with its place', () => {
  it.each([
    ['a: 1\na: 2\n', '2:1 this key is there twice'],
    ['a:\n\t- b\n', 'a tab'],
    ['a: "b\n', 'missing here'],
    ['a: "b\\q"\n', 'backslash'],
    ['a: b: c\n', 'a colon is where none can be'],
    ['a: 1\n---\nb: 2\n', 'only one document'],
    ['a: @b\n', 'needs quotes'],
    ['a:\n  - b\n c: 1\n', 'must start in the same column'],
  ])('%j: %s', (text, said) => {
    expect(problemOf(text)).toContain(said);
  });

  it('no problem repeats the text', () => {
    for (const text of ['a: !odalys 1', 'a: [odalys', '"odalys\\q": 1', 'odalys: odalys: 1']) {
      expect(problemOf(text)).not.toContain('odalys');
    }
  });
});
