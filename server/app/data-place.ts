import type { Config } from '../config.ts';
import { postgresBackend } from './database-place.ts';
import { sqlcipherBackend } from './local-place.ts';
import type { StorageBackend } from './stores.ts';

/** The one choice between a shared database and encrypted files of this machine. */
export function storageBackend({ databaseUrl, dataDir }: Config): StorageBackend {
  return databaseUrl === null ? sqlcipherBackend(dataDir) : postgresBackend(databaseUrl, dataDir);
}
