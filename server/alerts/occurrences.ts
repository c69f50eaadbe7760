import type { JournalRecord } from '../domain/event.ts';
import type { AlertSettings, Occurrence } from '../domain/settings/alert.ts';
import { type AlertState, type Condition, withOccurrence } from './alert-state.ts';

/** What a record says that people may want to know; undefined for most records. */
function occurrenceOf(record: JournalRecord): Occurrence | undefined {
  const at = Date.parse(record.ts);
  const { session_id: sessionId } = record;
  const of = (kind: Occurrence['kind']): Occurrence => ({
    kind,
    at,
    ...(sessionId !== undefined && { sessionId }),
  });
  switch (record.kind) {
    case 'leak_blocked':
      return of('stopped');
    case 'egress_scanned': {
      if (record['local_upstream'] !== undefined) return undefined;
      if (record['verdict'] === 'reported') return of('may_have_been_sent');
      const inClear = Object.keys((record['in_clear_by_kind'] as object | undefined) ?? {});
      if (inClear.length > 0) return of('by_policy');
      return Number(record['unreadable'] ?? 0) > 0 ? of('unreadable') : undefined;
    }
    case 'rehydration_failed':
      return of('failed_restore');
    default:
      return undefined;
  }
}

/** Records of what a provider answered. */
const repliesOfProviders = { response_completed: true, upstream_failed: true };

/** True for a record that can change the state. Cheap: every record of the journal passes here. */
export function concernsAlerts(record: JournalRecord): boolean {
  return record.kind in repliesOfProviders || occurrenceOf(record) !== undefined;
}

export interface FoldOptions {
  readonly settings: AlertSettings;
  /** The upstream of the record's agent; undefined when the agent is gone. */
  readonly upstream: string | undefined;
  readonly newId: () => string;
}

/** Folds one record into the state. The same state when nobody needs to know. */
export function withRecord(
  state: AlertState,
  record: JournalRecord,
  options: FoldOptions,
): AlertState {
  const occurrence = occurrenceOf(record);
  if (occurrence !== undefined) {
    return withOccurrence(state, occurrence, options.settings, options.newId);
  }
  return record.kind in repliesOfProviders ? withReply(state, record, options) : state;
}

const providerFaults = ['upstream_error', 'upstream_busy', 'upstream_cut'];

/** Counts failures of a provider. Its first reply afterwards ends the condition. */
function withReply(state: AlertState, record: JournalRecord, options: FoldOptions): AlertState {
  const { settings } = options;
  const upstream = typeof record['upstream'] === 'string' ? record['upstream'] : options.upstream;
  if (upstream === undefined) return state;
  const { conditions, failures } = state;
  const at = Date.parse(record.ts);
  if (record['status'] === 'ok') {
    if (failures[upstream] === undefined) return state;
    const { [upstream]: _, ...others } = failures;
    return withoutCondition({ ...state, failures: others }, keyOf(upstream), at, options);
  }
  if (!providerFaults.includes(String(record['reason']))) return state;
  const since = at - settings.providerMinutes * 60_000;
  const times = [...(failures[upstream] ?? []).filter((time) => time > since), at];
  // No more than the rule asks for: a provider that is away for a day must not fill the state.
  const kept = times.slice(-settings.providerFailures);
  const counted = { ...state, failures: { ...failures, [upstream]: kept } };
  if (kept.length < settings.providerFailures || conditions[keyOf(upstream)]) return counted;
  const condition: Condition = { kind: 'provider_down', subject: upstream };
  return withCondition(counted, keyOf(upstream), condition, at, options);
}

const keyOf = (upstream: string) => `provider_down ${upstream}`;

type Options = Pick<FoldOptions, 'settings' | 'newId'>;

function withCondition(
  state: AlertState,
  key: string,
  condition: Condition,
  at: number,
  { settings, newId }: Options,
): AlertState {
  const conditions = { ...state.conditions, [key]: condition };
  return withOccurrence({ ...state, conditions }, { ...condition, at }, settings, newId);
}

function withoutCondition(
  state: AlertState,
  key: string,
  at: number,
  { settings, newId }: Options,
): AlertState {
  const { [key]: ended, ...conditions } = state.conditions;
  if (ended === undefined) return state;
  return withOccurrence({ ...state, conditions }, { ...ended, at, over: true }, settings, newId);
}

/** Compares the conditions that were found now with those in force; providers are judged by records alone. */
export function withConditions(
  state: AlertState,
  found: Readonly<Record<string, Condition>>,
  at: number,
  options: Options,
): AlertState {
  let next = state;
  for (const [key, condition] of Object.entries(found)) {
    if (next.conditions[key] === undefined) next = withCondition(next, key, condition, at, options);
  }
  for (const [key, { kind }] of Object.entries(state.conditions)) {
    if (kind !== 'provider_down' && found[key] === undefined) {
      next = withoutCondition(next, key, at, options);
    }
  }
  return next;
}
