import type { SessionId } from '../domain/ids.ts';

/** A call whose entry is missing or out of date. */
export interface DueCall {
  readonly id: SessionId;
  /** Changes with each `renew`. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly startedMs: number;
}

/** The words by which a call is found, those of a text in order; without any it has no entry. */
export interface CallEntry extends Pick<DueCall, 'id' | 'version'> {
  readonly texts: readonly (readonly string[])[];
}

export interface DueQuery {
  /** Only calls that come after this one. */
  readonly after?: Pick<DueCall, 'id' | 'startedMs'>;
  readonly limit: number;
}

/**
 * By which words calls are found (`SessionFilter.words`; decision 0174). The words come from kept texts, so a lost
 * index is made again. `Payloads.erase` and `SessionErasure.erase` also delete the words of their sessions.
 */
export interface CallWords {
  /**
   * Whether words are found that follow each other, and by their beginning. Else each word is found by itself, and a
   * beginning is not found.
   */
  readonly inOrder: boolean;
  /** Calls that are over and have to be read, the newest first. */
  due(query: DueQuery): Promise<readonly DueCall[]>;
  /** How many calls are due. */
  dueCount(): Promise<number>;
  /** The version of a call, whether it is due or not; undefined for an unknown one. */
  version(id: SessionId): Promise<number | undefined>;
  /** Replaces entries. Skips a call that is gone, or that was renewed since it was due: its texts may be erased. */
  keep(entries: readonly CallEntry[]): Promise<void>;
  /** Deletes the words of these calls, which are then due. Skips unknown sessions. Durable on return. */
  renew(sessions: readonly SessionId[]): Promise<void>;
}
