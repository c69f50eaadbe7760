import type { EventFields, EventKind, JournalRecord } from '../domain/event.ts';
import type { Exposure, ExposureOutcome } from '../domain/exposure.ts';
import { addCounts } from './histogram.ts';

type Counted = Omit<Exposure, 'outcome'>;
type Step<K extends EventKind> = (before: Counted, fields: EventFields[K]) => Partial<Counted>;

const steps: { readonly [K in EventKind]?: Step<K> } = {
  request_masked: ({ requests_without_names }, { passes }) => ({
    requests_without_names: requests_without_names + (passes.includes('nermodel') ? 0 : 1),
  }),
  language_not_covered: ({ languages }, { language }) => ({
    languages: [...new Set([...languages, language])].sort(),
  }),
  egress_scanned: (before, { verdict, in_clear_by_kind, in_clear_values_by_kind, unreadable }) => ({
    ...scanned(before, unreadable),
    requests_not_recorded: before.requests_not_recorded + (in_clear_by_kind === undefined ? 1 : 0),
    requests_reported: before.requests_reported + (verdict === 'reported' ? 1 : 0),
    in_clear_by_kind: addCounts(before.in_clear_by_kind, in_clear_by_kind ?? {}),
    in_clear_values_by_kind: addCounts(
      before.in_clear_values_by_kind,
      in_clear_values_by_kind ?? {},
    ),
  }),
  leak_blocked: (before, { unreadable }) => ({
    ...scanned(before, unreadable),
    requests_blocked: before.requests_blocked + 1,
  }),
};

function scanned({ requests, unreadable: before = 0 }: Counted, unreadable = 0) {
  const sum = before + unreadable;
  return { requests: requests + 1, ...(sum > 0 && { unreadable: sum }) };
}

/**
 * Folds one more record into the exposure of its turn or call: the one place that decides which of the
 * outcomes it is (decisions 0085 and 0137). Other records change nothing.
 */
export function foldExposure(before: Exposure, record: JournalRecord): Exposure {
  // Each record holds the fields of its kind: the journal checks them when it reads them.
  const step = steps[record.kind] as Step<EventKind> | undefined;
  if (step === undefined) return before;
  const counted = { ...before, ...step(before, record as unknown as EventFields[EventKind]) };
  return { ...counted, outcome: outcomeOf(counted) };
}

/** The worst that is known; what is not known is never nothing. */
function outcomeOf(counted: Counted): ExposureOutcome {
  if (counted.requests_blocked + counted.requests_reported > 0) return 'leak';
  if (Object.keys(counted.in_clear_by_kind).length > 0) return 'by_policy';
  if ((counted.unreadable ?? 0) > 0) return 'unreadable';
  if (counted.requests_not_recorded > 0) return 'not_recorded';
  return counted.requests === 0 ? 'not_run' : 'nothing_found';
}
