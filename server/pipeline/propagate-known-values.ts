import type { KnownValueHits, LiveCall } from '../calls/live-call.ts';
import { rememberValue } from '../calls/live-call.ts';
import { keyOf, valuesInClear } from '../calls/marked-values.ts';
import {
  type CompiledKnownValues,
  compileKnownValues,
  findKnownValues,
  isAlways,
  mergeDetections,
} from '../detect/index.ts';
import {
  canonicalValue,
  type Detection,
  type Finding,
  type KnownValue,
  type Utterance,
} from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import type { Policy } from '../domain/policy.ts';
import { mapInSlices } from '../domain/time-slices.ts';
import type { KnownInCall, Searched } from './detection.ts';
import { countUpTo, findingOf, valueSpan } from './detection-passes.ts';

/** The values that a call knows. */
type CallValues = Pick<LiveCall, 'known' | 'knownKeys' | 'knownValueHits' | 'notPrivate'>;

/**
 * Consistency within a call (design D5): a value found anywhere in the call is found everywhere in it.
 * Remembers the call's values, and searches a text only for values that are new to it.
 */
export async function propagateKnownValues(
  call: CallValues,
  texts: readonly (Searched & { readonly text: string })[],
  policy: Policy,
): Promise<readonly (readonly Finding[])[]> {
  const notPrivate = new Set(call.notPrivate.map(keyOf));
  await mapInSlices(texts, ({ findings, text }) => {
    if (notPrivate.size === 0 && rememberedBy.get(findings) === call.knownKeys) return;
    for (const finding of findings)
      if (!notPrivate.has(keyOf(finding))) rememberFinding(call, finding, text, policy);
    if (notPrivate.size === 0) rememberedBy.set(findings, call.knownKeys);
  });
  // Another request of the call may add values meanwhile.
  const seek = compileFrom(call.known);
  const none: KnownValueHits = { upTo: call.known.length, findings: [] };
  const { knownValueHits } = call;
  const hits = await mapInSlices(texts, (searched) =>
    searchKnownValues(knownValueHits, none, searched, seek),
  );
  // Forgets texts that this request no longer holds.
  call.knownValueHits = new Map(texts.map(({ key }, index) => [key, itemAt(hits, index)]));
  const leaveInClear = inClearFilter(call, texts);
  return mapInSlices(texts, ({ findings, utterance, text }, index) => {
    const spread = itemAt(hits, index).findings;
    if (spread.length === 0) return leaveInClear(findings, findings, text);
    const merged = mergedFindings(spread, findings, policy, utterance);
    return leaveInClear(merged, findings, text);
  });
}

/** By the findings of a text, which most turns repeat: the values of the call that remembers all of them. */
const rememberedBy = new WeakMap<readonly Finding[], CallValues['knownKeys']>();

/** By the hits of a text: what they gave together with the findings of that text, which most turns repeat. */
const mergedByHits = new WeakMap<
  readonly Finding[],
  Readonly<Record<'findings' | 'merged', readonly Finding[]>> & { readonly policy: Policy }
>();

function mergedFindings(
  hits: readonly Finding[],
  findings: readonly Finding[],
  policy: Policy,
  utterance: Utterance,
): readonly Finding[] {
  const known = mergedByHits.get(hits);
  if (known?.findings === findings && known.policy === policy) return known.merged;
  const all = mergeDetections([findings, hits], policy, utterance.text);
  const merged = all.map((hit) => findingOf(hit, utterance));
  mergedByHits.set(hits, { findings, merged, policy });
  return merged;
}

/**
 * Drops findings of values that people marked as not private (decision 0084). One that touches another
 * finding, or one of the text's `own` halves, stays: it may be a piece of a longer value. So does a word that
 * the policy always masks. A word of such a value stays where detection found the word by itself, and is
 * then searched for as before.
 */
function inClearFilter(
  call: CallValues,
  texts: readonly Searched[],
): (findings: readonly Finding[], own: readonly Finding[], text: string) => readonly Finding[] {
  const inClear = valuesInClear(call);
  if (inClear === undefined) return (findings) => findings;
  const detected = new Set(texts.flatMap(({ findings }) => findings.map(keyOf)));
  const isMarked = (finding: Finding): boolean => {
    const key = keyOf(finding);
    const isWord = finding.source === 'known' && !detected.has(key);
    return inClear.whole.has(key) || (isWord && inClear.words.has(key));
  };
  const isFirm = (finding: Finding) => finding.isHalf === true || isAlways(finding);
  return (findings, own, text) => {
    const firm = [...own.filter(isFirm), ...findings.filter((finding) => !isMarked(finding))];
    return findings.filter(
      (finding) => !isMarked(finding) || firm.some((other) => touches(text, finding, other)),
    );
  };
}

