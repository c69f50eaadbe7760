import { parentPort, workerData } from 'node:worker_threads';
import { openForWalCheckpoint } from './connection.ts';
import type { WalCheckpointerOptions } from './wal-checkpointer.ts';

/** Commits during a pass need another pass; each pass is shorter than the one before. */
const maxPasses = 4;
const db = openForWalCheckpoint(workerData as WalCheckpointerOptions);

interface WalCheckpointRow {
  readonly log: number;
  readonly checkpointed: number;
}

parentPort?.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'close') {
    db.close();
    parentPort?.close();
    return;
  }
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const [result] = db.pragma('wal_checkpoint(PASSIVE)') as WalCheckpointRow[];
    if (result?.log === result?.checkpointed) break;
  }
  parentPort?.postMessage('checkpointed');
});
