import { type SessionFilters, sinceIsAhead, sinceToIso } from '../../contract/sessions.ts';
import type { SessionOrder } from '../../domain/session.ts';
import type { SessionFilter, SessionQuery } from '../../ports/session-summaries.ts';
import { invalidRequest } from '../server/validator.ts';

const defaultSince = '24h';

/**
 * The sessions that a query asks for; `nowMs` is milliseconds since the epoch. With `wide`, all time before is the default.
 * Fault `validation_failed`.
 */
export function sessionFilter(
  query: SessionFilters,
  nowMs: number,
  { wide = false }: { readonly wide?: boolean } = {},
): SessionFilter {
  const { agent_id: agentId, kind, exposure, q, state, status, reviewed } = query;
  return {
    ...startWindow(query, nowMs, wide),
    minRedactions: query.min_redactions,
    ...(agentId !== undefined && { agentId }),
    ...(kind !== undefined && { kind }),
    ...(exposure !== undefined && { exposure }),
    ...(status !== undefined && { status }),
    ...(state !== undefined && { open: state === 'in_progress' }),
    ...(q !== undefined && { idPrefix: idPrefixOf(q) }),
    ...(reviewed !== undefined && { reviewed: reviewed === 'yes' }),
  };
}

/** When the sessions started. Who looks for one session or names an end means all time before. */
function startWindow(
  { since, from, until, q }: SessionFilters,
  nowMs: number,
  isWide: boolean,
): Pick<SessionFilter, 'since' | 'until'> {
  if (since !== undefined && sinceIsAhead(since, nowMs))
    throw invalidRequest([{ path: 'since', message: 'must not be in the future' }]);
  if (since !== undefined && from !== undefined)
    throw invalidRequest([{ path: 'from', message: 'cannot be given together with since' }]);
  if (from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from))
    throw invalidRequest([{ path: 'until', message: 'must be after from' }]);
  const wide = isWide || until !== undefined || q !== undefined;
  const start = from ?? since ?? (wide ? undefined : defaultSince);
  return {
    ...(start !== undefined && { since: sinceToIso(start, nowMs) }),
    ...(until !== undefined && { until }),
  };
}

/** The beginning of a session's id, with or without its `sess_`. */
function idPrefixOf(q: string): string {
  return `sess_${q.replace(/^sess_/i, '').toUpperCase()}`;
}

const orders: Readonly<Record<string, SessionOrder>> = {
  started_at: 'start',
  duration_ms: 'duration',
  redaction_count: 'redactions',
  turn_count: 'turns',
};

/** The order that `sort` names. */
export function sessionOrder(
  sort: SessionFilters['sort'],
): Pick<SessionQuery, 'order' | 'ascending'> {
  const name = sort.replace(/^-/, '');
  return { order: orders[name] ?? 'start', ascending: name === sort };
}
