import type { Secret } from '../../../domain/secret.ts';
import type { CallWords } from '../../../ports/call-words.ts';
import type { JournalHead } from '../../../ports/journal.ts';
import type { SessionErasure } from '../../../ports/retention.ts';
import type { SessionSummaries } from '../../../ports/session-summaries.ts';
import { openWriter } from '../engine/writer.ts';
import type { CallsStorePorts } from './calls-worker.ts';
import { parsedSummaries } from './stored-calls.ts';

export interface CallsStore {
  readonly summaries: SessionSummaries;
  readonly words: CallWords;
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
  const writer = await openWriter<CallsStorePorts>({
    worker: new URL('./calls-worker.ts', import.meta.url),
    data: { file: options.file, key: options.key.reveal() },
  });

  const { summaries, words, erasure, knownHead } = writer.ports;
  return {
    summaries: parsedSummaries(summaries),
    words: { ...words, inOrder: true },
    erasure,
    keepKnownHead: knownHead.keep,
    ended: writer.ended,
    close: () => writer.close(),
  };
}
