import { Fault } from '../../../domain/fault.ts';
import type { Secret } from '../../../domain/secret.ts';
import type { JournalHead } from '../../../ports/journal.ts';
import type { Marks, Remarks } from '../../../ports/marks.ts';
import type { Payloads } from '../../../ports/payloads.ts';
import { openDatabase } from '../engine/connection.ts';
import { writeKnownHead } from '../engine/known-head.ts';
import { openWriter, type Writer } from '../engine/writer.ts';
import { payloadsMigrations } from './payloads.ts';
import type { PayloadsStorePorts } from './payloads-worker.ts';

export interface PayloadsStore {
  readonly payloads: Payloads;
  readonly marks: Marks;
  readonly remarks: Remarks;
  /** Keeps the journal's head (decision 0140): at once where the thread runs, else when the store closes. */
  keepKnownHead(head: JournalHead): Promise<void>;
  /** Resolves when the thread ends without `close`. */
  readonly ended: Promise<void>;
  /** Finishes outstanding calls, then closes the database and its thread. */
  close(): Promise<void>;
}

const failure = (cause: Error): Error =>
  new Fault('AuditUnavailable', 'payloads cannot be kept', { cause });

/**
 * Opens `payloads.db` with its raw 32-byte key; rejects when the key is wrong. The thread starts
 * immediately if the file holds payloads, marks or remarks, else with the first of them (decision 0038). Payloads
 * are part of the audit record, so a failed write is Fault `AuditUnavailable`.
 */
export async function openPayloadsStore(options: {
  readonly file: string;
  readonly key: Secret<Buffer>;
}): Promise<PayloadsStore> {
  const data = { file: options.file, key: options.key.reveal() };
  const ended = Promise.withResolvers<void>();
  let thread: Promise<Writer<PayloadsStorePorts>> | undefined;
  let closed = false;
  let headWithoutThread: JournalHead | undefined;

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
  const running = async (): Promise<Writer<PayloadsStorePorts>['ports']> => {
    if (closed && thread === undefined) throw failure(new Error('the store is closed'));
    thread ??= start();
    return (await thread).ports;
  };

  if (isUsed(data)) await running();
  return {
    payloads: {
      keepFirst: async (...args) => (await running()).payloads.keepFirst(...args),
      keep: async (...args) => (await running()).payloads.keep(...args),
      read: async (...args) => (await running()).payloads.read(...args),
      erase: async (sessions) => {
        if (sessions.length > 0) await (await running()).payloads.erase(sessions);
      },
    },
    marks: {
      add: async (...args) => (await running()).marks.add(...args),
      // Without a thread there is none; asking must not start one.
      list: async (query) => (thread === undefined ? [] : (await running()).marks.list(query)),
      find: async (...args) => (await running()).marks.find(...args),
      decide: async (...args) => (await running()).marks.decide(...args),
    },
    remarks: {
      setTags: async (...args) => (await running()).remarks.setTags(...args),
      setNote: async (...args) => (await running()).remarks.setNote(...args),
      of: async (sessions) => (thread === undefined ? [] : (await running()).remarks.of(sessions)),
    },
    keepKnownHead: async (head) => {
      headWithoutThread = thread === undefined ? head : undefined;
      if (thread !== undefined) await (await running()).knownHead.keep(head);
    },
    ended: ended.promise,
    close: async () => {
      closed = true;
      // The caller that started the thread has the error.
      const writer = await thread?.catch(() => undefined);
      await writer?.close();
      if (writer === undefined && headWithoutThread !== undefined)
        writeKnownHead(data, headWithoutThread);
    },
  };
}

function isUsed(data: { readonly file: string; readonly key: Uint8Array }): boolean {
  const db = openDatabase({ ...data, migrations: payloadsMigrations });
  try {
    return (
      db
        .prepare(`SELECT EXISTS (SELECT 1 FROM session_key) OR EXISTS (SELECT 1 FROM mark)
           OR EXISTS (SELECT 1 FROM remark)`)
        .pluck()
        .get() === 1
    );
  } finally {
    db.close();
  }
}
