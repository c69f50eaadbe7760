import type {
  Counts,
  DetectionCounts,
  FallbackUse,
  FunctionUse,
  LeakDetection,
  LocalModelUse,
  OtherLanguage,
  ReportTurn,
  Retention,
} from '../../contract/report.ts';
import { sourceOnRecord } from '../../domain/detection.ts';
import type { EventFields, EventKind, JournalRecord } from '../../domain/event.ts';
import { type Exposure, noExposure } from '../../domain/exposure.ts';
import { itemAt } from '../../domain/item-at.ts';
import type { Policy } from '../../domain/policy.ts';
import type { MaskedGroup, PolicyOnRecord } from '../../domain/reports/period.ts';
import { foldExposure } from '../exposure.ts';
import { addCounts } from '../histogram.ts';
import { countRequest, policyOnRecord } from './masked-groups.ts';

type ReadonlyPolicies = ReadonlyMap<string, Policy>;

/** New masked spans by kind, with or without an event for each. */
export function redactionsByKind({ spans }: Pick<SessionFacts, 'spans'>): Counts {
  return [...spans.values()].reduce(addCounts, {});
}

/**
 * Kind to action to count. Without an event for each span, the policy's rule names the action;
 * spans whose policy was not kept either count as `unrecorded`. Detections without a masked span
 * count as `passthrough`, and so do those of kinds that the policy does not look for.
 */
