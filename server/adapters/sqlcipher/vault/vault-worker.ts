import type Database from 'better-sqlite3-multiple-ciphers';
import { attempt } from '../engine/batch-runner.ts';
import { openDatabase } from '../engine/connection.ts';
import { knownHeadMethods } from '../engine/known-head.ts';
import { logClearer } from '../engine/log-clearer.ts';
import { probeWrite } from '../engine/write-health.ts';
import { serveWriter } from '../engine/writer.ts';
import { agentsMethods } from './agents.ts';
import { bearerTokensMethods } from './bearer-tokens.ts';
import { documentsMethods } from './documents.ts';
import { knownIndexes, loadIndexes } from './known-indexes.ts';
import { vaultMigrations } from './migrations.ts';
import { type RosterEffects, rosterMethods } from './roster.ts';
import { usersMethods } from './users.ts';
import { vaultMethods } from './vault.ts';
import { webSessionsMethods } from './web-sessions.ts';

/** What the thread of `vault.db` is started with. */
export interface VaultData {
  readonly file: string;
  readonly key: Uint8Array;
  /** See `knownIndexes`. */
  readonly indexes: SharedArrayBuffer;
}

/** The ports of the thread of `vault.db`. */
export type VaultStorePorts = ReturnType<typeof portsOf>;

function portsOf(db: Database.Database, effects: RosterEffects) {
  return {
    tokens: vaultMethods(db),
    agents: agentsMethods(db),
    bearerTokens: bearerTokensMethods(db),
    users: usersMethods(db),
    webSessions: webSessionsMethods(db),
    roster: rosterMethods(db, effects),
    documents: documentsMethods(db),
    knownHead: knownHeadMethods(db),
    health: { probe: () => probeWrite(db) },
  };
}

serveWriter<VaultData, VaultStorePorts>(({ file, key, indexes }) => {
  const db = openDatabase({ file, key, migrations: vaultMigrations });
  // SQLite overwrites deleted data instead of only marking it free.
  db.pragma('secure_delete=ON');
  loadIndexes(db, knownIndexes(indexes));
  const log = logClearer(db);
  let due: 'clear' | 'checkpoint' | undefined;
  const effects: RosterEffects = {
    erased: () => {
      due = 'clear';
    },
    grown: () => {
      due ??= 'checkpoint';
    },
  };
  return {
    db,
    ports: portsOf(db, effects),
    afterCommit: () => {
      if (due === 'clear') log.clear();
    },
    afterAck: () => {
      // A failed checkpoint loses nothing.
      if (due === 'checkpoint') attempt(() => db.pragma('wal_checkpoint(PASSIVE)'));
      due = undefined;
    },
    beforeClose: log.settle,
    reads: [
      'tokens.find',
      'agents.get',
      'agents.list',
      'bearerTokens.of',
      'documents.read',
      'users.count',
      'users.list',
      'webSessions.find',
      'webSessions.list',
    ],
  };
});
