import type { LiveCall } from '../calls/live-call.ts';
import { type Agent, tokenizationOf } from '../domain/agent.ts';
import type { Finding } from '../domain/detection.ts';
import { type Fault, tooMuchAt } from '../domain/fault.ts';
import { itemAt } from '../domain/item-at.ts';
import { ownCopy } from '../domain/own-copy.ts';
import type { ActivePolicy, Policy } from '../domain/policy.ts';
import { chunksOf, mapInSlices, pacer } from '../domain/time-slices.ts';
import type { OpenRequest } from '../ingress/open-request.ts';
import type { TextSlot } from '../ingress/slots.ts';
import type { Ids } from '../ports/ids.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { Vault } from '../ports/vault.ts';
import type { TokenScope } from '../rehydrate/index.ts';
import type { LoadedRoster } from '../roster/current-roster.ts';
import {
  aeadScheme,
  type Destination,
  maskChat,
  redactedMark,
  type Scheme,
  syntheticScheme,
  vaultScheme,
} from '../tokenize/index.ts';
import {
  isMasked,
  type MaskedRequest,
  type TreatedText,
  type Treatment,
  textKeys,
} from '../tokenize/masked-request.ts';
import type { SearchResult } from './detection.ts';
import { valueSpan } from './detection-passes.ts';
import { withDocumentFields } from './document-findings.ts';
import { policyOfOtherKinds } from './kinds-in-clear.ts';
import {
  addForeignTokens,
  excludeOwnTokens,
  type IsOwnToken,
  isForeignToken,
} from './own-tokens.ts';
import { propagateKnownValues } from './propagate-known-values.ts';
import { messageOf, type RequestLeg, spanKey } from './request-events.ts';
import { joinRestarts } from './restarted-values.ts';
import { withRosterFindings } from './roster-findings.ts';

export interface SchemeDeps {
  readonly vault: Vault;
  readonly keyring: Keyring;
  readonly ids: Ids;
}

export function schemeFor(
  { vault, keyring, ids }: SchemeDeps,
  agent: Agent,
  active: ActivePolicy,
  call: LiveCall,
): Scheme {
  const { kid, epsilon } = active.policy;
  switch (tokenizationOf(agent, active.policy)) {
    case 'vault-deterministic':
      return vaultScheme({ vault, keyring, ids, kid, agentId: agent.id });
    case 'reversible-aead':
      return aeadScheme({ keyring, kid, agentId: agent.id });
    case 'synthetic':
      return syntheticScheme({ keyring, kid, callId: call.sessionId, epsilon });
  }
}

export interface MaskingInput extends Destination {
  readonly call: LiveCall;
  /** The tokens that the reply to this request may restore; gets those of this request. */
  readonly scope: TokenScope;
  readonly active: ActivePolicy;
  readonly open: OpenRequest;
  readonly search: SearchResult & Pick<RequestLeg, 'sayingFrom'>;
  /** The people whom the clinic knows, if it knows any. */
  readonly roster?: LoadedRoster | undefined;
  /** See `callerNumberOf`. */
  readonly callerNumber?: string;
  readonly scheme: Scheme;
  readonly isOwnToken: IsOwnToken;
}

