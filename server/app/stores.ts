import { openNerDetector } from '../adapters/onnx/ner-detector.ts';
import { openCallsStore } from '../adapters/sqlcipher/calls-store.ts';
import { openJournal } from '../adapters/sqlcipher/journal.ts';
import { openPayloadsStore } from '../adapters/sqlcipher/payloads-store.ts';
import { openVaultStore } from '../adapters/sqlcipher/vault-store.ts';
import { deriveFileKey } from '../adapters/system/derive.ts';
import type { Keys } from '../adapters/system/load-keys.ts';
import { dataFiles, journalOrigin, modelDir } from '../config/data-files.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Opens the model and every database of the data folder; rejects when one does not open. */
export async function openStores(dataDir: string, { master, database }: Keys) {
  const files = dataFiles(dataDir);
  const [detector, journal, vault, calls, payloads] = await Promise.all([
    openNerDetector({ modelDir }),
    openJournal({
      file: files.journal,
      headFile: files.journalHead,
      key: deriveFileKey(master, 'journal').reveal(),
      databaseKey: deriveFileKey(database, 'journal').reveal(),
      origin: journalOrigin,
    }),
    openVaultStore({ file: files.vault, key: deriveFileKey(database, 'vault') }),
    openCallsStore({ file: files.calls, key: deriveFileKey(database, 'calls') }),
    openPayloadsStore({ file: files.payloads, key: deriveFileKey(database, 'payloads') }),
  ]);
  return { detector, journal, vault, calls, payloads };
}

export async function closeStores(stores: Stores): Promise<void> {
  await Promise.all(Object.values(stores).map((store) => store.close()));
}
