import { parentPort, workerData } from 'node:worker_threads';
import { Secret } from '../../../domain/secret.ts';
import { journalKeys } from '../../../journal/index.ts';
import { connectPostgres } from '../engine/connection.ts';
import { exportJournal } from './export-journal.ts';
import { journalCipher } from './journal-cipher.ts';
import type { WorkerJob } from './journal-jobs.ts';
import { planPruning } from './plan-pruning.ts';
import { verifyJournal } from './verify-journal.ts';

/** Large enough that the hand-over costs little beside the reading, small enough to hold in memory. */
const pieceCharacters = 256 * 1024;

const { task, url, key, databaseKey, origin } = workerData as WorkerJob;
const keys = journalKeys(key, databaseKey);
const database = await connectPostgres(new Secret(url));

async function once(work: Promise<unknown>): Promise<void> {
  try {
    parentPort?.postMessage(await work);
  } finally {
    await database.close();
  }
}

/** One piece for each time it is asked, '' at the end; then it lets go and ends. */
function inPieces(lines: AsyncGenerator<string>): void {
  const nextPiece = async (): Promise<string> => {
    let piece = '';
    while (piece.length < pieceCharacters) {
      const { done, value } = await lines.next();
      if (done) return piece;
      piece += value;
    }
    return piece;
  };
  parentPort?.on('message', async (message: 'next' | 'stop') => {
    if (message === 'next') {
      parentPort?.postMessage(await nextPiece());
      return;
    }
    await lines.return(undefined);
    await database.close();
    parentPort?.close();
  });
}

if (task.name === 'export') inPieces(exportJournal(database, { keys, origin }));
else if (task.name === 'plan')
  await once(planPruning(database, journalCipher(keys.database), task.query));
else await once(verifyJournal(database, { keys, origin, seen: task.seen }));
