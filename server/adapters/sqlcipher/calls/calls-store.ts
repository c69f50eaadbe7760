import type { Secret } from '../../../domain/secret.ts';
import type { JournalHead } from '../../../ports/journal.ts';
import type { SessionErasure } from '../../../ports/retention.ts';
import type { SessionSummaries } from '../../../ports/session-summaries.ts';
import { openWriter } from '../engine/writer.ts';
import type { CallsStoreMethods } from './calls-worker.ts';

export interface CallsStore {
  readonly summaries: SessionSummaries;
  readonly erasure: SessionErasure;
  /** Stores a copy of the journal head (decision 0055). */
  keepKnownHead(head: JournalHead): Promise<void>;
  /** Resolves when the thread ends without `close`. */
  readonly ended: Promise<void>;
  /** Finishes outstanding calls, then closes the database and its thread. */
  close(): Promise<void>;
}

/**
 * Opens `calls.db` with its raw 32-byte key, in a thread of its own; rejects when the key is wrong. The
 * file is derived from the journal: a power failure may lose its last rows, and the service can rebuild
 * the whole file (decision 0002).
 */
export async function openCallsStore(options: {
  readonly file: string;
  readonly key: Secret<Buffer>;
}): Promise<CallsStore> {
  const writer = await openWriter<CallsStoreMethods>({
    worker: new URL('./calls-worker.ts', import.meta.url),
    data: { file: options.file, key: options.key.reveal() },
  });

  return {
    summaries: {
      record: (rows) => writer.call('record', rows),
      get: (id) => writer.call('getSession', id),
      keepKey: (id, callKey) => writer.call('keepKey', { id, callKey }),
      keyOf: (id) => writer.call('keyOf', id),
      list: (query) => writer.call('listSessions', query),
      totals: (agentId, since, until) =>
        writer.call('totals', { agentId, since, ...(until === undefined ? {} : { until }) }),
      count: (agentId, since) => writer.call('count', { agentId, since }),
      foldedSeq: () => writer.call('foldedSeq', undefined),
    },
    erasure: { erase: (sessions) => writer.call('eraseSessions', sessions) },
    keepKnownHead: (head) => writer.call('keepKnownHead', head),
    ended: writer.ended,
    close: () => writer.close(),
  };
}
