import type { SessionId } from '../domain/ids.ts';

/** The data key of one session, wrapped by the payload key of `kid`. */
export interface WrappedKey {
  readonly kid: string;
  readonly wrapped: Uint8Array;
}

/** Ciphertext under a session's data key, and its SHA-256 in hex, which an event names it by. */
export interface SealedPayload {
  readonly sha256: string;
  readonly ciphertext: Uint8Array;
}

/** What is left of a session's payloads. */
export type KeptPayloads =
  | { readonly state: 'not_kept' | 'erased' }
  | {
      readonly state: 'kept';
      readonly key: WrappedKey;
      readonly payloads: readonly SealedPayload[];
    };

/** Encrypted payloads of calls whose policy keeps them (design D28). All is durable on return. */
export interface Payloads {
  /** The session's key: the one kept already, else the one offered; undefined when it was erased. */
  keyOf(sessionId: SessionId, offered: WrappedKey): Promise<WrappedKey | undefined>;
  /** False, with nothing kept, when the session has no key or it was erased. */
  keep(sessionId: SessionId, payload: SealedPayload): Promise<boolean>;
  read(sessionId: SessionId): Promise<KeptPayloads>;
  /** Deletes the keys, and with them all that they sealed; sessions without payloads are passed over. */
  erase(sessions: readonly SessionId[]): Promise<void>;
}
