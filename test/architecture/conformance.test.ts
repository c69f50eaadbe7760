import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ruleBook } from '../spec/rule-book/index.ts';
import { conformancePage, testsByRule } from '../support/conformance.ts';

describe('test/spec/rule-book/', () => {
  it('gives each rule its own id', () => {
    const ids = ruleBook.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('has a test for each rule that a test can hold', () => {
    const tests = testsByRule();
    const missing = ruleBook.filter(({ id, untested }) => untested === undefined && !tests.has(id));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('has no test for an unknown rule', () => {
    const ids = new Set(ruleBook.map(({ id }) => id));
    expect([...testsByRule().keys()].filter((id) => !ids.has(id))).toEqual([]);
  });

  it('makes the page docs/conformance.md', () => {
    const page = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
    expect(page).toBe(conformancePage());
  });
});
