import { parentPort, workerData } from 'node:worker_threads';
import { openBeside } from './connection.ts';
import type { WalFolderOptions } from './wal-folder.ts';

/** What was written meanwhile takes another pass, each shorter than the one before. */
const mostPasses = 4;
const db = openBeside(workerData as WalFolderOptions);

interface Folded {
  readonly log: number;
  readonly checkpointed: number;
}

parentPort?.on('message', (message: 'fold' | 'close') => {
  if (message === 'close') {
    db.close();
    parentPort?.close();
    return;
  }
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const [folded] = db.pragma('wal_checkpoint(PASSIVE)') as Folded[];
    if (folded?.log === folded?.checkpointed) break;
  }
  parentPort?.postMessage('folded');
});
