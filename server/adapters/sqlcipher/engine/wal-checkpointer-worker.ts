import { parentPort, workerData } from 'node:worker_threads';
import { openForWalCheckpoint } from './connection.ts';
import type { WalCheckpointerOptions } from './wal-checkpointer.ts';

/** What was written meanwhile takes another pass, each shorter than the one before. */
const maxPasses = 4;
const db = openForWalCheckpoint(workerData as WalCheckpointerOptions);

interface WalCheckpointRow {
  readonly log: number;
  readonly checkpointed: number;
}

parentPort?.on('message', (message: 'fold' | 'close') => {
  if (message === 'close') {
    db.close();
    parentPort?.close();
    return;
  }
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const [folded] = db.pragma('wal_checkpoint(PASSIVE)') as WalCheckpointRow[];
    if (folded?.log === folded?.checkpointed) break;
  }
  parentPort?.postMessage('folded');
});
