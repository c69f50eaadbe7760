import type { Span } from '../domain/detection.ts';
import { type Token, tokenSpans } from '../domain/token.ts';
import type { Searched } from './detection.ts';
import { type Finding, findingOf } from './passes.ts';
import { wordSpan } from './word-span.ts';

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
  const tokens = tokenSpans(utterance.text, isOwn);
  return tokens.reduce<readonly Finding[]>(
    (rest, token) => rest.flatMap((finding) => without(finding, token, utterance)),
    findings,
  );
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
    const span = wordSpan(utterance.text, from, to);
    if (span === undefined) return [];
    return [findingOf({ ...finding, start: span[0], end: span[1] }, utterance)];
  });
}
