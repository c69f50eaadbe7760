import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { subjectProblems } from '../../support/commit-subject.ts';

const longest = `detect: ${'a'.repeat(64)}`;

describe('The subject of a commit', () => {
  it.each([
    ['names one room', 'detect: read ZIP codes digit by digit'],
    ['may have a scope with a hyphen', 'live-view: show the end of a call'],
    ['may have 72 characters', longest],
    ['is counted in characters, not in bytes', `${longest.slice(0, -1)}ñ`],
    ['may have a body of any length', `docs: say what holds\n\n${'figures; '.repeat(50)}`],
    ['is read without the comments of git', '# On branch main\n\ndocs: say what holds\n# Changes'],
    ['of a merge is git’s own', "Merge branch 'docs'; and more"],
    ['of a revert is git’s own', 'Revert "docs, test: two scopes"'],
  ])('%s', (_, message) => {
    expect(subjectProblems(message)).toEqual([]);
  });

  it.each([
    ['without a scope', 'read ZIP codes digit by digit', 'one scope'],
    ['with two scopes', 'http, portal: name what is heard', 'one scope'],
    ['with a scope in capitals', 'Docs: say what holds', 'one scope'],
    ['without a blank after the colon', 'docs:say what holds', 'one scope'],
    ['with nothing after the colon', 'docs: ', 'one scope'],
    ['that is empty', '', 'one scope'],
    ['of 73 characters', `${longest}a`, '72 characters, not 73'],
    ['that goes on in the next line', `${longest}\nand on`, '72 characters, not 79'],
    ['that chains what was done', 'lint: ban spreads; limit complexity', 'no semicolon'],
    ['that ends with a full stop', 'docs: say what holds.', 'no full stop'],
  ])('%s is refused', (_, message, problem) => {
    expect(subjectProblems(message).join()).toContain(problem);
  });
});

describe('The hook commit-msg', () => {
  it('refuses a commit with such a subject, and takes the others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-hook-'));
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
    try {
      execFileSync('git', ['init', '--quiet', folder]);
      const hook = `#!/bin/sh\ncd '${process.cwd()}' && exec .githooks/commit-msg "$OLDPWD/$1"\n`;
      execFileSync('sh', ['-c', 'cat > .git/hooks/commit-msg && chmod +x .git/hooks/commit-msg'], {
        cwd: folder,
        input: hook,
      });
      const commit = (subject: string) => git('commit', '--allow-empty', '-m', subject);
      const refused = commit('docs, test: two scopes');
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('one scope')]);
      expect(commit('docs: one scope').status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
