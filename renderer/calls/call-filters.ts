/** Filters of the list of calls. They are part of the URL, so that a user can share a view. */
export interface CallFilters {
  /** A duration such as `24h`. */
  readonly since?: string;
  readonly agent_id?: string;
  readonly status?: string;
  readonly min_redactions?: number;
}

export const sinceChoices = ['1h', '24h', '7d', '30d'] as const;
export const statusChoices = ['ok', 'partial', 'error'] as const;

/** The filters of a URL; unknown values are dropped. */
export function callFiltersFromSearch(search: Readonly<Record<string, unknown>>): CallFilters {
  const { since, agent_id, status } = search;
  const least = Number(search['min_redactions']);
  return {
    ...(sinceChoices.some((choice) => choice === since) ? { since: String(since) } : {}),
    ...(typeof agent_id === 'string' && agent_id !== '' ? { agent_id } : {}),
    ...(statusChoices.some((choice) => choice === status) ? { status: String(status) } : {}),
    ...(Number.isInteger(least) && least > 0 ? { min_redactions: least } : {}),
  };
}
