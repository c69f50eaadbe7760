import { readTokenAt } from './reading.ts';
import type { ScopedToken, TokenScope } from './token-scope.ts';
import { tokenShape } from './token-shape.ts';

/** What stands at a place where a reply says `TOK1.`; `length` counts the characters it covers. */
export type TokenMatch =
  | { readonly is: 'token'; readonly length: number; readonly entry: ScopedToken }
  /** A token that is not in scope, or one that breaks off; `characters` are its own. */
  | {
      readonly is: 'foreign';
      readonly length: number;
      readonly kind: string;
      readonly characters: string;
    }
  /** No token: its shape breaks off after `length` characters. */
  | { readonly is: 'text'; readonly length: number }
  /** Undecided until more text comes. */
  | { readonly is: 'open' };

/**
 * Judges the candidate at `at`. The longest token in scope that the text continues with wins, so that
 * a value glued to the next word still restores; otherwise a token shape is a foreign token, also one
 * that breaks off (spec, rule 11). `final`: no more text will come.
 */
export function matchTokenAt(text: string, at: number, scope: TokenScope, final: boolean): TokenMatch {
  const { characters, written, open, lengthOf, lengthOfToken } = readTokenAt(text, at);
  const mayGrow = !final && open;
  const entry = scope.longestIn(characters);
  const shape = tokenShape(written);
  if (mayGrow && ((entry === undefined && shape.open) || scope.hasTokenStartingWith(characters))) {
    return { is: 'open' };
  }
  if (entry !== undefined) return { is: 'token', length: lengthOfToken(entry.token.length), entry };
  const length = lengthOf(shape.length);
  if (!shape.token) return { is: 'text', length };
  const own = written.slice(0, shape.length).replace(/\s/g, '');
  return { is: 'foreign', length, kind: shape.kind, characters: own };
}
