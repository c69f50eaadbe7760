import { parentPort, workerData } from 'node:worker_threads';
import type { JournalData } from './journal-thread.ts';
import { verifyJournalFile } from './verify-journal.ts';

parentPort?.postMessage(verifyJournalFile(workerData as JournalData));
