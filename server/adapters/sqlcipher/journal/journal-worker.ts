import { serveJournal } from './journal-thread.ts';

serveJournal();