/** Replaces every finding by what the policy says (spec, rule 3) and widens the call's token scope. */
export async function maskRequest(input: MaskingInput): Promise<MaskedRequest> {
  const { call, active, open, search, isOwnToken } = input;
  const others = policyOfOtherKinds(active);
  const found = await mapInSlices(open.slots, (slot, index) => {
    const searched = search.texts[index] ?? missingResult(slot);
    const { utterance, inClear } = searched;
    const findings = withDocumentFields(searched, slot, active.policy);
    return {
      ...searched,
      text: slot.text,
      findings,
      inClear: withDocumentFields({ utterance, findings: inClear }, slot, others),
    };
  });
  const known = await withRosterFindings(input, found);
  const texts = await mapInSlices(known, (text) => {
    const own = excludeOwnTokens(text.findings, text, isOwnToken);
    const findings = joinRestarts(own, text.utterance);
    return findings === text.findings ? text : { ...text, findings };
  });
  const spread = await propagateKnownValues(call, texts, active.policy);
  const treatments = await mapInSlices(spread, (findings, index) => {
    const { path, speaker, text } = open.slots[index] ?? missingResult();
    const searched = texts[index] ?? missingResult();
    const spared = excludeOwnTokens(findings, searched, isOwnToken);
    const wanted = addForeignTokens(spared, searched, isOwnToken, active.policy);
    const spans = [
      ...wanted.map((finding) => treatmentOf(finding, text, active.policy, call)),
      ...excludeOwnTokens(searched.inClear, searched, isOwnToken)
        .filter(isApartFrom(wanted))
        .map((finding) => ({ ...treatmentOf(finding, text, active.policy, call), action: off })),
    ];
    const { digest, language, vetoed, passedNames } = searched;
    return {
      part: path,
      role: speaker,
      digest,
      text,
      spans,
      ...(language && { language }),
      ...(vetoed && { vetoed }),
      ...(passedNames && { passedNames }),
    };
  });
  refuseTooMany(treatments, call, search.sayingFrom);
  const { replacementOf, durable, newValues } = await mintReplacements(
    input,
    treatments.flatMap(({ spans }) => spans),
  );
  const replacements = await mapInSlices(treatments, ({ spans }) =>
    spans.filter(isMasked).map((span) => ({
      start: span.finding.start,
      end: span.finding.end,
      replacement: replacementOf(span),
    })),
  );
  const { texts: masked, ...written } = maskChat(open, replacements, input);
  const parts = treatments.map((treated, index) => ({
    ...treated,
    replacements: itemAt(replacements, index),
    masked: masked[index] ?? missingResult(),
  }));
  return { ...written, parts, durable, newValues };
}

/** Detection answers for every slot or rejects; a missing answer is a bug and refuses the request. */
function missingResult(slot?: Pick<TextSlot, 'path'>): never {
  throw new Error(`no detection result for ${slot?.path ?? 'a slot'}`);
}

/** Most values of a request that are new in its call: the record keeps each of them for years (decision 0149). */
const mostNewValues = 4_096;

/** Fault `validation_failed` for a request that would write more than `mostNewValues` into the record. */
function refuseTooMany(
  texts: readonly TreatedText[],
  { journaledSpans }: LiveCall,
  sayingFrom: number,
): void {
  if (texts.reduce((sum, { spans }) => sum + spans.length, 0) <= mostNewValues) return;
  const keys = textKeys(texts);
  let count = 0;
  for (const [index, text] of texts.entries()) {
    const isSaid = messageOf(text) >= sayingFrom;
    for (const span of text.spans)
      if (isSaid || !journaledSpans.has(spanKey(span, keys[index]))) count += 1;
    if (count > mostNewValues) throw tooManyValues(text);
  }
}

/**
 * Refuses, while a request is searched, what `refuseTooMany` would refuse at the end: call it with each text in which
 * something was found. It counts one value a text, and none in a text whose findings may still be dropped.
 */
export function tooManyTexts(
  slots: OpenRequest['slots'],
  { journaledSpans, notPrivate }: LiveCall,
): (index: number) => void {
  let left = notPrivate.length > 0 ? Number.POSITIVE_INFINITY : mostNewValues + journaledSpans.size;
  return (index) => {
    const { path, opened = [] } = slots[index] ?? missingResult();
    if (opened.length === 0) left -= 1;
    if (left < 0) throw tooManyValues({ part: path });
  };
}

function tooManyValues({ part }: Pick<TreatedText, 'part'>): Fault {
  const problem = `holds too many values: a request may hold ${mostNewValues} that are new in its call`;
  return tooMuchAt(part, problem, 'the request holds too many values');
}

const off = 'off' as const;

/** Whether a finding shares no character with those that the policy decides about; both in order. */
function isApartFrom(wanted: readonly Finding[]): (finding: Finding) => boolean {
  let next = 0;
  return ({ start, end }) => {
    while ((wanted[next]?.end ?? end) <= start) next += 1;
    return (wanted[next]?.start ?? end) >= end;
  };
}

/** By finding: most turns repeat it, and events and replacements know a span by its treatment. */
const treatmentsByFinding = new WeakMap<
  Finding,
  Pick<LiveCall, 'placeholders'> & {
    readonly text: string;
    readonly policy: Policy;
    readonly treatment: Treatment;
  }
