import type { SessionId } from '../domain/ids.ts';

/** The data key of one session, encrypted with the payload key of `kid`. */
export interface WrappedKey {
  readonly kid: string;
  readonly wrapped: Uint8Array;
}

/** Ciphertext under a session's data key, and its SHA-256 in hex, by which an event names it. */
export interface SealedPayload {
  readonly sha256: string;
  readonly ciphertext: Uint8Array;
}

/** The stored payloads of a session. */
export type KeptPayloads =
  | { readonly state: 'not_kept' | 'erased' }
  | {
      readonly state: 'kept';
      readonly key: WrappedKey;
      readonly payloads: readonly SealedPayload[];
    };

/** Encrypted payloads of calls whose policy logs them (design D28). All writes are durable on return. */
export interface Payloads {
  /**
   * The session's key; undefined when it was erased. A session without one gets the offered key and its first payload,
   * sealed under that key; nothing else is stored.
   */
  keepFirst(
    sessionId: SessionId,
    offered: WrappedKey,
    payload: SealedPayload,
  ): Promise<WrappedKey | undefined>;
  /** False, with nothing stored, when the session has no key or its key was erased. */
  keep(sessionId: SessionId, payload: SealedPayload): Promise<boolean>;
  read(sessionId: SessionId): Promise<KeptPayloads>;
  /** Deletes the words of `CallWords`, then keys, payloads and marks; skips sessions without any. */
  erase(sessions: readonly SessionId[]): Promise<void>;
}
