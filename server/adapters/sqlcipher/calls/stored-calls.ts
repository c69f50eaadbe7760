import type { SessionRow, SessionSummaries } from '../../../ports/session-summaries.ts';
import { parseSummary, storedCounts } from '../../system/stored-session.ts';
import type { Remote } from '../engine/writer.ts';
import type { StoredSession, StoredSummaries } from './calls.ts';

/** A session from its row. */
export function sessionRow(row: StoredSession): SessionRow {
  return {
    summary: parseSummary(row.summary),
    foldedSeq: row.folded_seq,
    addedMs: storedCounts.parse(JSON.parse(row.added_ms)),
  };
}

/** Session summaries over the thread that stores them, which so does without zod. */
export function parsedSummaries(
  stored: Remote<{ summaries: StoredSummaries }>['summaries'],
): SessionSummaries {
  return {
    ...stored,
    get: async (id) => {
      const row = await stored.get(id);
      return row && sessionRow(row);
    },
    list: async (query) => (await stored.list(query)).map(parseSummary),
  };
}
