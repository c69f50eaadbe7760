import type { DraftMaker } from '../calls/call-events.ts';
import type { BodyEvents } from '../calls/call-journal.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { EventDraft } from '../domain/event.ts';
import type { ActivePolicy, PassName } from '../domain/policy.ts';
import { mapInSlices } from '../domain/time-slices.ts';
import type { PayloadReference } from '../live-view/payload-keeper.ts';
import {
  type MaskedRequest,
  type TreatedText,
  type Treatment,
  textKeys,
} from '../tokenize/masked-request.ts';

export interface RequestLeg {
  readonly call: LiveCall;
  readonly turn: number;
  readonly active: ActivePolicy;
  readonly passes: readonly PassName[];
  /** Index of the first message after the last reply; past the last message in a skipped partial. */
  readonly sayingFrom: number;
  readonly masked: MaskedRequest;
  readonly payload: PayloadReference;
}

/** The events of detection and masking, and the keys to remember once they are durable. */
export interface RequestEvents extends BodyEvents {
  /** Of spans, and of texts in a language that the policy does not cover. */
  readonly spanKeys: readonly string[];
}

/**
 * The events of a request. It journals all spans of its new messages (spec, rule 9); a call journals each
 * span of the repeated history once.
 */
export async function requestEvents(
  { call, turn, active, passes, sayingFrom, masked, payload }: RequestLeg,
  draft: DraftMaker,
): Promise<RequestEvents> {
  const keys = textKeys(masked.parts);
  const keyed = await mapInSlices(masked.parts, (part, index) => keyedSpans(part, keys[index]));
  const fresh = keyed
    .flat()
    .filter(({ key, message }) => message >= sayingFrom || !call.journaledSpans.has(key));
  const summary = draft('request_masked', {
    turn,
    policy_sha256: active.sha256,
    passes,
    parts: masked.parts.length,
    new_parts: new Set(fresh.map(({ part }) => part)).size,
    spans: masked.parts.reduce((sum, { spans }) => sum + spans.length, 0),
    spans_by_kind: countByKind(fresh.map(({ span }) => span)),
    body_bytes: Buffer.byteLength(masked.outbound.body),
    ...payload,
  });
  const languages = languageEvents({ call, turn, active, masked }, keys, draft);
  const logged = active.policy.audit.logEvents ? fresh : [];
  const perSpan = await mapInSlices(logged, ({ part, span }) =>
    eventsOfSpan(turn, part, span, draft),
  );
  return {
    bodySha256: masked.outbound.bodySha256,
    drafts: [summary, ...languages.drafts, ...perSpan.flat()],
    spanKeys: [...fresh.map(({ key }) => key), ...languages.keys],
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

/** Without spans that pass through, because they are not redacted. */
function countByKind(spans: readonly Treatment[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { action, finding } of spans) {
    if (action !== 'passthrough') counts[finding.kind] = (counts[finding.kind] ?? 0) + 1;
  }
  return counts;
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
function keyedSpans(
  { part, role, spans }: TreatedText,
  textKey: string | undefined,
): readonly KeyedSpan[] {
  const [, index = '-1'] = /^messages\[(\d+)\]/.exec(part) ?? [];
  const message = role === 'system' ? -1 : Number(index);
  return spans.map((span) => {
    const { finding, placeholder, action } = span;
    const key = [textKey, finding.start, finding.end, placeholder, action].join('\0');
    return { part, message, span, key };
  });
}

function eventsOfSpan(
  turn: number,
  part: string,
  { finding, action, placeholder }: Treatment,
  draft: DraftMaker,
): EventDraft[] {
  const { kind: entity_kind, start, end, score, detector } = finding;
  const common = { turn, part, entity_kind, placeholder, span: [start, end] as const };
  const detection = draft('detection', {
    ...common,
    detector,
    score_bp: Math.round(score * 10_000),
  });
  if (action === 'passthrough') return [detection];
  return [detection, draft('redaction_applied', { ...common, action })];
}
