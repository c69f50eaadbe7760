import {
  findKnownValues,
  mergeDetections,
  type SoughtValues,
  soughtValues,
} from '../detect/index.ts';
import { canonicalValue } from '../domain/canonical.ts';
import type { Detection, KnownValue } from '../domain/detection.ts';
import type { Policy } from '../domain/policy.ts';
import type { Searched } from './detection.ts';
import type { LiveCall, SpreadHits } from './live-calls.ts';
import { countUpTo, type Finding, findingOf } from './passes.ts';

/** What a call knows of its values. */
type KnownValues = Pick<LiveCall, 'known' | 'knownKeys' | 'spread'>;

/**
 * Consistency within a call (design D5): what was found anywhere in the call is found everywhere in
 * it. Remembers the call's values, and searches a text only for values it has not been searched for.
 */
export function spreadKnownValues(
  call: KnownValues,
  texts: readonly (Searched & { readonly text: string })[],
  policy: Policy,
): readonly (readonly Finding[])[] {
  for (const { findings, text } of texts) {
    for (const finding of findings) remember(call, finding, text, policy);
  }
  const seek = sinceThen(call);
  const hits = texts.map((searched) => knownHits(call, searched, seek));
  // What a later request no longer holds need not be remembered.
  call.spread = new Map(texts.map(({ key }, index) => [key, hits[index] as SpreadHits]));
  return texts.map(({ findings, utterance, text }, index) => {
    const spread = hits[index]?.findings ?? [];
    if (spread.length === 0) return findings;
    const merged = mergeDetections([findings, spread], policy, text);
    return merged.map((hit) => findingOf(hit, utterance));
  });
}

/** A value, and of a name the words that name the same person by themselves. */
function remember(call: KnownValues, finding: Finding, text: string, policy: Policy): void {
  const { kind, canonical, start, end, parts = [] } = finding;
  const masks = policy.entities.get(kind)?.action !== 'passthrough';
  if (!masks || finding.isHalf === true) return;
  rememberValue(call, { kind, canonical, surface: text.slice(start, end) });
  for (const [from, to] of parts) {
    const surface = text.slice(from, to);
    const isInside = from >= start && to <= end;
    if (isInside) rememberValue(call, { kind, canonical: canonicalValue(kind, surface), surface });
  }
}

/** From now on the value is looked for in all texts of the call. */
export function rememberValue(
  call: Pick<LiveCall, 'known' | 'knownKeys'>,
  value: KnownValue,
): void {
  const key = `${value.kind}\0${value.canonical}`;
  if (call.knownKeys.has(key)) return;
  call.knownKeys.add(key);
  call.known.push(value);
}

/** The values that came behind the first so many, made ready once for all texts that lack them. */
function sinceThen({ known }: KnownValues): (upTo: number) => SoughtValues {
  const ready = new Map<number, SoughtValues>();
  return (upTo) => {
    const values = ready.get(upTo) ?? soughtValues(known.slice(upTo));
    ready.set(upTo, values);
    return values;
  };
}

/** Searches a text for the values that it has not been searched for; hits that detection has too say nothing new. */
function knownHits(
  call: KnownValues,
  { key, utterance, findings: detected }: Searched,
  seek: (upTo: number) => SoughtValues,
): SpreadHits {
  const before = call.spread.get(key) ?? { upTo: 0, findings: [] };
  if (before.upTo === call.known.length) return before;
  const starts = Uint32Array.from(detected, ({ start }) => start);
  const fresh = findKnownValues(utterance, seek(before.upTo)).filter(
    (hit) => !covers(detected[countUpTo(starts, hit.start) - 1], hit),
  );
  const findings = [...before.findings, ...fresh.map((hit) => findingOf(hit, utterance))];
  return { upTo: call.known.length, findings };
}

/** A half may be gone with the text behind it; what it covers is looked for all the same. */
function covers(finding: Finding | undefined, hit: Detection): boolean {
  if (finding === undefined || finding.isHalf === true) return false;
  return finding.kind === hit.kind && finding.start <= hit.start && finding.end >= hit.end;
}
