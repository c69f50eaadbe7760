import { openVaultStore } from '../../server/adapters/sqlcipher/vault/vault-store.ts';
import { deriveFileKey } from '../../server/adapters/system/key-derivation.ts';
import { loadOrCreateKeys } from '../../server/adapters/system/load-keys.ts';
import { dataFiles } from '../../server/config/data-files.ts';

/** Those of the tokens that a service which has ended did not leave in its vault. */
export async function missingTokens(
  dataDir: string,
  tokens: readonly string[],
): Promise<readonly string[]> {
  const keys = await loadOrCreateKeys({ dataDir, env: {} });
  if (!keys.ok) throw new Error('the service left no keys');
  const key = deriveFileKey(keys.value.database, 'vault');
  const store = await openVaultStore({ file: dataFiles(dataDir).vault, key });
  const found = await store.vault.find(tokens);
  await store.close();
  return tokens.filter((_token, at) => found[at] === undefined);
}
