import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ruleBook } from '../spec/rule-book/index.ts';
import { conformancePage, testsByRule } from '../support/conformance.ts';

describe('the rule book', () => {
  it('has a name of its own for each rule', () => {
    const ids = ruleBook.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('is held by a test, sentence by sentence, wherever a test can hold it', () => {
    const tests = testsByRule();
    const missing = ruleBook.filter(({ id, untested }) => untested === undefined && !tests.has(id));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('has no test for a rule that it does not have', () => {
    const ids = new Set(ruleBook.map(({ id }) => id));
    expect([...testsByRule().keys()].filter((id) => !ids.has(id))).toEqual([]);
  });

  it('is what docs/conformance.md shows', () => {
    const page = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
    expect(page).toBe(conformancePage());
  });
});
