import type { ExposureOutcome } from '../domain/exposure.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import type { SessionOrder, SessionStatus, SessionSummary } from '../domain/session.ts';
import type { SoughtWords } from '../domain/speech/said-words.ts';

/** Which sessions a list or a count is about; all of them where it is empty. */
export interface SessionFilter {
  readonly agentId?: AgentId;
  readonly status?: SessionStatus;
  /** ISO 8601 UTC; only sessions that started at or after it. */
  readonly since?: string;
  /** ISO 8601 UTC; only sessions that started before it. */
  readonly until?: string;
  readonly minRedactions?: number;
  /** Only sessions in which a value of this kind was masked. */
  readonly kind?: string;
  readonly exposure?: ExposureOutcome;
  /** True for calls in progress only, false for calls that are over. */
  readonly open?: boolean;
  /** Only sessions whose id begins with this. */
  readonly idPrefix?: string;
  /** Only sessions with any of these search keys. */
  readonly searchKeys?: readonly string[];
  /** Only sessions that have all of these (`CallWords`). */
  readonly words?: readonly SoughtWords[];
  /** True for calls that a person reviewed only, false for the others only. */
  readonly reviewed?: boolean;
}

export interface SessionQuery extends SessionFilter {
  /** Default: `start`. Sessions that are equal in it are ordered by id. */
  readonly order?: SessionOrder;
  /** Default: the newest, the longest or the most first. */
  readonly ascending?: boolean;
  /** Only sessions that come after this one; `value` is that of the order, a start in milliseconds. */
  readonly after?: { readonly value: number; readonly id: SessionId };
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

/** A time in which sessions started. */
export interface SessionStep {
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  /** Changes whenever a session of the step changes, comes or goes. */
  readonly stamp: string;
}

/** Sums over sessions of one agent. */
export interface AgentCounts {
  readonly agentId: AgentId;
  /** The sum of `sessionCounts`. */
  readonly counts: Readonly<Record<string, number>>;
}

/** From `fromMs` until before `untilMs`, in milliseconds since the epoch. */
export interface TimeRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Keyed hashes by which a session can be found: of its masked values, and of the platform's call id (decision 0108). */
export interface SessionKeys {
  readonly id: SessionId;
  readonly keys: readonly SearchKey[];
}

export interface SearchKey {
  readonly key: string;
  /** Of the value in its call; '' for none. */
  readonly placeholder: string;
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
  /** Adds search keys to sessions. No event holds them: a lost store loses them. */
  addSearchKeys(rows: readonly SessionKeys[]): Promise<void>;
  /** The search keys of a session that were kept with a placeholder, each with its first one (decision 0187). */
  numberedKeys(id: SessionId): Promise<readonly SearchKey[]>;
  /** When this store began to keep search keys (ISO 8601 UTC): older sessions have none. */
  searchableSince(): Promise<string>;
  list(query: SessionQuery): Promise<readonly SessionSummary[]>;
  /**
   * Sums over the sessions of an agent that started at or after `since` and, if it is given, before
   * `until` (ISO 8601 UTC).
   */
  totals(agentId: AgentId, since: string, until?: string): Promise<CallTotals>;
  /** The number of matching sessions; of one agent at a fraction of the cost of `totals`. */
  count(filter: SessionFilter): Promise<number>;
  /** The multiples of `stepMs` since the epoch in which sessions of the range started, oldest first. */
  steps(range: TimeRange, stepMs: number): Promise<readonly SessionStep[]>;
  /** Sums over the sessions that started in the range, by agent. */
  sums(range: TimeRange): Promise<readonly AgentCounts[]>;
  /** Highest stored `foldedSeq`, -1 when empty. */
  foldedSeq(): Promise<number>;
}
