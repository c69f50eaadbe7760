import { outcomesOf } from '../../domain/exposure.ts';
import { type SessionOrder, sessionCounts } from '../../domain/session.ts';
import type { CallTotals, SessionRow } from '../../ports/session-summaries.ts';
import type { StoreQuery } from './session-filter.ts';

/** A session as both databases store it: what lists filter and sort by, what sums add up, and JSON. */
export function sessionColumns({ summary, foldedSeq, addedMs }: SessionRow) {
  return {
    id: summary.id,
    agent_id: summary.agentId,
    started_ms: Date.parse(summary.startedAt),
    status: summary.status,
    redactions: summary.redactionCount,
    ended: summary.ended,
    reviewed: summary.reviewed !== undefined,
    duration_ms: summary.durationMs,
    turns: summary.turnCount,
    kinds: ['', ...Object.keys(summary.redactionsByKind), ''].join(' '),
    exposures: ['', ...outcomesOf(summary.exposure), ''].join(' '),
    counts: JSON.stringify(sessionCounts(summary, addedMs)),
    folded_seq: foldedSeq,
    summary: JSON.stringify(summary),
    added_ms: JSON.stringify(addedMs),
  };
}

/** What lists are sorted by. */
export const orderColumns: Readonly<Record<SessionOrder, string>> = {
  start: 'started_ms',
  duration: 'duration_ms',
  redactions: 'redactions',
  turns: 'turns',
};

/** True of a query that no index lists in order: `sessions_search` answers it alone. */
export function isSearch(query: Omit<StoreQuery, 'limit'>): boolean {
  const { kind, exposure, idPrefix, words, reviewed, open, order = 'start' } = query;
  const isFilter = [kind, exposure, idPrefix, words, reviewed].some((value) => value !== undefined);
  return isFilter || open === false || order !== 'start';
}

/** Milliseconds of a bound that may be open. */
export function untilMs(until: string | undefined): number {
  return until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until);
}

/** The sums of an agent, and its replies by latency. */
export function callTotals(
  { sessions = 0, redactions = 0 }: Partial<Omit<CallTotals, 'addedMs'>> = {},
  latencies: readonly { readonly ms: string; readonly replies: number }[],
): CallTotals {
  const addedMs = Object.fromEntries(latencies.map(({ ms, replies }) => [ms, replies]));
  return { sessions, redactions, addedMs };
}
