import type { AgentId, SessionId } from '../domain/ids.ts';
import type { SessionStatus, SessionSummary } from '../domain/session.ts';

export interface SessionQuery {
  readonly agentId?: AgentId;
  readonly status?: SessionStatus;
  /** ISO 8601 UTC; only sessions that started at or after it. */
  readonly since?: string;
  readonly minRedactions?: number;
  /** Only sessions of calls in progress. */
  readonly open?: true;
  /** Only sessions that sort after this one: older, newest start first. */
  readonly after?: { readonly startedAt: string; readonly id: SessionId };
  readonly limit: number;
}

/** A summary, and the journal position up to which it is folded. */
export interface SessionRow {
  /** `ended` only once the session is sealed too: a start resumes the others (design D29). */
  readonly summary: SessionSummary;
  /** `seq` of the last journal record folded into the summary. */
  readonly foldedSeq: number;
  /** Number of delivered replies by added latency in whole milliseconds (decimal). */
  readonly addedMs: Readonly<Record<string, number>>;
}

/** Sums over an agent's sessions (spec, Agent: `stats`). */
export interface CallTotals {
  readonly sessions: number;
  readonly redactions: number;
  readonly addedMs: Readonly<Record<string, number>>;
}

/** Session summaries, derived from the journal and written off the request path (spec, rule 7). */
export interface SessionSummaries {
  /** Inserts or replaces rows by session id. */
  record(rows: readonly SessionRow[]): Promise<void>;
  get(id: SessionId): Promise<SessionRow | undefined>;
  /**
   * Stores the HMAC in hex of the platform's call id until the call has ended, so that the call
   * continues in its session after a restart. Separate from `record`, because no event holds it.
   */
  keepKey(id: SessionId, callKey: string): Promise<void>;
  /** The stored key of a session, or ''. */
  keyOf(id: SessionId): Promise<string>;
  list(query: SessionQuery): Promise<readonly SessionSummary[]>;
  /**
   * Sums over the sessions of an agent that started at or after `since` and, if it is given, before
   * `until` (ISO 8601 UTC).
   */
  totals(agentId: AgentId, since: string, until?: string): Promise<CallTotals>;
  /** The number of sessions in `totals`, at a fraction of its cost. */
  count(agentId: AgentId, since: string): Promise<number>;
  /** Highest stored `foldedSeq`, -1 when empty. */
  foldedSeq(): Promise<number>;
}