export function actionsByKind(
  facts: Pick<SessionFacts, 'spans' | 'applied'> & {
    readonly detectedByKind: Counts;
    readonly inClearByKind: Counts;
  },
  policies: ReadonlyPolicies,
): Readonly<Record<string, Counts>> {
  const { spans, applied, detectedByKind, inClearByKind: inClear } = facts;
  const actions = new Map(applied);
  const add = (kind: string, action: string, count: number) => {
    if (count > 0) actions.set(kind, addCounts(actions.get(kind) ?? {}, { [action]: count }));
  };
  const applications = new Map([...applied].map(([kind, counts]) => [kind, total(counts)]));
  const unseen = new Map(applications);
  for (const [sha256, byKind] of spans) {
    for (const [kind, count] of Object.entries(byKind)) {
      const seen = Math.min(count, unseen.get(kind) ?? 0);
      unseen.set(kind, (unseen.get(kind) ?? 0) - seen);
      const policy = policies.get(sha256);
      const rule = policy && (policy.entities.get(kind)?.action ?? 'tokenize');
      add(kind, rule ?? 'unrecorded', count - seen);
    }
  }
  for (const kind of new Set([...Object.keys(detectedByKind), ...Object.keys(inClear)])) {
    const passed = (detectedByKind[kind] ?? 0) - (applications.get(kind) ?? 0);
    add(kind, 'passthrough', Math.max(passed, inClear[kind] ?? 0));
  }
  return Object.fromEntries([...actions].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Counts over the events of one session. */
export interface SessionFacts {
  readonly upstream: string;
  /** By upstream: the turns that it got as a second provider, answered, and did not get. */
  readonly fallbacks: readonly Pick<FallbackUse, 'upstream' | 'turns' | 'replies' | 'refused'>[];
  readonly localModel: Omit<LocalModelUse, 'host'> | undefined;
  readonly functions: readonly FunctionUse[];
  readonly tokenization: string;
  /** From the first event; undefined in records of older versions. */
  readonly retentionDays: number | undefined;
  /** In order of first use; empty if no request was masked. */
  readonly groups: readonly MaskedGroup[];
  /** Policy of the last masked request, else of the start. */
  readonly lastPolicy: PolicyOnRecord;
  /** New spans by policy and kind, as each request counted them; passthrough left out. */
  readonly spans: ReadonlyMap<string, Counts>;
  /** Undefined if an older version recorded some turn. */
  readonly turns: readonly ReportTurn[] | undefined;
  /** Kind to action to count, from the events of each span. */
  readonly applied: ReadonlyMap<string, Counts>;
  readonly payloads: Retention['payloads'];
  readonly detections: Omit<DetectionCounts, 'complete'>;
  readonly otherLanguages: readonly OtherLanguage[];
  readonly leakDetection: LeakDetection;
  readonly exposure: Exposure;
  /** Requests that were sent although the leak scan reported something. */
  readonly leaksReported: number;
  readonly rehydration: {
    readonly restored: number;
    readonly failed: number;
    readonly by_reason: Counts;
  };
}

/** One pass over the records of a session. */
export function sessionFacts(records: readonly JournalRecord[]): SessionFacts {
  const [start] = recordsOf(records, 'call_started');
  const masked = recordsOf(records, 'request_masked');
  const scanned = recordsOf(records, 'egress_scanned');
  const lastNamed = masked.at(-1) ?? start ?? { policy_sha256: '' };
  return {
    upstream: start?.upstream ?? '',
    fallbacks: fallbacksOf(
      recordsOf(records, 'upstream_failed'),
      recordsOf(records, 'response_completed'),
    ),
    localModel: localModelOf(
      [...scanned, ...recordsOf(records, 'leak_blocked')],
      recordsOf(records, 'response_completed'),
    ),
    functions: functionsOf(recordsOf(records, 'function_ended')),
    tokenization: start?.tokenization ?? '',
    retentionDays: start?.retention_days,
    groups: groupsOf(masked),
    lastPolicy: policyOnRecord(lastNamed),
    spans: spansByPolicy(masked),
    turns: turnsOf(records),
    applied: appliedByKind(recordsOf(records, 'redaction_applied')),
    payloads: payloadsKept(records),
    detections: detectionCounts(recordsOf(records, 'detection'), masked),
    otherLanguages: otherLanguages(recordsOf(records, 'language_not_covered')),
    exposure: records.reduce(foldExposure, noExposure),
    leakDetection: leakDetection(scanned, recordsOf(records, 'leak_blocked')),
    leaksReported: scanned.filter(({ verdict }) => verdict === 'reported').length,
    rehydration: rehydration(
      recordsOf(records, 'response_completed'),
      recordsOf(records, 'rehydration_failed'),
    ),
  };
}

function turnsOf(records: readonly JournalRecord[]): SessionFacts['turns'] {
  const masked = records.filter(({ kind }) => kind === 'request_masked');
  const fields = recordsOf(masked, 'request_masked');
  if (fields.some(({ values_by_kind: values }) => values === undefined)) return undefined;
  const blocked = new Set(recordsOf(records, 'leak_blocked').map(({ turn }) => turn));
  const scans = new Map(
    recordsOf(records, 'egress_scanned').map(({ turn, verdict }) => [turn, verdict]),
  );
  return fields.map(({ turn, values_by_kind: values = {} }, at) => {
    const verdict = blocked.has(turn) ? ('blocked' as const) : scans.get(turn);
    return {
      turn,
      at: itemAt(masked, at).ts,
      values: total(values),
      ...(verdict !== undefined && { verdict }),
    };
  });
}

function fallbacksOf(
  failed: readonly EventFields['upstream_failed'][],
  completed: readonly EventFields['response_completed'][],
): SessionFacts['fallbacks'] {
  return [...Map.groupBy(failed, ({ fallback }) => fallback)].map(([upstream, turns]) => ({
    upstream,
    turns: turns.filter(({ handling }) => handling === 'sent').length,
    replies: completed.filter((one) => one.upstream === upstream && one.status !== 'error').length,
    refused: turns.filter(({ handling }) => handling === 'no_agreement').length,
  }));
}

function localModelOf(
  scanned: readonly Pick<EventFields['leak_blocked'], 'turn' | 'local_upstream'>[],
  completed: readonly EventFields['response_completed'][],
): SessionFacts['localModel'] {
  const kept = scanned.filter(({ local_upstream: upstream }) => upstream !== undefined);
  const [{ local_upstream: upstream } = {}] = kept;
  if (upstream === undefined) return undefined;
  const turns = new Set(kept.map(({ turn }) => turn));
  const replies = completed.filter(({ turn, status }) => turns.has(turn) && status !== 'error');
  return { upstream, turns: turns.size, replies: replies.length };
}

/** By name. */
function functionsOf(ended: readonly EventFields['function_ended'][]): SessionFacts['functions'] {
  return [...Map.groupBy(ended, ({ function: name }) => name)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, calls]) => {
      const failed = calls.filter(({ outcome }) => outcome !== 'done');
      return {
        function: name,
        calls: calls.length,
        done: calls.length - failed.length,
        failed: tally(failed.map(({ outcome }) => outcome)),
        longest_us: Math.max(...calls.map(({ duration_us }) => duration_us)),
      };
    });
}

