import type { KnownValueHits, LiveCall } from '../calls/live-call.ts';
import { rememberValue } from '../calls/live-call.ts';
import {
  type CompiledKnownValues,
  compileKnownValues,
  findKnownValues,
  mergeDetections,
} from '../detect/index.ts';
import {
  canonicalValue,
  type Detection,
  type Finding,
  type KnownValue,
} from '../domain/detection.ts';
import type { Policy } from '../domain/policy.ts';
import { mapInSlices } from '../domain/time-slices.ts';
import type { Searched } from './detection.ts';
import { countUpTo, findingOf } from './detection-passes.ts';

/** What a call knows of its values. */
type CallValues = Pick<LiveCall, 'known' | 'knownKeys' | 'knownValueHits'>;

/**
 * Consistency within a call (design D5): what was found anywhere in the call is found everywhere in
 * it. Remembers the call's values, and searches a text only for values it has not been searched for.
 */
export async function propagateKnownValues(
  call: CallValues,
  texts: readonly (Searched & { readonly text: string })[],
  policy: Policy,
): Promise<readonly (readonly Finding[])[]> {
  await mapInSlices(texts, ({ findings, text }) => {
    for (const finding of findings) rememberFinding(call, finding, text, policy);
  });
  // Another request of the call may find more values while this one goes on.
  const known = call.known.slice();
  const seek = compileFrom(known);
  const none: KnownValueHits = { upTo: known.length, findings: [] };
  const { knownValueHits } = call;
  const hits = await mapInSlices(texts, (searched) =>
    searchKnownValues(knownValueHits, none, searched, seek),
  );
  // What a later request no longer holds need not be remembered.
  call.knownValueHits = new Map(
    texts.map(({ key }, index) => [key, hits[index] as KnownValueHits]),
  );
  return mapInSlices(texts, ({ findings, utterance, text }, index) => {
    const spread = hits[index]?.findings ?? [];
    if (spread.length === 0) return findings;
    const merged = mergeDetections([findings, spread], policy, text);
    return merged.map((hit) => findingOf(hit, utterance));
  });
}

/** A value, and of a name the words that name the same person by themselves. */
function rememberFinding(call: CallValues, finding: Finding, text: string, policy: Policy): void {
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

/** The values that came behind the first so many, made ready once for all texts that lack them. */
function compileFrom(known: readonly KnownValue[]): (upTo: number) => CompiledKnownValues {
  const ready = new Map<number, CompiledKnownValues>();
  return (upTo) => {
    const values = ready.get(upTo) ?? compileKnownValues(known.slice(upTo));
    ready.set(upTo, values);
    return values;
  };
}

/**
 * Searches a text for the values that it has not been searched for; hits that detection has too say
 * nothing new. Texts without a hit share `none`.
 */
function searchKnownValues(
  spread: CallValues['knownValueHits'],
  none: KnownValueHits,
  { key, utterance, findings: detected }: Searched,
  seek: (upTo: number) => CompiledKnownValues,
): KnownValueHits {
  const before = spread.get(key) ?? { upTo: 0, findings: [] };
  if (before.upTo >= none.upTo) return before;
  const starts = Uint32Array.from(detected, ({ start }) => start);
  const fresh = findKnownValues(utterance, seek(before.upTo)).filter(
    (hit) => !covers(detected[countUpTo(starts, hit.start) - 1], hit),
  );
  const findings = [...before.findings, ...fresh.map((hit) => findingOf(hit, utterance))];
  return findings.length === 0 ? none : { upTo: none.upTo, findings };
}

/** A half may be gone with the text behind it; what it covers is looked for all the same. */
function covers(finding: Finding | undefined, hit: Detection): boolean {
  if (finding === undefined || finding.isHalf === true) return false;
  return finding.kind === hit.kind && finding.start <= hit.start && finding.end >= hit.end;
}
