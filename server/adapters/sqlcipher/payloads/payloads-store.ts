import { Fault } from '../../../domain/fault.ts';
import type { Secret } from '../../../domain/secret.ts';
import type { Payloads } from '../../../ports/payloads.ts';
import { openDatabase } from '../engine/connection.ts';
import { openWriter, type Writer } from '../engine/writer.ts';
import { payloadsMigrations } from './payloads.ts';
import type { PayloadsStorePorts } from './payloads-worker.ts';

export interface PayloadsStore {
  readonly payloads: Payloads;
  /** Resolves when the thread ends without `close`. */
  readonly ended: Promise<void>;
  /** Finishes outstanding calls, then closes the database and its thread. */
  close(): Promise<void>;
}

const failure = (cause: Error): Error =>
  new Fault('AuditUnavailable', 'payloads cannot be kept', { cause });

/**
 * Opens `payloads.db` with its raw 32-byte key; rejects when the key is wrong. The thread starts
 * immediately if the file holds payloads, else with the first call, because most policies log none
 * (decision 0038). Payloads are part of the audit record, so a failed write is Fault `AuditUnavailable`.
 */
export async function openPayloadsStore(options: {
  readonly file: string;
  readonly key: Secret<Buffer>;
}): Promise<PayloadsStore> {
  const data = { file: options.file, key: options.key.reveal() };
  const ended = Promise.withResolvers<void>();
  let thread: Promise<Writer<PayloadsStorePorts>> | undefined;
  let closed = false;

  const start = async (): Promise<Writer<PayloadsStorePorts>> => {
    try {
      const worker = new URL('./payloads-worker.ts', import.meta.url);
      const writer = await openWriter<PayloadsStorePorts>({ worker, data, failure });
      void writer.ended.then(ended.resolve);
      return writer;
    } catch (cause) {
      thread = undefined;
      throw failure(cause as Error);
    }
  };
  const running = async (): Promise<Payloads> => {
    if (closed && thread === undefined) throw failure(new Error('the store is closed'));
    thread ??= start();
    return (await thread).ports.payloads;
  };

  if (holdsPayloads(data)) await running();
  return {
    payloads: {
      keyOf: async (...args) => (await running()).keyOf(...args),
      keep: async (...args) => (await running()).keep(...args),
      read: async (...args) => (await running()).read(...args),
      erase: async (sessions) => {
        if (sessions.length > 0) await (await running()).erase(sessions);
      },
    },
    ended: ended.promise,
    close: async () => {
      closed = true;
      // The caller that started the thread has the error.
      const writer = await thread?.catch(() => undefined);
      await writer?.close();
    },
  };
}

function holdsPayloads(data: { readonly file: string; readonly key: Uint8Array }): boolean {
  const db = openDatabase({ ...data, migrations: payloadsMigrations });
  try {
    return db.prepare('SELECT EXISTS (SELECT 1 FROM session_key)').pluck().get() === 1;
  } finally {
    db.close();
  }
}