/** Whether no letter or digit stands between two findings. */
function touches(text: string, one: Finding, other: Finding): boolean {
  const [from, to] = [Math.min(one.end, other.end), Math.max(one.start, other.start)];
  return to - from < 8 && !/[\p{L}\p{N}]/u.test(text.slice(from, to));
}

/** Remembers a value, and those words of a name that name the person alone. */
function rememberFinding(call: CallValues, finding: Finding, text: string, policy: Policy): void {
  const { kind, canonical, start, end, parts = [] } = finding;
  const masks = policy.entities.get(kind)?.action !== 'passthrough';
  if (!masks || finding.isHalf === true) return;
  rememberValue(call, { kind, canonical, surface: text.slice(...valueSpan(finding)) });
  if (kind === 'EMAIL') rememberMailbox(call, canonical, text.slice(...valueSpan(finding)));
  for (const [from, to] of parts) {
    const surface = text.slice(from, to);
    const isInside = from >= start && to <= end;
    if (isInside) rememberValue(call, { kind, canonical: canonicalValue(kind, surface), surface });
  }
}

const mailbox = /^(?<local>.{6,64}?)(?:@|\s(?:at|arroba)\s)/iu;
/**
 * Remembers what stands before the sign of an e-mail address: speakers go on to talk about it alone. Without a digit it is
 * a name or a word, which may stand for itself.
 */
function rememberMailbox(call: CallValues, canonical: string, said: string): void {
  const surface = mailbox.exec(said)?.groups?.['local'] ?? '';
  const local = canonical.split('@')[0] ?? '';
  if (surface === '' || !/\d/.test(local)) return;
  rememberValue(call, { kind: 'EMAIL', canonical: local, surface });
}

/** The values that a call knows now, to be found in its texts. */
export function knownInCall({
  known,
  sessionId,
}: Pick<LiveCall, 'known' | 'sessionId'>): KnownInCall {
  const seek = compileFrom(known);
  return { call: sessionId, valuesIn: (utterance) => findKnownValues(utterance, seek(0)) };
}

/** All values of a call as they were compiled last: the next request begins with the same. */
const compiledValues = new WeakMap<
  readonly KnownValue[],
  { readonly count: number; readonly values: CompiledKnownValues }
>();

/** Compiles the values that a call knows now from index `upTo` on, once for all texts that lack them. */
function compileFrom(known: readonly KnownValue[]): (upTo: number) => CompiledKnownValues {
  const count = known.length;
  const ready = new Map<number, CompiledKnownValues>();
  const all = compiledValues.get(known);
  if (all?.count === count) ready.set(0, all.values);
  return (upTo) => {
    const values = ready.get(upTo) ?? compileKnownValues(known.slice(upTo, count));
    ready.set(upTo, values);
    if (upTo === 0) compiledValues.set(known, { count, values });
    return values;
  };
}

/**
 * Searches a text for values that are new to it, and drops hits that detection has too. Texts without a
 * hit share `none`.
 */
function searchKnownValues(
  spread: CallValues['knownValueHits'],
  none: KnownValueHits,
  { key, utterance, findings: detected }: Searched,
  seek: (upTo: number) => CompiledKnownValues,
): KnownValueHits {
  const before = spread.get(key) ?? { upTo: 0, findings: [] };
  if (before.upTo >= none.upTo) return before;
  const found = findKnownValues(utterance, seek(before.upTo));
  const fresh = found.length === 0 ? found : found.filter(isUncovered(detected));
  if (fresh.length === 0 && before.findings.length > 0)
    return { upTo: none.upTo, findings: before.findings };
  const findings = [...before.findings, ...fresh.map((hit) => findingOf(hit, utterance))];
  return findings.length === 0 ? none : { upTo: none.upTo, findings };
}

/** Whether a hit is no part of a finding of the same kind; `detected` are those of its text, in order. */
function isUncovered(detected: readonly Finding[]): (hit: Detection) => boolean {
  const starts = Uint32Array.from(detected, ({ start }) => start);
  return (hit) => !covers(detected[countUpTo(starts, hit.start) - 1], hit);
}

/** A half does not count: it disappears when the next text changes. */
function covers(finding: Finding | undefined, hit: Detection): boolean {
  if (finding === undefined || finding.isHalf === true) return false;
  return finding.kind === hit.kind && finding.start <= hit.start && finding.end >= hit.end;
}
