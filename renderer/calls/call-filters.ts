import type { SessionFilters } from '../../server/contract/sessions.ts';
import { dayAfter, dayOf, startOfDay } from '../lib/local-days.ts';

/** Filters of the list of calls. They are part of the URL, so that a user can share a view. */
export interface CallFilters {
  /** A duration such as `24h`, or `all`. */
  readonly since?: string;
  /** Local days such as `2026-11-21`, instead of `since`; `until` is included. */
  readonly from?: string;
  readonly until?: string;
  readonly q?: string;
  readonly agent_id?: string;
  readonly kind?: string;
  /** `in_progress`, or how the call ended. */
  readonly state?: string;
  /** What was found in the clear. */
  readonly exposure?: string;
  /** `yes` or `no`. */
  readonly reviewed?: string;
  readonly min_redactions?: number;
  readonly sort?: string;
}

/** The API takes no more. */
export const mostRedactions = 999_999_999;

export const sinceChoices = ['1h', '24h', '7d', '30d', 'all'] as const;
export const stateChoices = ['in_progress', 'ok', 'partial', 'error'] as const;
export const exposureChoices = [
  'may_have_been_sent',
  'stopped',
  'by_policy',
  'unreadable',
  'not_recorded',
  'nothing_found',
  'not_run',
] as const;
export const reviewedChoices = ['yes', 'no'] as const;
export const sortColumns = ['started_at', 'turn_count', 'duration_ms', 'redaction_count'] as const;
export type SortColumn = (typeof sortColumns)[number];
export const defaultSort = '-started_at';

/** Each filter as it may stand in a URL. */
const readers: { readonly [Name in keyof CallFilters]-?: (value: unknown) => CallFilters[Name] } = {
  since: oneOf(sinceChoices),
  from: dayOf,
  until: dayOf,
  // The router reads `q=123` as a number.
  q: (value) => String(value).trim().slice(0, 128) || undefined,
  agent_id: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  kind: (value) =>
    typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(value) ? value : undefined,
  state: oneOf(stateChoices),
  exposure: oneOf(exposureChoices),
  reviewed: oneOf(reviewedChoices),
  min_redactions: (value) =>
    Number.isInteger(Number(value)) && Number(value) > 0
      ? Math.min(Number(value), mostRedactions)
      : undefined,
  sort: oneOf(
    sortColumns.flatMap((name) => [name, `-${name}`]).filter((name) => name !== defaultSort),
  ),
};

function oneOf(choices: readonly string[]) {
  return (value: unknown): string | undefined => choices.find((choice) => choice === value);
}

/** The filters of a URL; unknown values are dropped. Days win over a duration. */
export function callFiltersFromSearch(search: Readonly<Record<string, unknown>>): CallFilters {
  const read = Object.entries(readers).map(([name, reader]) => {
    const value = search[name];
    return [name, value === undefined ? undefined : reader(value)] as const;
  });
  const filters: CallFilters = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  const { since: _, ...others } = filters;
  return others.from === undefined && others.until === undefined ? filters : others;
}

type Query = Readonly<Partial<Record<keyof SessionFilters, string | number>>>;

/** The query of the service for these filters. Days are those of the zone of shown times. */
export function sessionQuery({ since, from, until, state, ...same }: CallFilters): Query {
  const ended = state !== undefined && state !== 'in_progress';
  return {
    ...same,
    ...(since === undefined || since === 'all' ? {} : { since }),
    ...(since === 'all' ? { from: '1970-01-01T00:00:00Z' } : {}),
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(until === undefined ? {} : { until: startOfDay(dayAfter(until)) }),
    ...(state === undefined ? {} : { state: ended ? 'ended' : 'in_progress' }),
    ...(ended ? { status: state } : {}),
  };
}
