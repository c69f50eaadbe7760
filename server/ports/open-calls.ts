import type { AgentId, SessionId } from '../domain/ids.ts';

/**
 * Names the messages of a request that carries no call id, and the shorter lists that it may go on
 * from (decision 0059). Each name is an HMAC, so that no text is kept.
 */
export interface Conversation {
  /** Names all messages. */
  readonly own: string;
  /** Names each beginning that an assistant message follows, longest first. */
  readonly goesOnFrom: readonly string[];
  /** Those of `goesOnFrom` that one reply and the words after it follow, and no later reply. */
  readonly replacesAfter: readonly string[];
}

/** A request that enters its call. */
export interface EnteringRequest {
  /** Names the request; of no other, at whichever replica. */
  readonly id: string;
  /** HMAC of the platform's call id; '' goes on with the conversation, or makes a call of its own. */
  readonly callKey: string;
  readonly conversation?: Conversation | undefined;
  readonly agentId: AgentId;
  /** The session's id, should the call be new. */
  readonly offered: SessionId;
  /** How many turns it takes. */
  readonly turns: 0 | 1;
  /** The version of the settings that it goes by (`SharedSettings`); absent for a request that reads none. */
  readonly settings?: number | undefined;
  /** What is known here of the call already, so that it is not sent again. */
  readonly known?: { readonly sessionId: SessionId; readonly version: number };
}

export interface EnteredCall {
  readonly sessionId: SessionId;
  /** Turns there were before. */
  readonly turn: number;
  /** True when the call begins with this request. */
  readonly fresh: boolean;
  readonly hungUp: boolean;
  /** Counts up with each `save`. */
  readonly version: number;
  /** What was saved last; absent when nothing was, or when it is known. */
  readonly memory?: string;
}

/** What was saved of a call last. */
export interface CallMemory {
  readonly version: number;
  readonly memory: string;
}

/**
 * The calls in progress as replicas know them together (design D47): one session per call, its turns
 * counted through, and one memory. Nothing here needs to outlast a crash of the database that the
 * records of the journal do not outlast either.
 */
export interface OpenCalls {
  /**
   * Begins a call, or goes on with it. It is in progress at least until the request has left. A
   * conversation goes on with the call whose last request is one of `goesOnFrom`. Else it replaces the
   * last request of the one call that went on from one of `replacesAfter` and spoke in the last 30 s.
   * Undefined, and nothing is done, when the settings have another version than the request goes by.
   */
  enter(request: EnteringRequest): Promise<EnteredCall | undefined>;
  /**
   * True when the request may write the call's beginning, since the one that was to do so has left,
   * or its replica is gone.
   */
  takeStart(session: SessionId, request: string): Promise<boolean>;
  /**
   * Puts `memory` in the place of `version`, and counts that up. Where it is not the last one any more,
   * nothing is written, and what was saved meanwhile is the answer.
   */
  save(session: SessionId, version: number, memory: string): Promise<CallMemory | undefined>;
  /** The request is over; true when the call is over with it, and this replica is to end it. */
  leave(session: SessionId, request: string): Promise<boolean>;
}

/** A call that this replica is to end; no other does so while this one lives. */
export interface ClaimedCall {
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  readonly callKey: string;
  readonly hungUp: boolean;
}

/** The endings of calls, each for one replica. */
export interface CallClaims {
  /**
   * The platform says that a call is over. Gives it when no request of it is in flight anywhere; if
   * one is, its `leave` does so. Remembered for as long as a silent call stays open.
   */
  hangUp(callKey: string): Promise<ClaimedCall | undefined>;
  /** The session of a call that the platform ended lately, '' when no request of it ever came. */
  past(callKey: string): Promise<SessionId | '' | undefined>;
  /**
   * Shows that this replica lives, and gives it the calls that are over: silent for `idleMs`, left by
   * a replica that is gone, and those it has and has not finished. To be called every 15 seconds.
   */
  takeOver(idleMs: number): Promise<readonly ClaimedCall[]>;
  /** All that was to be written of the call's end is durable: it is forgotten. */
  finished(session: SessionId): Promise<void>;
}

/** A call that was open before open calls were kept together, as in files that were moved here. */
export interface AdoptedCall extends Omit<ClaimedCall, 'hungUp'> {
  readonly turns: number;
  readonly memory: string;
}

export interface CallAdoption {
  /** Goes on with a call; does nothing when that has been done. */
  adopt(call: AdoptedCall): Promise<void>;
}

/** All that replicas know together of calls. */
export interface SharedCallStore extends OpenCalls, CallClaims, CallAdoption {
  /** Names this replica since its start. */
  readonly replica: string;
  /** How many replicas have lately shown that they live, this one included, as of the last `takeOver`. */
  living(): number;
}
