import type { SessionId } from '../../../server/domain/ids.ts';
import type {
  SessionQuery,
  SessionRow,
  SessionSummaries,
} from '../../../server/ports/session-summaries.ts';
import { callTotals } from './call-totals.ts';

/** Session summaries that are forgotten when the process ends. */
export function memoryCalls(): SessionSummaries {
  const rows = new Map<SessionId, SessionRow>();
  const keys = new Map<SessionId, string>();
  const newestFirst = () => [...rows.values()].sort(byNewest);

  return {
    record: async (changed) => {
      for (const row of changed) {
        rows.set(row.summary.id, row);
        if (row.summary.ended) keys.delete(row.summary.id);
      }
    },
    get: async (id) => rows.get(id),
    keepKey: async (id, callKey) => void keys.set(id, callKey),
    keyOf: async (id) => keys.get(id) ?? '',
    list: async (query) =>
      newestFirst()
        .filter((row) => matches(row, query))
        .slice(0, query.limit)
        .map((row) => row.summary),
    totals: async (agentId, since, until) =>
      callTotals(
        newestFirst().filter((row) => matches(row, { agentId, since }) && startsBefore(row, until)),
      ),
    count: async (agentId, since) =>
      newestFirst().filter((row) => matches(row, { agentId, since })).length,
    foldedSeq: async () =>
      newestFirst().reduce((highest, row) => Math.max(highest, row.foldedSeq), -1),
  };
}

function matches({ summary }: SessionRow, query: Omit<SessionQuery, 'limit'>): boolean {
  const { agentId, status, since, minRedactions = 0, open, after } = query;
  return (
    (agentId === undefined || summary.agentId === agentId) &&
    (status === undefined || summary.status === status) &&
    (since === undefined || Date.parse(summary.startedAt) >= Date.parse(since)) &&
    (after === undefined || compare(summary, after) < 0) &&
    (open === undefined || !summary.ended) &&
    summary.redactionCount >= minRedactions
  );
}

function startsBefore({ summary }: SessionRow, until: string | undefined): boolean {
  return until === undefined || Date.parse(summary.startedAt) < Date.parse(until);
}

type Place = { readonly startedAt: string; readonly id: SessionId };

/** Order by start, then by id; texts of one instant may differ in their fractional digits. */
function compare(a: Place, b: Place): number {
  return (
    Date.parse(a.startedAt) - Date.parse(b.startedAt) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

function byNewest(a: SessionRow, b: SessionRow): number {
  return compare(b.summary, a.summary);
}
