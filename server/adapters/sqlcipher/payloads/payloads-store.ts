import { Fault } from '../../../domain/fault.ts';
import type { Secret } from '../../../domain/secret.ts';
import type { JournalHead } from '../../../ports/journal.ts';
import type { Marks } from '../../../ports/marks.ts';
import type { Payloads } from '../../../ports/payloads.ts';
import { startWriter } from '../writer-thread.ts';
import type { PayloadsStorePorts } from './payloads-database.ts';

export interface PayloadsStore {
  readonly payloads: Payloads;
  readonly marks: Marks;
  /** Stores a copy of the journal head (decision 0140). */
  keepKnownHead(head: JournalHead): Promise<void>;
  /** Resolves when the thread ends without `close`. */
  readonly ended: Promise<void>;
  /** Finishes outstanding calls, then closes the database. */
  close(): Promise<void>;
}

const failure = (cause: Error): Error =>
  new Fault('AuditUnavailable', 'payloads cannot be kept', { cause });

/**
 * Opens `payloads.db` with its raw 32-byte key, in a thread that writes it; rejects when the key is wrong. Payloads are part of
 * the audit record, so a failed write is Fault `AuditUnavailable`.
 */
export async function openPayloadsStore(
  options: { readonly file: string; readonly key: Secret<Buffer> },
  thread = startWriter(),
): Promise<PayloadsStore> {
  const data = { file: options.file, key: options.key.reveal() };
  const writer = await thread.open<PayloadsStorePorts>({ name: 'payloads', data, failure });
  const { payloads, marks, knownHead } = writer.ports;
  return {
    payloads: {
      ...payloads,
      erase: async (sessions) => {
        // One call at a time: turns that are written in between wait for one at most.
        for (const session of sessions) await payloads.erase([session]);
      },
    },
    marks,
    keepKnownHead: knownHead.keep,
    ended: writer.ended,
    close: writer.close,
  };
}
