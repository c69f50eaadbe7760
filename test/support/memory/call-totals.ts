import type { CallTotals, SessionRow } from '../../../server/ports/session-summaries.ts';
import { addCounts } from '../../../server/projections/histogram.ts';

/** The sums over some sessions (spec, Agent: `stats`). */
export function callTotals(rows: readonly SessionRow[]): CallTotals {
  return rows.reduce(
    (totals, { summary, addedMs }) => ({
      sessions: totals.sessions + 1,
      redactions: totals.redactions + summary.redactionCount,
      addedMs: addCounts(totals.addedMs, addedMs),
    }),
    { sessions: 0, redactions: 0, addedMs: {} },
  );
}
