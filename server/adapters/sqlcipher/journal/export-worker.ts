import { parentPort, workerData } from 'node:worker_threads';
import { exportJournal } from './export-journal.ts';
import type { JournalData } from './journal-thread.ts';

/** Large enough that the hand-over costs little beside the reading, small enough to hold in memory. */
const pieceCharacters = 256 * 1024;

const lines = exportJournal(workerData as JournalData);

/** '' at the end. */
function nextPiece(): string {
  let piece = '';
  while (piece.length < pieceCharacters) {
    const { done, value } = lines.next();
    if (done) return piece;
    piece += value;
  }
  return piece;
}

// One piece for each time it is asked; then it lets go of its snapshot and ends.
parentPort?.on('message', (message: 'next' | 'stop') => {
  if (message === 'next') {
    parentPort?.postMessage(nextPiece());
    return;
  }
  lines.return(undefined);
  parentPort?.close();
});
