import { workerData } from 'node:worker_threads';
import { Secret } from '../../../domain/secret.ts';
import { journalKeys } from '../../../journal/index.ts';
import { type JournalJob, serveJournalJob } from '../../system/journal-jobs.ts';
import { connectPostgres } from '../engine/connection.ts';
import type { JobSource } from './journal.ts';
import { postgresJournalReader } from './journal-reader.ts';

const { job, source } = workerData as { readonly job: JournalJob; readonly source: JobSource };
const { url, key, databaseKey, origin, seen } = source;
const keys = journalKeys(key, databaseKey);
const database = await connectPostgres(new Secret(url));
const reader = postgresJournalReader(database, keys, seen);

await serveJournalJob(job, { reader, origin, keys, close: database.close });
