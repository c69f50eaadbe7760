import { agentsMethods } from './agents-methods.ts';
import { bearerTokensMethods } from './bearer-tokens-methods.ts';
import { openDatabase } from './connection.ts';
import { knownHeadMethods } from './known-head.ts';
import { webSessionsMethods } from './logins-methods.ts';
import { usersMethods } from './users-methods.ts';
import { vaultMethods } from './vault-methods.ts';
import { vaultMigrations } from './vault-migrations.ts';
import { probeWrite } from './write-watch.ts';
import { serveWriter } from './writer.ts';

/** What the thread of `vault.db` can be asked. */
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
      'findSession',
      'listWebSessions',
    ],
  };
});
