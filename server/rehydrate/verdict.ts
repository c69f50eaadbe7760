import { readTokenShape, tokenCharactersAt } from '../domain/token.ts';
import type { ScopedToken, TokenScope } from './token-scope.ts';

/** What stands at a place where a reply says `TOK1.`; `length` counts the characters it covers. */
export type Verdict =
  | { readonly is: 'token'; readonly length: number; readonly entry: ScopedToken }
  | { readonly is: 'foreign'; readonly length: number; readonly kind: string }
  /** No token: its shape breaks off after `length` characters. */
  | { readonly is: 'text'; readonly length: number }
  /** Undecided until more text comes. */
  | { readonly is: 'open' };

/**
 * Judges the candidate at `at`. The longest token in scope that the text continues with wins, so that
 * a value glued to the next word still restores; otherwise a whole token shape is a foreign token.
 * `final`: no more text will come.
 */
export function judge(text: string, at: number, scope: TokenScope, final: boolean): Verdict {
  const characters = tokenCharactersAt(text, at);
  const mayGrow = !final && at + characters.length === text.length;
  if (mayGrow && scope.beginningWith(characters).length > 0) return { is: 'open' };
  const entry = scope.longestIn(characters);
  if (entry !== undefined) return { is: 'token', length: entry.token.length, entry };
  const { length, kind, complete, open } = readTokenShape(characters);
  if (mayGrow && open) return { is: 'open' };
  return complete ? { is: 'foreign', length, kind } : { is: 'text', length };
}
