import type { EventFields, EventKind, JournalRecord } from '../domain/event.ts';
import { type Exposure, outcomesOf } from '../domain/exposure.ts';
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
  egress_scanned: (before, { verdict, in_clear_by_kind, in_clear_values_by_kind, ...rest }) => ({
    // What went to the clinic's own model was sent to nobody.
    ...scanned(before, rest.local_upstream === undefined ? rest.unreadable : 0),
    requests_not_recorded: before.requests_not_recorded + (in_clear_by_kind === undefined ? 1 : 0),
    requests_reported:
      before.requests_reported +
      Number(verdict === 'reported' && rest.local_upstream === undefined),
    in_clear_by_kind: addCounts(before.in_clear_by_kind, in_clear_by_kind ?? {}),
    in_clear_values_by_kind: addCounts(
      before.in_clear_values_by_kind,
      in_clear_values_by_kind ?? {},
    ),
  }),
  // What could not be read in it was not sent either.
  leak_blocked: ({ requests, requests_blocked }) => ({
    requests: requests + 1,
    requests_blocked: requests_blocked + 1,
  }),
};

function scanned({ requests, unreadable: before = 0 }: Counted, unreadable = 0) {
  const sum = before + unreadable;
  return { requests: requests + 1, ...(sum > 0 && { unreadable: sum }) };
}

/**
 * Folds one more record into the exposure of its turn or call: the one place that decides which of the
 * outcomes it is (decision 0163). Other records change nothing.
 */
export function foldExposure(before: Exposure, record: JournalRecord): Exposure {
  // Each record holds the fields of its kind: the journal checks them when it reads them.
  const step = steps[record.kind] as Step<EventKind> | undefined;
  if (step === undefined) return before;
  const counted = { ...before, ...step(before, record as unknown as EventFields[EventKind]) };
  return { ...counted, outcome: outcomesOf(counted)[0] };
}
