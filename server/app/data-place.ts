import type { Config } from '../config.ts';
import { databasePlace } from './database-place.ts';
import { localPlace } from './local-place.ts';
import type { DataPlace } from './stores.ts';

/** The one choice between a shared database and encrypted files of this machine. */
export function dataPlace({ databaseUrl, dataDir }: Config): DataPlace {
  return databaseUrl === null ? localPlace(dataDir) : databasePlace(databaseUrl, dataDir);
}
