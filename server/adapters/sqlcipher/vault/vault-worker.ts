import type Database from 'better-sqlite3-multiple-ciphers';
import { openDatabase } from '../engine/connection.ts';
import { knownHeadMethods } from '../engine/known-head.ts';
import { probeWrite } from '../engine/write-health.ts';
import { serveWriter } from '../engine/writer.ts';
import { agentsMethods } from './agents.ts';
import { bearerTokensMethods } from './bearer-tokens.ts';
import { vaultMigrations } from './migrations.ts';
import { usersMethods } from './users.ts';
import { vaultMethods } from './vault.ts';
import { webSessionsMethods } from './web-sessions.ts';

/** The ports of the thread of `vault.db`. */
export type VaultStorePorts = ReturnType<typeof portsOf>;

function portsOf(db: Database.Database) {
  return {
    tokens: vaultMethods(db),
    agents: agentsMethods(db),
    bearerTokens: bearerTokensMethods(db),
    users: usersMethods(db),
    webSessions: webSessionsMethods(db),
    knownHead: knownHeadMethods(db),
    health: { probe: () => probeWrite(db) },
  };
}

serveWriter<{ file: string; key: Uint8Array }, VaultStorePorts>(({ file, key }) => {
  const db = openDatabase({ file, key, migrations: vaultMigrations });
  return {
    db,
    ports: portsOf(db),
    reads: [
      'tokens.find',
      'agents.get',
      'agents.list',
      'bearerTokens.of',
      'users.count',
      'users.list',
      'webSessions.find',
      'webSessions.list',
    ],
  };
});
