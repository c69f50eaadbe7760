import { parentPort } from 'node:worker_threads';
import type Database from 'better-sqlite3-multiple-ciphers';
import { openForWalCheckpoint } from './connection.ts';
import type { CheckpointRequest } from './wal-checkpointer.ts';

/** Commits during a pass need another pass; each pass is shorter than the one before. */
const maxPasses = 4;
const databases = new Map<string, Database.Database>();

interface WalCheckpointRow {
  readonly log: number;
  readonly checkpointed: number;
}

function checkpoint(db: Database.Database): void {
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const [result] = db.pragma('wal_checkpoint(PASSIVE)') as WalCheckpointRow[];
    if (result?.log === result?.checkpointed) break;
  }
}

parentPort?.on('message', ({ file, key, close = false }: CheckpointRequest) => {
  const db = databases.get(file) ?? openForWalCheckpoint({ file, key });
  databases.set(file, db);
  if (close) {
    db.close();
    databases.delete(file);
  } else checkpoint(db);
  parentPort?.postMessage(file);
});