>();

function treatmentOf(
  finding: Finding,
  text: string,
  policy: Policy,
  { placeholders }: LiveCall,
): Treatment {
  const known = treatmentsByFinding.get(finding);
  if (known?.placeholders === placeholders && known.policy === policy && known.text === text)
    return known.treatment;
  const treatment = newTreatment(finding, text, policy, placeholders);
  treatmentsByFinding.set(finding, { placeholders, policy, text, treatment });
  return treatment;
}

function newTreatment(
  finding: Finding,
  text: string,
  policy: Policy,
  placeholders: LiveCall['placeholders'],
): Treatment {
  const action = policy.entities.get(finding.kind)?.action ?? 'tokenize';
  return {
    finding,
    action: isForeignToken(finding) ? 'redact' : action,
    placeholder: placeholders.placeholderFor(finding.kind, finding.canonical),
    surface: text.slice(...valueSpan(finding)),
  };
}

/** Values in one write of the vault: values of other calls are written in between. */
const valuesAtOnce = 128;

interface Minted extends Pick<MaskedRequest, 'durable' | 'newValues'> {
  readonly replacementOf: (span: Treatment) => string;
}

const keysOfSpans = new WeakMap<Treatment, { readonly prefix: string; readonly key: string }>();

/** Names the replacement of a span in its call. */
function replacementKeys(scheme: Scheme['name'], kid: string): (span: Treatment) => string {
  const prefix = `${scheme}\0${kid}`;
  return (span) => {
    const known = keysOfSpans.get(span);
    if (known?.prefix === prefix) return known.key;
    const { kind, canonical } = span.finding;
    const key = `${prefix}\0${kind}\0${canonical}`;
    keysOfSpans.set(span, { prefix, key });
    return key;
  };
}

/** Makes the missing replacements, a chunk at a time. */
async function mintReplacements(
  { call, scope, active, scheme }: MaskingInput,
  spans: readonly Treatment[],
): Promise<Minted> {
  const keyOf = replacementKeys(scheme.name, active.policy.kid);
  const tokenized = spans.filter(({ action }) => action === 'tokenize');
  const keys = new Map<Treatment, string>();
  const missing = new Map<string, Treatment>();
  await mapInSlices(tokenized, (span) => {
    const key = keyOf(span);
    keys.set(span, key);
    if (!call.replacements.has(key)) missing.set(key, span);
  });
  const values = [...missing.values()].map(
    ({ finding: { kind, canonical }, surface, placeholder }) => ({
      kind,
      canonical,
      surface,
      placeholder,
    }),
  );
  const texts: string[] = [];
  let durable = Promise.resolve();
  const pace = pacer();
  for (const some of chunksOf(values, valuesAtOnce)) {
    await durable;
    await pace();
    const made = await scheme.replace(some);
    texts.push(...made.texts);
    durable = made.durable;
    // It may reject before the end of the slices below; a rejection without a handler ends the process.
    durable.catch(() => undefined);
  }
  const minted = new Map(
    [...missing.keys()].map((key, index) => [key, texts[index] ?? missingResult()]),
  );
  if (!scheme.reversible) for (const text of minted.values()) call.surrogates.add(text);
  const replacementOf = (span: Treatment): string => {
    if (span.action === 'redact') return redactedMark(span.finding.kind);
    const key = keys.get(span) ?? '';
    return minted.get(key) ?? call.replacements.get(key) ?? missingResult();
  };
  // The last surface of a value is the one restored (design D12).
  await mapInSlices(scheme.reversible ? tokenized : [], (span) => {
    const token = replacementOf(span);
    const { surface, placeholder, finding } = span;
    for (const one of [call.scope, scope])
      if (one.surfaceOf(token) !== surface)
        one.add({ token, kind: finding.kind, surface: ownCopy(surface), placeholder });
  });
  // Later requests of the call rely on these replacements, so the call remembers durable ones only.
  const remembered = durable.then(() => {
    for (const [key, text] of minted) call.replacements.set(key, text);
  });
  remembered.catch(() => undefined);
  return { replacementOf, durable: remembered, newValues: scheme.reversible ? values : [] };
}
