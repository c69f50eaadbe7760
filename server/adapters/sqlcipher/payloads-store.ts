import { Fault } from '../../domain/fault.ts';
import type { Secret } from '../../domain/secret.ts';
import type { Payloads } from '../../ports/payloads.ts';
import type { PayloadsStoreMethods } from './payloads-worker.ts';
import { openWriter } from './writer.ts';

export interface PayloadsStore {
  readonly payloads: Payloads;
  /** Resolves when the thread has ended though nobody closed it. */
  readonly ended: Promise<void>;
  /** Finishes what was asked, then closes the database and its thread. */
  close(): Promise<void>;
}

/**
 * Opens `payloads.db` with its raw 32-byte key, in a thread of its own; rejects when the key does not
 * fit. Payloads are part of the record, so one that cannot be kept is Fault `AuditUnavailable`.
 */
export async function openPayloadsStore(options: {
  readonly file: string;
  readonly key: Secret<Buffer>;
}): Promise<PayloadsStore> {
  const writer = await openWriter<PayloadsStoreMethods>({
    worker: new URL('./payloads-worker.ts', import.meta.url),
    data: { file: options.file, key: options.key.reveal() },
    failure: (cause) => new Fault('AuditUnavailable', 'payloads cannot be kept', { cause }),
  });

  return {
    payloads: {
      keyOf: (sessionId, offered) => writer.call('keyOf', { sessionId, offered }),
      keep: (sessionId, payload) => writer.call('keep', { sessionId, payload }),
      read: (sessionId) => writer.call('read', sessionId),
      erase: async (sessions) => {
        if (sessions.length > 0) await writer.call('erase', sessions);
      },
    },
    ended: writer.ended,
    close: () => writer.close(),
  };
}
