import type { MarkId, SessionId } from '../domain/ids.ts';
import type { Mark, MarkDecision } from '../domain/mark.ts';
import type { CallNote, CallRemarks } from '../domain/session.ts';

export interface MarkQuery {
  /** Only decided marks, or only open ones. */
  readonly decided?: boolean;
  readonly sessionId?: SessionId;
  /** Only older marks than this one. */
  readonly before?: MarkId;
  readonly limit: number;
}

/**
 * Mistakes of detection that people marked, encrypted like payloads (decision 0084). All writes are durable
 * on return. `Payloads.erase` also deletes the marks of its sessions.
 */
export interface Marks {
  add(mark: Mark): Promise<void>;
  /** Newest first. */
  list(query: MarkQuery): Promise<readonly Mark[]>;
  find(id: MarkId): Promise<Mark | undefined>;
  /** Replaces an earlier decision. The mark after it; undefined for an unknown one. */
  decide(id: MarkId, decision: MarkDecision): Promise<Mark | undefined>;
}

/**
 * What people say of calls, encrypted like payloads (decision 0175). All writes are durable on return.
 * `Payloads.erase` also deletes the remarks of its sessions.
 */
export interface Remarks {
  setTags(sessionId: SessionId, tags: readonly string[]): Promise<void>;
  setNote(sessionId: SessionId, note: CallNote | undefined): Promise<void>;
  /** Those of these sessions that have any. */
  of(
    sessions: readonly SessionId[],
  ): Promise<readonly (CallRemarks & { readonly id: SessionId })[]>;
}
