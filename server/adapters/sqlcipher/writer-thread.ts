import { startWriterThread, type WriterThread } from './engine/writer.ts';

/**
 * Starts a thread that writes the databases which turns wait for: journal, vault, payloads. Those of one installation
 * share one thread (decision 0190).
 */
export function startWriter(): WriterThread {
  return startWriterThread(new URL('./writer-worker.ts', import.meta.url), 'writer');
}
