import { serveDatabases } from './engine/serve-databases.ts';
import { journalDatabase } from './journal/journal-database.ts';
import { payloadsDatabase } from './payloads/payloads-database.ts';
import { vaultDatabase } from './vault/vault-database.ts';

// What a record names is on disk before the record: the journal commits last.
serveDatabases({ vault: vaultDatabase, payloads: payloadsDatabase, journal: journalDatabase });
