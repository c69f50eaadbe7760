import { findKnownValues, mergeDetections } from '../detect/index.ts';
import type { Policy } from '../domain/policy.ts';
import { type Finding, findingOf, type Searched } from './detection.ts';
import type { LiveCall } from './live-calls.ts';

/**
 * Consistency within a call (design D5): what was found anywhere in the call is found everywhere in
 * it. Remembers the call's values, and searches a text only for values it has not been searched for.
 */
export function spreadKnownValues(
  call: LiveCall,
  texts: readonly (Searched & { readonly text: string })[],
  policy: Policy,
): readonly (readonly Finding[])[] {
  for (const { findings, text } of texts) {
    for (const finding of findings) remember(call, finding, text, policy);
  }
  return texts.map((searched) => {
    const hits = knownHits(call, searched);
    if (hits.length === 0) return searched.findings;
    const merged = mergeDetections([searched.findings, hits], policy);
    return merged.map((detection) => findingOf(detection, searched.utterance));
  });
}

function remember(
  call: LiveCall,
  { kind, canonical, start, end }: Finding,
  text: string,
  policy: Policy,
): void {
  const key = `${kind}\0${canonical}`;
  const masks = policy.entities.get(kind)?.action !== 'passthrough';
  if (!masks || call.knownKeys.has(key)) return;
  call.knownKeys.add(key);
  call.known.push({ kind, canonical, surface: text.slice(start, end) });
}

function knownHits(call: LiveCall, { key, utterance }: Searched): readonly Finding[] {
  const before = call.spread.get(key) ?? { upTo: 0, findings: [] };
  if (before.upTo === call.known.length) return before.findings;
  const fresh = findKnownValues(utterance, call.known.slice(before.upTo));
  const findings = [...before.findings, ...fresh.map((hit) => findingOf(hit, utterance))];
  call.spread.set(key, { upTo: call.known.length, findings });
  return findings;
}
