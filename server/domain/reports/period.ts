import type { EventKind } from '../event.ts';
import type { AgentId, SessionId } from '../ids.ts';
import type { PassName } from '../policy.ts';
import type { SessionSummary } from '../session.ts';

type Counts = Readonly<Record<string, number>>;

/** The calls that started from `from` on and before `until` (ISO 8601 UTC), of one agent or of all. */
export interface Period {
  readonly from: string;
  readonly until: string;
  readonly agentId?: AgentId | undefined;
}

/** A call of a period, with its tree (design D21). */
export interface PeriodTree {
  readonly sessionId: SessionId;
  readonly merkleRootHex: string;
  readonly eventCount: number;
  readonly firstSeq: number;
  /** `seq` of the last leaf. */
  readonly lastSeq: number;
  readonly sealed: boolean;
}

/** A record in a period that names who did what. */
export interface PeriodAccess {
  readonly seq: number;
  readonly ts: string;
  readonly kind: EventKind;
  readonly actor: string;
  readonly sessionId?: SessionId | undefined;
  readonly agentId?: AgentId | undefined;
  /** Given by the person who revealed values. */
  readonly reason?: string | undefined;
  readonly currHash: string;
}

/** What the journal holds of a period, and whether it holds together. */
export interface PeriodTrees {
  /** In order of their first records. */
  readonly trees: readonly PeriodTree[];
  readonly accesses: readonly PeriodAccess[];
  /** Records that were lost and acknowledged in the period: `seq` of each `journal_gap`. */
  readonly gaps: readonly number[];
  /** Number of records of the journal when it was read; none after them is in here. */
  readonly size: number;
  /** The first record that does not verify; absent while all do. */
  readonly flaw?: { readonly seq: number; readonly rule: string } | undefined;
}

/** A policy as the events of calls name it; records of older versions have the hash of its text alone. */
export interface PolicyOnRecord {
  readonly sha256: string;
  readonly name: string | undefined;
  readonly version: number | undefined;
}

/** Requests that the same passes masked under one policy. */
export interface MaskedGroup {
  readonly policy: PolicyOnRecord;
  /** Passes that ran. */
  readonly passes: readonly PassName[];
  readonly requests: number;
}

/** Sums over the records of the calls of a period. */
export interface PeriodTotals {
  readonly summaries: readonly SessionSummary[];
  /** Tokens that were not restored, by call; only calls with one. */
  readonly restoresFailed: ReadonlyMap<SessionId, number>;
  readonly restoresFailedByReason: Counts;
  readonly restored: number;
  readonly groups: readonly MaskedGroup[];
  /** New spans by policy and kind. */
  readonly spans: ReadonlyMap<string, Counts>;
  readonly upstreams: readonly string[];
  readonly scanners: readonly string[];
  /** The shortest time that records of a call are kept, in days; absent without a call. */
  readonly retentionDays?: number | undefined;
}

export interface PeriodRecords extends PeriodTrees, PeriodTotals {}

/** True for a time (ISO 8601 UTC, milliseconds) in the period. */
export function isInPeriod(ts: string, { from, until }: Pick<Period, 'from' | 'until'>): boolean {
  return ts >= from && ts < until;
}
