import { credentialFields, type DraftMaker } from '../calls/call-events.ts';
import type { BodyEvents } from '../calls/call-journal.ts';
import { countedKey } from '../calls/counted-values.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { countKinds, detectorName } from '../domain/detection.ts';
import type { EventDraft, EventFields } from '../domain/event.ts';
import { itemAt } from '../domain/item-at.ts';
import type { ActivePolicy, PassName } from '../domain/policy.ts';
import { mapInSlices, pacer } from '../domain/time-slices.ts';
import type { LeakReport } from '../leak-scan/index.ts';
import type { PayloadReference } from '../live-view/payload-keeper.ts';
import { addCounts } from '../projections/histogram.ts';
import {
  isMasked,
  type MaskedRequest,
  type TreatedText,
  type Treatment,
  textKeys,
} from '../tokenize/masked-request.ts';

export interface RequestLeg {
  readonly call: LiveCall;
  readonly turn: number;
  /** `signature` or the id of a bearer token. */
  readonly credential: string | undefined;
  readonly active: ActivePolicy;
  readonly passes: readonly PassName[];
  /** Index of the first message after the last reply; past the last message in a skipped partial. */
  readonly sayingFrom: number;
  readonly masked: MaskedRequest;
  readonly payload: PayloadReference;
  /** Shapes of kinds that the policy does not mask, as the leak scan counts them in the whole body. */
  readonly shapesInClear: LeakReport['inClear'];
  /** False for a request that is journalled and then refused: nothing is in the clear. */
  readonly isSent: boolean;
}

/** The events of detection and masking, and the keys to remember once they are durable. */
export interface RequestEvents extends BodyEvents {
  /** Of spans, of texts in a language that the policy does not cover, and of texts with vetoes. */
  readonly spanKeys: readonly string[];
  /** Of the values that the request counts. */
  readonly countedKeys: readonly string[];
  readonly inClear: Required<
    Pick<EventFields['egress_scanned'], 'in_clear_by_kind' | 'in_clear_values_by_kind'>
  >;
}

/**
 * The events of a request. It journals all spans of its new messages (spec, rule 9); a call journals each
 * span of the repeated history once.
 */
export async function requestEvents(leg: RequestLeg, draft: DraftMaker): Promise<RequestEvents> {
  const { call, turn, active, passes, sayingFrom, masked, payload } = leg;
  const keys = textKeys(masked.parts);
  const keyed = await mapInSlices(masked.parts, (part, index) => keyedSpans(part, keys[index]));
  const pace = pacer();
  const all = keyed.flat().filter(({ span }) => leg.isSent || isMasked(span));
  const fresh = all.filter(
    ({ key, message }) => message >= sayingFrom || !call.journaledSpans.has(key),
  );
  const decided = fresh.filter(({ span }) => span.action !== 'off');
  await pace();
  const replaced = newValues(leg, all, isMasked);
  await pace();
  const inClear = newValues(leg, all, (span) => !isMasked(span));
  await pace();
  const unfound = leg.isSent ? shapesNotFound(leg, all) : { counts: {}, keys: [] };
  const vetoes = freshVetoes(call, masked.parts, keys);
  await pace();
  const summary = draft('request_masked', {
    turn,
    policy_name: active.policy.name,
    policy_version: active.policy.version,
    policy_sha256: active.sha256,
    passes,
    parts: masked.parts.length,
    new_parts: new Set(decided.map(({ part }) => part)).size,
    spans: all.filter(({ span }) => span.action !== 'off').length,
    spans_by_kind: countByKind(fresh, isMasked),
    values_by_kind: replaced.counts,
    ...(vetoes.counts && { vetoes_by_kind: vetoes.counts }),
    ...passedByRoster(masked.parts, sayingFrom),
    body_bytes: Buffer.byteLength(masked.outbound.body),
    ...credentialFields(leg.credential),
    ...payload,
  });
  await pace();
  const languages = languageEvents({ call, turn, active, masked }, keys, draft);
  const logged = active.policy.audit.logEvents ? decided : [];
  const perSpan = await mapInSlices(logged, ({ part, span }) =>
    eventsOfSpan(turn, part, span, draft),
  );
  return {
    bodySha256: masked.outbound.bodySha256,
    drafts: [summary, ...languages.drafts, ...perSpan.flat()],
    spanKeys: [
      ...fresh.map(({ key }) => key),
      ...[languages, unfound, vetoes].flatMap(({ keys: some }) => some),
    ],
    countedKeys: [...replaced.keys, ...inClear.keys],
    inClear: {
      in_clear_by_kind: addCounts(
        countByKind(fresh, (span) => !isMasked(span)),
        unfound.counts,
      ),
      in_clear_values_by_kind: addCounts(inClear.counts, unfound.counts),
    },
  };
}

/** One event for each text in a language that the policy does not cover, once per call (design D49). */
function languageEvents(
  { call, turn, active, masked }: Pick<RequestLeg, 'call' | 'turn' | 'active' | 'masked'>,
  textKeys: readonly string[],
  draft: DraftMaker,
) {
  const handling = active.policy.otherLanguages;
  const fresh = masked.parts.flatMap(({ part, language }, index) => {
    const key = `${textKeys[index]}\0${language}\0${handling}`;
    return language === undefined || call.journaledSpans.has(key) ? [] : [{ part, language, key }];
  });
  return {
    keys: fresh.map(({ key }) => key),
    drafts: fresh.map(({ part, language }) =>
      draft('language_not_covered', { turn, part, language, handling }),
    ),
  };
}

