import { openDatabase } from '../../adapters/sqlcipher/engine/connection.ts';
import { openJournal } from '../../adapters/sqlcipher/journal/journal.ts';
import { vaultMigrations } from '../../adapters/sqlcipher/vault/migrations.ts';
import { deriveFileKey } from '../../adapters/system/key-derivation.ts';
import { recordKnownHead } from '../../app/known-heads.ts';
import { openSharedJournal } from '../../app/shared-database.ts';
import type { JournalStore } from '../../app/storage-backend.ts';
import { dataFiles } from '../../config/data-files.ts';
import type { JournalGap, JournalHead } from '../../ports/journal.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import {
  journalOptionsWithHeads,
  type LocalData,
  loadConfig,
  loadLocalData,
  whileStopped,
} from '../local-data.ts';
import { printLine } from '../output.ts';
import { withSharedData } from '../shared-data.ts';

/**
 * `svc audit acknowledge`: journals that the operator knows of lost events, after which calls are
 * served again (design D23), as an admin does in the portal. The service of this data folder must be
 * stopped.
 */
export async function acknowledgeGap(): Promise<ExitCode> {
  const config = loadConfig();
  if (typeof config === 'number') return config;
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null) {
    return await whileStopped(dataFiles(dataDir), () =>
      withSharedData(config, databaseUrl, async ({ url, database, keys }) =>
        acknowledgeOn(await openSharedJournal({ url, database, dataDir }, keys)),
      ),
    );
  }
  const data = await loadLocalData('journal');
  if (typeof data === 'number') return data;
  return await whileStopped(data.files, async () => {
    const journal = await openJournal(journalOptionsWithHeads(data));
    const lost = journal.gap();
    const code = await acknowledgeOn(journal);
    if (lost !== undefined) updateKnownHeads(data, lost, journal.head());
    return code;
  });
}

/** What the other databases knew is lost too, or they would tell of the loss at each start. */
function updateKnownHeads(
  { files, keys }: LocalData,
  { reason }: JournalGap,
  head: JournalHead,
): void {
  if (reason === 'vault_missing') {
    const key = deriveFileKey(keys.database, 'vault').reveal();
    openDatabase({ file: files.vault, key, migrations: vaultMigrations }).close();
  }
  recordKnownHead(files, keys.database, head);
}

async function acknowledgeOn(
  journal: Pick<JournalStore, 'gap' | 'acknowledgeGap'> & { close(): Promise<void> },
): Promise<ExitCode> {
  try {
    const gap = journal.gap();
    if (gap === undefined) {
      await printLine('nothing to acknowledge: the journal has all that its head vouches for');
      return exit.ok;
    }
    await journal.acknowledgeGap('operator');
    await printLine(
      `acknowledged (${gap.reason}): ${gap.head.size} events vouched for, ${gap.found.size} found`,
    );
    return exit.ok;
  } finally {
    await journal.close();
  }
}
