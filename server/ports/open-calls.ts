import type { AgentId, SessionId } from '../domain/ids.ts';

/**
 * Identifies the conversation of a request without a call id by its messages, and the earlier
 * requests that it may continue (decision 0146). Each name is an HMAC, so that no text is stored.
 */
export interface Conversation {
  /** Name of the whole message list. */
  readonly own: string;
  /** Names of the requests that this one may continue, longest first; each is a beginning of it. */
  readonly beginnings: readonly string[];
}

/** A request that joins its call. */
export interface EnteringRequest {
  /** Id of the request, unique at all replicas. */
  readonly id: string;
  /** HMAC of the platform's call id; '' continues a conversation, or makes a call of one request. */
  readonly callKey: string;
  /** Names the request's credential; absent for a request that is no turn, which enters the call of any. */
  readonly credential?: string | undefined;
  readonly conversation?: Conversation | undefined;
  readonly agentId: AgentId;
  /** The session id to use if the call is new. */
  readonly offered: SessionId;
  /** Turns that the request adds. */
  readonly turns: 0 | 1;
  /** The version of the settings that it uses (`SharedSettings`); absent for a request that reads none. */
  readonly settings?: number | undefined;
  /** The memory that this replica already has, so that the store does not send it again. */
  readonly known?: { readonly sessionId: SessionId; readonly version: number };
}

export interface EnteredCall {
  readonly sessionId: SessionId;
  /** Turns before this request. */
  readonly turn: number;
  /** True when the call begins with this request. */
  readonly fresh: boolean;
  readonly hungUp: boolean;
  /** Increases with each `save`. */
  readonly version: number;
  /** The last saved memory; absent when none was saved, or when it is `known`. */
  readonly memory?: string;
}

/** The last saved memory of a call. */
export interface CallMemory {
  readonly version: number;
  readonly memory: string;
}

/** A call that this replica must end; no other replica does so while this one is alive. */
export interface ClaimedCall {
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  readonly callKey: string;
  readonly hungUp: boolean;
}

/** An open call from before replicas shared them, such as one of imported files. */
export interface AdoptedCall extends Omit<ClaimedCall, 'hungUp'> {
  readonly credential?: string | undefined;
  readonly turns: number;
  readonly memory: string;
}

/**
 * The calls in progress at all replicas (design D47): one session, one count of turns and one memory
 * for each call. A database crash may lose them together with the journal records that they belong to.
 */
export interface SharedCallStore {
  /**
   * Begins or continues a call, which then stays in progress at least until `leave`. A call belongs to the
   * first credential that enters it; the same call key under another one is another call. A conversation
   * continues the call whose last request is the first of `beginnings` that there is. Undefined, with nothing changed, when the settings have another version than `settings`.
   */
  enter(request: EnteringRequest): Promise<EnteredCall | undefined>;
  /**
   * True when this request must write the call's `call_started`, because the request that should have
   * written it has left, or its replica is gone.
   */
  takeStart(session: SessionId, request: string): Promise<boolean>;
  /**
   * Replaces the memory of `version` and increases the version. If another replica saved first, writes
   * nothing and returns what that replica saved.
   */
  save(session: SessionId, version: number, memory: string): Promise<CallMemory | undefined>;
  /** The last saved memory of a call in progress, if any was saved; undefined for a call that is over. */
  find(
    session: SessionId,
  ): Promise<(Partial<CallMemory> & Pick<CallMemory, 'version'>) | undefined>;
  /** Ends the request; true when this also ends the call, and this replica must record that. */
  leave(session: SessionId, request: string): Promise<boolean>;
  /**
   * Records that the platform ended the calls of this key. Claims those without a request in flight; the
   * others the `leave` of their last request claims. Remembered as long as a silent call stays open.
   */
  hangUp(callKey: string): Promise<readonly ClaimedCall[]>;
  /** Forgets that the platform ended the calls of this key. */
  reopen(callKey: string): Promise<void>;
  /** The session of a call that the platform ended lately, '' when the call had no request. */
  past(callKey: string): Promise<SessionId | '' | undefined>;
  /**
   * Shows that this replica is alive and claims calls for it: silent for `idleMs`, of a replica that is
   * gone, or claimed before and not finished. Call it every 15 seconds.
   */
  takeOver(idleMs: number): Promise<readonly ClaimedCall[]>;
  /** Forgets the call: the records of its end are durable. */
  finished(session: SessionId): Promise<void>;
  /** Adds the call; does nothing if it was added before. */
  adopt(call: AdoptedCall): Promise<void>;
  /** Id of this replica, new at each start. */
  readonly replica: string;
  /** Number of live replicas, this one included, as of the last `takeOver`. */
  living(): number;
}
