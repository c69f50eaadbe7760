import { allMatches } from '../../domain/all-matches.ts';
import type { Match } from './recognizer.ts';

/** A row of a recognizer's table: what to look for, and how surely it is a value of the kind. */
export interface Pattern {
  readonly name: string;
  /** Global. The group `value`, where it has one (then with flag `d`), is the value. */
  readonly regex: RegExp;
  /** 0 to 1. */
  readonly score: number;
  /** Words that raise the score wherever they stand in the text; with score 0 the row counts by them alone. */
  readonly context?: { readonly words: RegExp; readonly score: number };
  /** The veto: a check digit, or a look at the value's form. Gets the value as it is written. */
  readonly accepts?: (value: string, groups: Groups) => boolean;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Every match of a table in a text, row by row. */
export function matchesOf(text: string, patterns: readonly Pattern[]): Match[] {
  const found: Match[] = [];
  for (const pattern of patterns) addMatches(text, pattern, found);
  return found;
}

function addMatches(
  text: string,
  { name, regex, score, context, accepts }: Pattern,
  found: Match[],
): void {
  const own = context?.words.test(text) === true ? context.score : score;
  if (own === 0) return;
  for (const { index, 0: all, indices, groups = {} } of allMatches(text, regex)) {
    const [start, end] = indices?.groups?.['value'] ?? [index, index + all.length];
    const isValue = accepts?.(text.slice(start, end), groups) ?? true;
    if (isValue) found.push({ start, end, score: own, rule: name });
  }
}

/** What a sticky pattern matches at `at`; null when nothing. */
export function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where the match of a sticky pattern at `at` ends; `at` when there is none. */
export function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
