import type { AgentId, SessionId } from '../domain/ids.ts';
import type { SessionStatus, SessionSummary } from '../domain/session.ts';

export interface SessionQuery {
  readonly agentId?: AgentId;
  readonly status?: SessionStatus;
  /** ISO 8601 UTC; only sessions that started at or after it. */
  readonly since?: string;
  readonly minRedactions?: number;
  /** Only sessions whose call has not ended. */
  readonly open?: true;
  /** Only sessions that sort after this one: older, newest start first. */
  readonly after?: { readonly startedAt: string; readonly id: SessionId };
  readonly limit: number;
}

/** A summary with the journal position it was folded from. */
export interface SessionRow {
  /** As ended only once it is sealed as well: a start takes up what is not (design D29). */
  readonly summary: SessionSummary;
  /** `seq` of the last journal record folded into the summary. */
  readonly foldedSeq: number;
  /** Delivered replies by added latency: whole milliseconds, in decimal, to how many took that long. */
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
   * Keeps the HMAC in hex of the platform's id of a call until the call has ended, so that the call
   * goes on in its session after a restart. Apart from `record`, because no event holds it.
   */
  keepKey(id: SessionId, callKey: string): Promise<void>;
  /** The kept key of a session, '' when there is none. */
  keyOf(id: SessionId): Promise<string>;
  list(query: SessionQuery): Promise<readonly SessionSummary[]>;
  /**
   * Sums over the sessions of an agent that started at or after `since` and, if it is given, before
   * `until` (ISO 8601 UTC).
   */
  totals(agentId: AgentId, since: string, until?: string): Promise<CallTotals>;
  /** How many sessions `totals` would sum, at a fraction of its cost. */
  count(agentId: AgentId, since: string): Promise<number>;
  /** Highest `foldedSeq` recorded, -1 when empty. */
  foldedSeq(): Promise<number>;
}
