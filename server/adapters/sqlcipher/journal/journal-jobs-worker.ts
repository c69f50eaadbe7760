import { workerData } from 'node:worker_threads';
import { journalKeys } from '../../../journal/index.ts';
import { type JournalJob, serveJournalJob } from '../../system/journal-jobs.ts';
import { openJournalReader } from './journal-reader.ts';
import type { JournalData } from './journal-worker.ts';

const { job, source } = workerData as { readonly job: JournalJob; readonly source: JournalData };
const reader = openJournalReader(source);
const keys = journalKeys(source.key, source.databaseKey);

await serveJournalJob(job, {
  reader,
  origin: source.origin,
  keys,
  close: async () => reader.close(),
});
