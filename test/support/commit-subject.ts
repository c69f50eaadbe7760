import { readFileSync } from 'node:fs';

const mostCharacters = 72;

/** Subjects that git writes itself. */
const byGit = /^(?:Merge|Revert|Reapply|fixup!|squash!|amend!) /;

/** The subject of a message as git reads it: its first paragraph, on one line, without comments. */
function subjectOf(message: string): string {
  const lines = message.split(/\r?\n/).filter((line) => !line.startsWith('#'));
  const [paragraph = ''] = lines
    .join('\n')
    .trim()
    .split(/\n\s*\n/);
  return paragraph.replace(/\s*\n\s*/g, ' ');
}

/** What a commit message breaks of the rules of CONTRIBUTING.md for its subject; empty where it keeps them. */
export function subjectProblems(message: string): readonly string[] {
  const subject = subjectOf(message);
  if (byGit.test(subject)) return [];
  const problems: string[] = [];
  const length = [...subject].length;
  if (!/^[a-z][a-z0-9-]*: \S/.test(subject))
    problems.push('it begins with one scope, a colon and a blank, such as "detect: "');
  if (length > mostCharacters)
    problems.push(`it has at most ${mostCharacters} characters, not ${length}`);
  if (subject.includes(';')) problems.push('it says one thing, so it has no semicolon');
  if (subject.endsWith('.')) problems.push('no full stop ends it');
  return problems;
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('name the file of the commit message');
  const problems = subjectProblems(readFileSync(file, 'utf8'));
  for (const problem of problems) process.stderr.write(`The subject of a commit: ${problem}.\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
