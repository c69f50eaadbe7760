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

/** The methods of the thread of `vault.db`. */
export type VaultStoreMethods = ReturnType<typeof vaultMethods> &
  ReturnType<typeof agentsMethods> &
  ReturnType<typeof bearerTokensMethods> &
  ReturnType<typeof usersMethods> &
  ReturnType<typeof webSessionsMethods> &
  ReturnType<typeof knownHeadMethods> & { probe(nothing: null): void };

serveWriter<{ file: string; key: Uint8Array }, VaultStoreMethods>(({ file, key }) => {
  const db = openDatabase({ file, key, migrations: vaultMigrations });
  return {
    db,
    methods: {
      ...vaultMethods(db),
      ...agentsMethods(db),
      ...bearerTokensMethods(db),
      ...usersMethods(db),
      ...webSessionsMethods(db),
      ...knownHeadMethods(db),
      probe: () => probeWrite(db),
    },
    reads: [
      'findTokens',
      'getAgent',
      'listAgents',
      'bearerTokensOf',
      'countUsers',
      'listUsers',
      'findWebSession',
      'listWebSessions',
    ],
  };
});