/** What the policy's `never` took away in texts that the call has not journaled yet, by kind (design D51). */
function freshVetoes(
  { journaledSpans }: LiveCall,
  parts: readonly TreatedText[],
  textKeys: readonly string[],
) {
  const fresh = parts.flatMap(({ vetoed }, index) => {
    const key = `${textKeys[index]}\0never`;
    return vetoed === undefined || journaledSpans.has(key) ? [] : [{ vetoed, key }];
  });
  const counts = countKinds(fresh.flatMap(({ vetoed }) => vetoed));
  return { keys: fresh.map(({ key }) => key), ...(fresh.length > 0 && { counts }) };
}

type Counted = (span: Treatment) => boolean;

function countByKind(spans: readonly KeyedSpan[], isCounted: Counted): Record<string, number> {
  const counted = spans.filter(({ span }) => isCounted(span));
  return countKinds(counted.map(({ span }) => span.finding));
}

interface NewCounts {
  readonly counts: Readonly<Record<string, number>>;
  /** To remember, so that the call counts each once. */
  readonly keys: readonly string[];
}

/** Names the value of a span among those that the call counts. */
export const countedAs = (span: Treatment): string => countedKey(span.placeholder, isMasked(span));

/** The values of these spans that the turn is to count. */
function newValues(
  { call: { counted }, turn }: RequestLeg,
  spans: readonly KeyedSpan[],
  isCounted: Counted,
): NewCounts {
  const values = new Map<string, KeyedSpan>();
  for (const keyed of spans) {
    const key = countedAs(keyed.span);
    if (isCounted(keyed.span) && counted.get(key) === turn) values.set(key, keyed);
  }
  return { counts: countByKind([...values.values()], isCounted), keys: [...values.keys()] };
}

/**
 * Shapes that the leak scan sees in the clear and detection found nowhere in the request, such as a number
 * in the name of a function. They name no value, so a call counts them once.
 */
function shapesNotFound({ call, shapesInClear }: RequestLeg, all: readonly KeyedSpan[]): NewCounts {
  const found = new Set(
    all.filter(({ span }) => !isMasked(span)).map(({ span }) => span.finding.kind),
  );
  const unfound = [...shapesInClear].flatMap(([kinds, count]) => {
    const key = `shape\0${kinds.join()}`;
    const isKnown = call.journaledSpans.has(key) || kinds.some((kind) => found.has(kind));
    return isKnown ? [] : [{ key, kind: itemAt(kinds, 0), count }];
  });
  return {
    counts: unfound.reduce((sum, { kind, count }) => addCounts(sum, { [kind]: count }), {}),
    keys: unfound.map(({ key }) => key),
  };
}

/** How many names of staff left as they are in the texts from a message on. */
function passedByRoster(parts: readonly TreatedText[], sayingFrom: number) {
  const fresh = parts.filter((part) => messageOf(part) >= sayingFrom);
  const names = fresh.reduce((sum, { passedNames = 0 }) => sum + passedNames, 0);
  return names === 0 ? {} : { passed_by_roster: { NAME: names } };
}

interface KeyedSpan {
  readonly part: string;
  /** Index of the message in which somebody says it; -1 in instructions and outside of the messages. */
  readonly message: number;
  readonly span: Treatment;
  readonly key: string;
}

/**
 * The spans of a text. A span stays the same span while it stands at the same place of the same text for
 * the same value, wherever the history holds that text.
 */
function keyedSpans(treated: TreatedText, textKey: string | undefined): readonly KeyedSpan[] {
  const { part, spans } = treated;
  const message = messageOf(treated);
  return spans.map((span) => ({ part, message, span, key: spanKey(span, textKey) }));
}

/** Most turns repeat a span in its text. */
const keysOfSpans = new WeakMap<
  Treatment,
  { readonly textKey: string | undefined; readonly key: string }
>();

/** Names a span in its call. */
export function spanKey(span: Treatment, textKey: string | undefined): string {
  const known = keysOfSpans.get(span);
  if (known !== undefined && known.textKey === textKey) return known.key;
  const { finding, placeholder, action } = span;
  const key = [textKey, finding.start, finding.end, placeholder, action].join('\0');
  keysOfSpans.set(span, { textKey, key });
  return key;
}

/** Index of the message in which somebody says a text; -1 in instructions and outside of the messages. */
export function messageOf({ part, role }: Pick<TreatedText, 'part' | 'role'>): number {
  const [, index = '-1'] = /^messages\[(\d+)\]/.exec(part) ?? [];
  return role === 'system' ? -1 : Number(index);
}

function eventsOfSpan(
  turn: number,
  part: string,
  { finding, action, placeholder }: Treatment,
  draft: DraftMaker,
): EventDraft[] {
  const { kind: entity_kind, start, end, score } = finding;
  const common = { turn, part, entity_kind, placeholder, span: [start, end] as const };
  const detection = draft('detection', {
    ...common,
    detector: detectorName(finding),
    score_bp: Math.round(score * 10_000),
  });
  if (action === 'passthrough' || action === 'off') return [detection];
  return [detection, draft('redaction_applied', { ...common, action })];
}

/** What the leak scan found in a body, and what left in it in the clear. */
export function scanEvent(
  turn: number,
  scan: LeakReport,
  inClear: RequestEvents['inClear'],
  draft: DraftMaker,
  localUpstream?: string,
): EventDraft {
  const found = {
    turn,
    scanner: scan.scanner,
    bytes: scan.bytes,
    exact_match_hits: scan.exactMatchHits,
    pattern_hits: scan.patternHits,
    ...(scan.unreadable > 0 && { unreadable: scan.unreadable }),
    ...(localUpstream !== undefined && { local_upstream: localUpstream }),
  };
  return scan.verdict === 'blocked'
    ? draft('leak_blocked', { ...found, rules: scan.rules })
    : draft('egress_scanned', { ...found, verdict: scan.verdict, ...inClear });
}
