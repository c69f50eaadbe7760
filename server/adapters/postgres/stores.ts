import { type KeyObject, randomUUID } from 'node:crypto';
import type { Agents } from '../../ports/agents.ts';
import type { BearerTokens } from '../../ports/bearer-tokens.ts';
import type { SessionSummaries } from '../../ports/calls.ts';
import type { WebSessions } from '../../ports/logins.ts';
import type { SharedCallStore } from '../../ports/open-calls.ts';
import type { Payloads } from '../../ports/payloads.ts';
import type { PolicyTexts } from '../../ports/policy-texts.ts';
import type { SessionErasure } from '../../ports/retention.ts';
import type { SharedSettings } from '../../ports/shared-settings.ts';
import type { Users } from '../../ports/users.ts';
import type { Vault } from '../../ports/vault.ts';
import { postgresAgents } from './agents.ts';
import { postgresBearerTokens } from './bearer-tokens.ts';
import { postgresCalls } from './calls.ts';
import { callsMigrations } from './calls-migrations.ts';
import { columnCipher } from './column-cipher.ts';
import type { PostgresDatabase } from './connection.ts';
import { keyMigrations } from './key-check.ts';
import { liveTextMigrations } from './live-words-migrations.ts';
import { postgresWebSessions } from './logins.ts';
import { postgresOpenCalls } from './open-calls.ts';
import { openCallsMigrations } from './open-calls-migrations.ts';
import { postgresPayloads } from './payloads.ts';
import { payloadsMigrations } from './payloads-migrations.ts';
import { postgresPolicyTexts } from './policy-texts.ts';
import { postgresSettings, settingsMigrations } from './settings.ts';
import { postgresUsers } from './users.ts';
import { postgresVault } from './vault.ts';
import { vaultMigrations } from './vault-migrations.ts';

/** Everything a database keeps beside the journal. */
export interface PostgresStores {
  readonly vault: Vault;
  readonly agents: Agents;
  readonly bearerTokens: BearerTokens;
  readonly users: Users;
  readonly logins: WebSessions;
  readonly calls: SessionSummaries;
  readonly callsErasure: SessionErasure;
  readonly openCalls: SharedCallStore;
  readonly settings: SharedSettings;
  readonly payloads: Payloads;
  readonly policyTexts: PolicyTexts;
}

/** The tables of the stores. */
export const storeMigrations = [
  keyMigrations,
  vaultMigrations,
  callsMigrations,
  payloadsMigrations,
  openCallsMigrations,
  liveTextMigrations,
  settingsMigrations,
];

/** The stores of a migrated database; what they write is durable when it resolves. */
export function postgresStores(
  database: PostgresDatabase,
  columnKeys: { readonly seal: KeyObject; readonly index: KeyObject },
  /** Names this replica since its start. */
  replica: string = randomUUID(),
): PostgresStores {
  const cipher = columnCipher(columnKeys);
  const { calls, erasure } = postgresCalls(database, cipher);
  return {
    vault: postgresVault(database, cipher),
    agents: postgresAgents(database, cipher),
    bearerTokens: postgresBearerTokens(database, cipher),
    users: postgresUsers(database, cipher),
    logins: postgresWebSessions(database, cipher),
    calls,
    callsErasure: erasure,
    openCalls: postgresOpenCalls(database, cipher, replica),
    settings: postgresSettings(database, cipher),
    payloads: postgresPayloads(database),
    policyTexts: postgresPolicyTexts(database, cipher),
  };
}
