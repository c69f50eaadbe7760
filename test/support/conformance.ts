import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ruleBook } from '../spec/rule-book/index.ts';
import type { Rule } from '../spec/rule-book/rule.ts';

const specDir = join(import.meta.dirname, '..', 'spec');

/** Test files below `test/spec/` by the id of the rule that a test of theirs is titled with. */
export function testsByRule(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const files = readdirSync(specDir, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.test.ts')).sort()) {
    const ids = [...readFileSync(join(specDir, file), 'utf8').matchAll(/\brule\('([^']+)'\)/g)];
    for (const id of new Set(ids.map(([, id = '']) => id))) {
      found.set(id, [...(found.get(id) ?? []), file]);
    }
  }
  return found;
}

/** docs/conformance.md: each rule, where it is tested, and what was settled. */
export function conformancePage(): string {
  const tests = testsByRule();
  const open = ruleBook.filter(({ settled }) => settled !== undefined);
  return `${[
    '# Conformance',
    '',
    'Each rule of the [interface](interface.md), in its order, with the tests that hold it.',
    '`node test/support/regenerate-conformance.ts` makes this page from `test/spec/`. A test fails when a rule has no',
    'test or this page is out of date.',
    '',
    '## Rules',
    '',
    '| Rule | Says | Held by |',
    '| --- | --- | --- |',
    ...ruleBook.map((rule) => `| ${rule.id} | ${rule.says} | ${heldBy(rule, tests)} |`),
    '',
    '## What the interface leaves open, and what we decided',
    '',
    '| Rule | Question | Decision |',
    '| --- | --- | --- |',
    ...open.map(({ id, says, settled }) => `| ${id} | ${says} | ${settled} |`),
  ].join('\n')}\n`;
}

function heldBy({ id, untested }: Rule, tests: ReadonlyMap<string, readonly string[]>): string {
  if (untested !== undefined) return `no test: ${untested}`;
  return (tests.get(id) ?? []).map((file) => `[${file}](../test/spec/${file})`).join(', ');
}
