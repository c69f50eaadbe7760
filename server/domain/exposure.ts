type Counts = Readonly<Record<string, number>>;

/**
 * Worst first. `may_have_been_sent`: a request left although the scan could not tell some text from an identifier;
 * `stopped`: one was stopped before it was sent (decision 0163); `not_recorded`: an older version wrote the events;
 * `not_run`: nothing was scanned, and nothing was sent; `unreadable`: something could not be read (decision 0137).
 */
export const exposureOutcomes = [
  'may_have_been_sent',
  'by_policy',
  'unreadable',
  'not_recorded',
  'stopped',
  'nothing_found',
  'not_run',
] as const;
export type ExposureOutcome = (typeof exposureOutcomes)[number];

/**
 * What the model got in the clear in a turn or a call (decision 0085). In wire form: summaries, lists, the
 * live view and reports carry it as it is.
 */
export interface Exposure {
  readonly outcome: ExposureOutcome;
  /** Places at which a value was sent. */
  readonly in_clear_by_kind: Counts;
  /** Values, each counted once in a call. */
  readonly in_clear_values_by_kind: Counts;
  /** Requests that the leak scan read. */
  readonly requests: number;
  /** Of an older version, which did not record what it left in the clear. */
  readonly requests_not_recorded: number;
  readonly requests_blocked: number;
  /** Sent although the scan could not tell some text from an identifier. */
  readonly requests_reported: number;
  /** In which no model looked for names. */
  readonly requests_without_names: number;
  /** Languages of the caller that the policy does not cover: BCP 47 tags, sorted. */
  readonly languages: readonly string[];
  /** Encoded stretches that the leak scan could not read; absent for none. */
  readonly unreadable?: number | undefined;
}

/** Before the first event. */
export const noExposure: Exposure = {
  outcome: 'not_run',
  in_clear_by_kind: {},
  in_clear_values_by_kind: {},
  requests: 0,
  requests_not_recorded: 0,
  requests_blocked: 0,
  requests_reported: 0,
  requests_without_names: 0,
  languages: [],
};

/** Of a call with turns whose exposure is not known. */
export const unrecordedExposure: Exposure = {
  ...noExposure,
  outcome: 'not_recorded',
  requests_not_recorded: 1,
};

/** All outcomes of a turn or a call, worst first: the first one is its `outcome`. Never empty. */
export function outcomesOf(
  counted: Omit<Exposure, 'outcome'>,
): readonly [ExposureOutcome, ...ExposureOutcome[]] {
  const { requests, in_clear_by_kind, unreadable = 0 } = counted;
  const counts: Readonly<Partial<Record<ExposureOutcome, number>>> = {
    may_have_been_sent: counted.requests_reported,
    by_policy: Object.keys(in_clear_by_kind).length,
    unreadable,
    not_recorded: counted.requests_not_recorded,
    stopped: counted.requests_blocked,
  };
  const [worst, ...others] = exposureOutcomes.filter((outcome) => (counts[outcome] ?? 0) > 0);
  return [worst ?? (requests === 0 ? 'not_run' : 'nothing_found'), ...others];
}