function payloadsKept(records: readonly JournalRecord[]): Retention['payloads'] {
  if (records.some(({ kind }) => kind === 'payloads_erased')) return 'erased';
  if (records.some(({ payload_sha256 }) => payload_sha256 !== undefined)) return 'kept';
  return records.some(({ public_sha256 }) => public_sha256 !== undefined) ? 'public_side' : 'none';
}

/** Each record has the fields of its kind: the journal checks them on reading. */
function recordsOf<K extends EventKind>(
  records: readonly JournalRecord[],
  kind: K,
): EventFields[K][] {
  return records.filter((r) => r.kind === kind) as unknown as EventFields[K][];
}

function groupsOf(masked: readonly EventFields['request_masked'][]): MaskedGroup[] {
  const groups = new Map<string, MaskedGroup>();
  for (const request of masked) countRequest(groups, request);
  return [...groups.values()];
}

function spansByPolicy(masked: readonly EventFields['request_masked'][]): Map<string, Counts> {
  const spans = new Map<string, Counts>();
  for (const { policy_sha256, spans_by_kind } of masked) {
    spans.set(policy_sha256, addCounts(spans.get(policy_sha256) ?? {}, spans_by_kind));
  }
  return spans;
}

function appliedByKind(applied: readonly EventFields['redaction_applied'][]): Map<string, Counts> {
  const kinds = new Map<string, Counts>();
  for (const { entity_kind, action } of applied) {
    kinds.set(entity_kind, addCounts(kinds.get(entity_kind) ?? {}, { [action]: 1 }));
  }
  return kinds;
}

/** The pass of a source on record. */
const passOfSource: Readonly<Record<string, string>> = { ner: 'nermodel' };

function detectionCounts(
  detections: readonly EventFields['detection'][],
  masked: readonly EventFields['request_masked'][],
) {
  const vetoes = masked.reduce<Counts>(
    (sum, { vetoes_by_kind = {} }) => addCounts(sum, vetoes_by_kind),
    {},
  );
  return {
    total: detections.length,
    by_kind: tally(detections.map(({ entity_kind }) => entity_kind)),
    by_detector: tally(detections.map(({ detector }) => detector)),
    by_pass: tally(
      detections.map(
        ({ detector }) => passOfSource[sourceOnRecord(detector)] ?? sourceOnRecord(detector),
      ),
    ),
    ...(Object.keys(vetoes).length > 0 && { vetoes_by_kind: vetoes }),
  };
}

/** In order of language and handling. */
function otherLanguages(
  events: readonly EventFields['language_not_covered'][],
): readonly OtherLanguage[] {
  const groups = Map.groupBy(events, ({ language, handling }) => `${language} ${handling}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...rest]]) =>
      first === undefined
        ? []
        : [{ language: first.language, handling: first.handling, texts: 1 + rest.length }],
    );
}

function leakDetection(
  scanned: readonly EventFields['egress_scanned'][],
  blocked: readonly EventFields['leak_blocked'][],
): LeakDetection {
  const scans = [...scanned, ...blocked];
  const reported = scanned.some(({ verdict }) => verdict === 'reported');
  const unreadable = sum(scans.map((scan) => scan.unreadable ?? 0));
  const found = blocked.length > 0 ? 'blocked' : reported ? 'reported' : 'clean';
  return {
    verdict: scans.length === 0 ? 'not_run' : found,
    scanner: [...new Set(scans.map(({ scanner }) => scanner))].sort().join(', '),
    requests_scanned: scans.length,
    requests_blocked: blocked.length,
    bytes_scanned: sum(scans.map(({ bytes }) => bytes)),
    exact_match_hits: sum(scans.map(({ exact_match_hits }) => exact_match_hits)),
    pattern_hits: sum(scans.map(({ pattern_hits }) => pattern_hits)),
    ...(unreadable > 0 && { unreadable }),
  };
}

function rehydration(
  completed: readonly EventFields['response_completed'][],
  failures: readonly EventFields['rehydration_failed'][],
) {
  return {
    restored: sum(completed.map(({ restored }) => restored)),
    failed: failures.length,
    by_reason: tally(failures.map(({ reason }) => reason)),
  };
}

function tally(keys: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
