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
import type { Terminal } from '../terminal.ts';

/**
 * `svc audit acknowledge`: journals that the operator acknowledges lost events, so that the service serves
 * calls again (design D23). An admin can do the same in the portal. The service must be stopped.
 */
export async function acknowledgeGap(terminal: Terminal): Promise<ExitCode> {
  const config = loadConfig(terminal);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null) {
    return await whileStopped(dataFiles(dataDir), () =>
      withSharedData(terminal, config, databaseUrl, async ({ url, database, keys }) =>
        acknowledgeOn(terminal, await openSharedJournal({ url, database, dataDir }, keys)),
      ),
    );
  }
  const data = await loadLocalData(terminal, 'journal');
  return await whileStopped(data.files, async () => {
    const journal = await openJournal(journalOptionsWithHeads(data));
    const lost = journal.gap();
    const code = await acknowledgeOn(terminal, journal);
    if (lost !== undefined) await updateKnownHeads(data, lost, journal.head());
    return code;
  });
}

/** Updates the heads that the other files know. Otherwise each start would report the loss again. */
async function updateKnownHeads(
  { files, keys }: LocalData,
  { reason }: JournalGap,
  head: JournalHead,
): Promise<void> {
  if (reason === 'vault_missing') {
    const key = deriveFileKey(keys.database, 'vault').reveal();
    openDatabase({ file: files.vault, key, migrations: vaultMigrations }).close();
  }
  await recordKnownHead(files, keys, head);
}

async function acknowledgeOn(
  terminal: Terminal,
  journal: Pick<JournalStore, 'gap' | 'acknowledgeGap'> & { close(): Promise<void> },
): Promise<ExitCode> {
  try {
    const gap = journal.gap();
    if (gap === undefined) {
      await printLine(
        terminal,
        'nothing to acknowledge: the journal has every event that its head covers',
      );
      return exit.ok;
    }
    await journal.acknowledgeGap('operator');
    await printLine(
      terminal,
      `acknowledged (${gap.reason}): ${gap.head.size} events expected, ${gap.found.size} found`,
    );
    return exit.ok;
  } finally {
    await journal.close();
  }
}
