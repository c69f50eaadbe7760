import type { EventFields, EventKind, JournalRecord } from '../../domain/event.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { MaskedGroup, PeriodTotals } from '../../domain/reports/period.ts';
import type { SessionSummary } from '../../domain/session.ts';
import { addCounts } from '../histogram.ts';
import { foldSession, type SessionFold } from '../session-summary.ts';
import { countRequest } from './masked-groups.ts';

type Counts = Readonly<Record<string, number>>;

/** Sums up the records of the calls of a period. */
export interface PeriodFold {
  add(record: JournalRecord): void;
  finish(): Omit<PeriodTotals, 'summaries'>;
}

/** `onCall` gets the summary of each call when it is sealed, and at the end those of the calls that are not. */
export function periodFold(onCall: (summary: SessionSummary) => void): PeriodFold {
  const folds = new Map<SessionId, SessionFold>();
  const groups = new Map<string, MaskedGroup>();
  const spans = new Map<string, Counts>();
  const restoresFailed = new Map<SessionId, number>();
  const [upstreams, scanners] = [new Set<string>(), new Set<string>()];
  let restoresFailedByReason: Counts = {};
  let restored = 0;
  let retentionDays: number | undefined;

  const steps: { readonly [K in EventKind]?: (fields: EventFields[K], id: SessionId) => void } = {
    call_started: ({ upstream, retention_days: days }) => {
      upstreams.add(upstream);
      retentionDays = Math.min(retentionDays ?? days, days);
    },
    request_masked: (request) => {
      const { policy_sha256: sha256, spans_by_kind } = request;
      countRequest(groups, request);
      spans.set(sha256, addCounts(spans.get(sha256) ?? {}, spans_by_kind));
    },
    upstream_failed: ({ fallback, handling }) => {
      if (handling === 'sent') upstreams.add(fallback);
    },
    egress_scanned: ({ scanner }) => void scanners.add(scanner),
    leak_blocked: ({ scanner }) => void scanners.add(scanner),
    response_completed: (reply) => {
      restored += reply.restored;
    },
    rehydration_failed: ({ reason }, id) => {
      restoresFailed.set(id, (restoresFailed.get(id) ?? 0) + 1);
      restoresFailedByReason = addCounts(restoresFailedByReason, { [reason]: 1 });
    },
  };

  return {
    add(record) {
      const { session_id: id } = record;
      if (id === undefined) return;
      const fold = foldSession(folds.get(id), record, '');
      folds.set(id, fold);
      // Each record holds the fields of its kind: the journal checks them when it reads them.
      const step = steps[record.kind] as ((fields: unknown, id: SessionId) => void) | undefined;
      step?.(record, id);
      if (record.kind !== 'session_sealed') return;
      folds.delete(id);
      onCall(fold.summary);
    },
    finish() {
      for (const { summary } of folds.values()) onCall(summary);
      return {
        restoresFailed,
        restoresFailedByReason,
        restored,
        spans,
        groups: [...groups.values()],
        upstreams: [...upstreams].sort(),
        scanners: [...scanners].sort(),
        ...(retentionDays !== undefined && { retentionDays }),
      };
    },
  };
}
