import { allMatches } from '../domain/all-matches.ts';
import {
  canonicalValue,
  type Finding,
  type Span,
  type Utterance,
  wordSpan,
} from '../domain/detection.ts';
import type { Policy } from '../domain/policy.ts';
import { findTokenStart, type Token, tokenSpans } from '../domain/token.ts';
import { wholeTokensIn } from '../rehydrate/index.ts';
import { findingOf } from './detection-passes.ts';

/** True for a token that may stay in a request: this service minted it. */
export type IsOwnToken = (token: Token) => boolean;

/**
 * Cuts our own tokens out of findings: a token holds no value, and a masked token could not be restored
 * (design D16, `SVC_REHYDRATION_SCOPE=agent`). Text that merely looks like a token stays text, because a value could
 * hide in it.
 */
export function excludeOwnTokens(
  findings: readonly Finding[],
  { utterance }: { readonly utterance: Utterance },
  isOwn: IsOwnToken,
): readonly Finding[] {
  if (findings.length === 0) return findings;
  const tokens = tokenSpans(utterance.text, isOwn);
  return tokens.reduce<readonly Finding[]>(
    (rest, token) => rest.flatMap((finding) => subtractSpan(finding, token, utterance)),
    findings,
  );
}

/** Finds text that looks like our token and is none. */
const foreignToken = { source: 'structure', id: 'token', strength: 'certain' } as const;

/** Whether a finding looks like our token and is none. */
export const isForeignToken = ({ source, id }: Finding): boolean =>
  source === foreignToken.source && id === foreignToken.id;

/**
 * Adds a finding for each token that is not our own: no reply may restore it, and its digits may be a
 * value's. Where a reply restores only tokens of its call, no token in a request is our own: only this service
 * writes tokens, so one that a request brings was copied (decision 0145). A token without a payload and with
 * fewer than five digits is prose about tokens, and stays.
 */
export function addForeignTokens(
  findings: readonly Finding[],
  { utterance }: { readonly utterance: Utterance },
  isOwn: IsOwnToken,
  policy: Policy,
): readonly Finding[] {
  const { text } = utterance;
  const foreign = foreignTokens(text, isOwn).flatMap(({ kind, start, end }) => {
    const known = maskedKindFor(policy, kind);
    if (known === undefined) return [];
    const canonical = canonicalValue(known, text.slice(start, end));
    return [{ kind: known, start, end, score: 1, ...foreignToken, canonical }];
  });
  if (foreign.length === 0) return findings;
  const rest = foreign.reduce<readonly Finding[]>(
    (left, { start, end }) => left.flatMap((one) => subtractSpan(one, [start, end], utterance)),
    findings,
  );
  return [...rest, ...foreign].sort((a, b) => a.start - b.start);
}

interface ForeignToken {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

const shaped = /T[O0]K[1IL]\.([\w-]{2,32})\.(?:[\w.-]*\w)?/gi;
const telling = /(?:\d\D*){5}|\.[0-9A-TV-Z]{20,}$/i;

function foreignTokens(text: string, isOwn: IsOwnToken): readonly ForeignToken[] {
  const allShapes = foreignShapes(text, isOwn);
  if (findTokenStart(text, 0)?.complete !== true) return allShapes;
  const readable = wholeTokensIn(text).filter(({ token }) => token === undefined || !isOwn(token));
  const shapes = allShapes.filter(
    (shape) => !readable.some(({ span: [start, end] }) => shape.start < end && shape.end > start),
  );
  return [
    ...shapes,
    ...readable.map(({ kind, span: [start, end] }) => ({ kind, start, end })),
  ].sort((a, b) => a.start - b.start);
}

/** What has the form of a token and may hold a value. */
function foreignShapes(text: string, isOwn: IsOwnToken): readonly ForeignToken[] {
  if (text.search(shaped) < 0) return [];
  const borders = [...tokenSpans(text, isOwn), [text.length, text.length] as const];
  let from = 0;
  return borders.flatMap(([start, end]) => {
    const between = text.slice(from, start);
    const offset = from;
    from = end;
    return allMatches(between, shaped)
      .map(({ index, 0: token, 1: kind = '' }) => ({
        kind: kind.toUpperCase(),
        start: offset + index,
        end: offset + index + token.length,
        isTelling: telling.test(token.slice('TOK1.'.length)),
      }))
      .filter(({ isTelling }) => isTelling);
  });
}

/** The kind if the policy masks it, else the first kind that the policy masks. */
function maskedKindFor({ entities }: Policy, kind: string): string | undefined {
  const masked = [...entities].filter(([, rule]) => rule.enabled && rule.action !== 'passthrough');
  const named = masked.find(([name]) => name === kind) ?? (entities.has(kind) ? [] : masked[0]);
  return named?.[0];
}

/** The parts of the finding outside of the span that hold a letter or digit. */
export function subtractSpan(
  finding: Finding,
  [start, end]: Span,
  utterance: Utterance,
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
