import type { TurnView } from '../contract/live.ts';
import type { EventFields, EventKind, JournalRecord } from '../domain/event.ts';
import { noExposure } from '../domain/exposure.ts';
import { foldExposure } from './exposure.ts';

type Fields<K extends EventKind> = EventFields[K];

/** The facts that the journal records about one turn, in the wire form of its events; no text. */
export type TurnFacts = Omit<TurnView, 'parts' | 'replies'>;

type Failure = TurnView['failures'][number];

const steps: {
  readonly [K in EventKind]?: (fields: Fields<K>, before: TurnFacts) => Partial<TurnFacts>;
} = {
  request_masked: ({ passes, new_parts, spans, spans_by_kind, values_by_kind, body_bytes }) => ({
    request: {
      passes,
      new_parts,
      spans,
      spans_by_kind,
      body_bytes,
      ...(values_by_kind && { values_by_kind }),
    },
  }),
  language_not_covered: ({ part, language, handling }, { other_languages: before = [] }) => ({
    other_languages: [...before, { part, language, handling }],
  }),
  egress_scanned: ({ verdict, ...scan }) => ({
    scan: { verdict, ...factsOf(scan) },
    ...localOf(scan),
  }),
  leak_blocked: ({ rules, ...scan }) => ({
    scan: { verdict: 'blocked', ...factsOf(scan), rules },
    ...localOf(scan),
  }),
  upstream_failed: ({ upstream, reason, upstream_status, fallback, handling }) => ({
    fallback: {
      upstream,
      reason,
      fallback,
      handling,
      ...(upstream_status !== undefined && { upstream_status }),
    },
  }),
  // Grows in place: a copy for each failure would cost the square of their number.
  rehydration_failed: ({ entity_kind, reason }, { failures }) => {
    (failures as Failure[]).push({ entity_kind, reason });
    return {};
  },
  function_called: ({ run_id, function: name }, { functions = [] }) => ({
    functions: [...functions, { run_id, function: name }],
  }),
  function_ended: ({ run_id, function: name, outcome, duration_us }, { functions = [] }) => ({
    functions: [
      ...functions.filter((one) => one.run_id !== run_id),
      { run_id, function: name, outcome, duration_us },
    ],
  }),
  response_completed: (fields) => {
    const { status, reason, stream, restored, failed, added_us, first_byte_us, duration_us } =
      fields;
    const { upstream_status, failure_message, failure_function } = fields;
    return {
      completed: {
        status,
        reason,
        stream,
        restored,
        failed,
        added_us,
        first_byte_us,
        duration_us,
        ...(upstream_status !== undefined && { upstream_status }),
        ...(failure_message !== undefined && { failure_message }),
        ...(failure_function !== undefined && { failure_function }),
      },
    };
  },
};

function localOf({ local_upstream: upstream }: Pick<Fields<'leak_blocked'>, 'local_upstream'>) {
  return upstream === undefined ? {} : { local_upstream: upstream };
}

function factsOf({
  scanner,
  bytes,
  exact_match_hits,
  pattern_hits,
  unreadable,
}: Omit<Fields<'egress_scanned'>, 'verdict' | 'turn'>) {
  const facts = { scanner, bytes, exact_match_hits, pattern_hits };
  return unreadable === undefined ? facts : { ...facts, unreadable };
}

/** True of records about a whole turn, not about a single span. */
export function isTurnFact(record: JournalRecord): boolean {
  return steps[record.kind] !== undefined;
}

/** Folds one more record of a turn into its facts. Other records change nothing. */
export function foldTurn(before: TurnFacts | undefined, record: JournalRecord): TurnFacts {
  const facts = before ?? {
    turn: Number(record['turn']),
    at: record.ts,
    failures: [],
    exposure: noExposure,
  };
  // Each record holds the fields of its kind: the journal checks them when it reads them.
  const step = steps[record.kind] as
    | ((fields: unknown, facts: TurnFacts) => Partial<TurnFacts>)
    | undefined;
  if (step === undefined) return facts;
  return { ...facts, ...step(record, facts), exposure: foldExposure(facts.exposure, record) };
}

/** The facts of all turns of a session. `records` in order. */
export function foldTurns(records: readonly JournalRecord[]): readonly TurnFacts[] {
  const turns = new Map<number, TurnFacts>();
  for (const record of records) {
    if (!isTurnFact(record)) continue;
    const turn = Number(record['turn']);
    turns.set(turn, foldTurn(turns.get(turn), record));
  }
  return [...turns.values()].sort((a, b) => a.turn - b.turn);
}
