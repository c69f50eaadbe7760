import type { Span } from '../domain/detection.ts';
import {
  findTokenStart,
  parseToken,
  readTokenShape,
  type Token,
  tokenCharactersAt,
  tokenCuts,
} from '../domain/token.ts';
import { type Finding, findingOf, type Searched } from './detection.ts';

/** True of a token that this service minted. */
export type IsOwnToken = (token: Token) => boolean;

/**
 * Findings without what they cover of our own tokens: a token stands for a value and holds none, and
 * masked once more it could not be told from a reply's own words (design D16). What is merely shaped
 * like a token is text, or a value could hide in it.
 */
export function sparingTokens(
  findings: readonly Finding[],
  { utterance }: Pick<Searched, 'utterance'>,
  isOwn: IsOwnToken,
): readonly Finding[] {
  if (findings.length === 0) return findings;
  const tokens = ownTokenSpans(utterance.text, isOwn);
  return tokens.reduce<readonly Finding[]>(
    (rest, token) => rest.flatMap((finding) => without(finding, token, utterance)),
    findings,
  );
}

function ownTokenSpans(text: string, isOwn: IsOwnToken): readonly Span[] {
  const spans: Span[] = [];
  let start = findTokenStart(text, 0);
  while (start !== undefined) {
    const { at } = start;
    const characters = tokenCharactersAt(text, at);
    const shape = characters.slice(0, readTokenShape(characters).length);
    const own = tokenCuts(shape).find((cut) => {
      const token = parseToken(cut);
      return token !== undefined && isOwn(token);
    });
    if (own !== undefined) spans.push([at, at + own.length]);
    start = findTokenStart(text, at + (own?.length ?? 1));
  }
  return spans;
}

/** The finding, or what of it lies beside the span and holds a letter or digit. */
function without(
  finding: Finding,
  [start, end]: Span,
  utterance: Searched['utterance'],
): readonly Finding[] {
  if (finding.end <= start || finding.start >= end) return [finding];
  const sides: readonly Span[] = [
    [finding.start, start],
    [end, finding.end],
  ];
  return sides.flatMap(([from, to]) => {
    const words = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(utterance.text.slice(from, to));
    if (words === null) return [];
    const piece = { start: from + words.index, end: from + words.index + words[0].length };
    return [findingOf({ ...finding, ...piece }, utterance)];
  });
}
