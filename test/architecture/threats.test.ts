import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/threat-model.md', 'utf8');
const [, table = ''] = /\n## Threats\n([\s\S]*?)\n## /.exec(page) ?? [];
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('Every row of docs/threat-model.md', () => {
  it('names a control and a test', () => {
    expect(rows.length).toBeGreaterThan(50);
    const unfinished = rows.filter(
      ([, threat = '', control = '', test = '']) =>
        threat === '' || control === '' || !test.includes('`') || /not yet|todo/i.test(test),
    );
    expect(unfinished).toEqual([]);
  });

  it('names tests that exist', () => {
    const named = rows.flatMap(([, , , test = '']) => [...test.matchAll(/`(test\/[^`]+)`/g)]);
    expect(named.length).toBeGreaterThan(rows.length);
    const missing = named
      .map(([, path = '']) => path)
      .filter(
        (path) => !existsSync(path) || !(path.endsWith('.test.ts') || statSync(path).isDirectory()),
      );
    expect(missing).toEqual([]);
  });
});
