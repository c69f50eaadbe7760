import type { Diagnosis } from './provider.ts';

/** What a tool writes when something is wrong, and what to tell a person then. */
export type DiagnosisTable = readonly (Diagnosis & { readonly pattern: RegExp })[];

/** What of a table a line speaks of. A `$1` in the words is what the pattern captured. */
export function diagnose(line: string, table: DiagnosisTable): Diagnosis | null {
  for (const { pattern, words, final } of table) {
    const found = pattern.exec(line);
    if (found !== null) return { words: words.replaceAll('$1', found[1] ?? ''), final };
  }
  return null;
}
