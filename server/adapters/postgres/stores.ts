import { type KeyObject, randomUUID } from 'node:crypto';
import { postgresCallWords, wordHasher } from './calls/call-words.ts';
import { callsMigrations, postgresSummaries } from './calls/calls.ts';
import { liveTextMigrations } from './calls/live-text-relay.ts';
import { postgresOpenCalls } from './calls/open-calls.ts';
import { openCallsMigrations } from './calls/open-calls-migrations.ts';
import { columnCipher } from './engine/column-cipher.ts';
import type { PostgresDatabase } from './engine/connection.ts';
import { keyMigrations } from './engine/key-check.ts';
import { postgresMarks } from './payloads/marks.ts';
import { payloadsMigrations } from './payloads/migrations.ts';
import { postgresPayloads } from './payloads/payloads.ts';
import { postgresPolicyTexts } from './payloads/policy-texts.ts';
import { postgresPolicyVersions } from './payloads/policy-versions.ts';
import { postgresRemarks } from './payloads/remarks.ts';
import { postgresAgents } from './vault/agents.ts';
import { postgresBearerTokens } from './vault/bearer-tokens.ts';
import { documentsMigrations, postgresDocuments } from './vault/documents.ts';
import { vaultMigrations } from './vault/migrations.ts';
import { postgresRoster } from './vault/roster.ts';
import { postgresSettings, settingsMigrations } from './vault/shared-settings.ts';
import { postgresUsers } from './vault/users.ts';
import { postgresVault } from './vault/vault.ts';
import { postgresWebSessions } from './vault/web-sessions.ts';

/** The tables of the stores. */
export const storeMigrations = [
  keyMigrations,
  vaultMigrations,
  callsMigrations,
  payloadsMigrations,
  openCallsMigrations,
  liveTextMigrations,
  settingsMigrations,
  documentsMigrations,
];

/** The stores of a migrated database; a write is durable when its promise resolves. */
export function postgresStores(
  database: PostgresDatabase,
  columnKeys: { readonly seal: KeyObject; readonly index: KeyObject },
  /** Id of this replica, new at each start. */
  replica: string = randomUUID(),
) {
  const cipher = columnCipher(columnKeys);
  const hashOf = wordHasher(cipher);
  const { summaries, erasure } = postgresSummaries(database, cipher, hashOf);
  return {
    vault: postgresVault(database, cipher),
    agents: postgresAgents(database, cipher),
    bearerTokens: postgresBearerTokens(database, cipher),
    users: postgresUsers(database, cipher),
    webSessions: postgresWebSessions(database, cipher),
    documents: postgresDocuments(database, cipher),
    roster: postgresRoster(database, cipher),
    summaries,
    summaryErasure: erasure,
    words: postgresCallWords(database, hashOf),
    openCalls: postgresOpenCalls(database, cipher, replica),
    settings: postgresSettings(database, cipher),
    payloads: postgresPayloads(database),
    marks: postgresMarks(database, cipher),
    remarks: postgresRemarks(database, cipher),
    policyTexts: postgresPolicyTexts(database, cipher),
    policyVersions: postgresPolicyVersions(database, cipher),
  };
}

export type PostgresStores = ReturnType<typeof postgresStores>;
