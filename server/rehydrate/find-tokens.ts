import type { Span } from '../domain/detection.ts';
import { tokenCuts } from '../domain/token.ts';
import { nextCandidate } from './text-restorer.ts';
import { readTokenAt } from './token-match.ts';
import { TokenScope } from './token-scope.ts';

const noScope = new TokenScope();

/**
 * Where tokens stand in a reply as it came: whole ones, those that a model typed anew, and those that
 * break off (decision 0040). They are read by their shape alone, whatever is in scope.
 */
export function tokensIn(
  text: string,
): readonly { readonly kind: string; readonly public: Span }[] {
  const tokens: { readonly kind: string; readonly public: Span }[] = [];
  let next = nextCandidate(text, 0, noScope, true);
  while (next !== undefined) {
    const { at, verdict } = next;
    if (verdict.is !== 'foreign') break;
    const [own = verdict.characters] = tokenCuts(verdict.characters);
    const length = Math.min(readTokenAt(text, at).lengthOfToken(own.length), verdict.length);
    tokens.push({ kind: verdict.kind, public: [at, at + length] });
    next = nextCandidate(text, at + verdict.length, noScope, true);
  }
  return tokens;
}
