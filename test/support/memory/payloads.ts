import type { SessionId } from '../../../server/domain/ids.ts';
import type { Payloads, SealedPayload, WrappedKey } from '../../../server/ports/payloads.ts';

interface Kept {
  readonly key: WrappedKey;
  readonly payloads: Map<string, SealedPayload>;
}

/** Payloads that are forgotten when the process ends. */
export function memoryPayloads(): Payloads {
  const sessions = new Map<SessionId, Kept | 'erased'>();

  return {
    keepFirst: async (sessionId, key, payload) => {
      const known = sessions.get(sessionId);
      const kept = known ?? { key, payloads: new Map([[payload.sha256, payload]]) };
      sessions.set(sessionId, kept);
      return kept === 'erased' ? undefined : kept.key;
    },
    keep: async (sessionId, payload) => {
      const kept = sessions.get(sessionId);
      if (kept === undefined || kept === 'erased') return false;
      kept.payloads.set(payload.sha256, payload);
      return true;
    },
    read: async (sessionId) => {
      const kept = sessions.get(sessionId);
      if (kept === undefined) return { state: 'not_kept' };
      if (kept === 'erased') return { state: 'erased' };
      return { state: 'kept', key: kept.key, payloads: [...kept.payloads.values()] };
    },
    erase: async (ids) => {
      for (const id of ids) {
        if (sessions.has(id)) sessions.set(id, 'erased');
      }
    },
  };
}
