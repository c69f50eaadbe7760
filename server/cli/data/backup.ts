import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { partsFolder, writeBackup } from '../../adapters/sqlcipher/backup/backup-file.ts';
import { copyDatabase } from '../../adapters/sqlcipher/backup/database-copy.ts';
import { journalEnd } from '../../adapters/sqlcipher/journal/journal-reader.ts';
import { deriveMacKey } from '../../adapters/system/key-derivation.ts';
import { databasesOf, existingDatabases, type LocalDatabase } from '../../app/local-databases.ts';
import { syncFolder } from '../../shared/durable-files.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import { writeOperatorNote } from '../../shared/operator-note.ts';
import { type LocalData, loadLocalData } from '../local-data.ts';
import { CommandFailed, printLine, progress } from '../output.ts';
import type { Terminal } from '../terminal.ts';

/**
 * `svc backup`: the data folder at one moment as one encrypted file (decision 0013). The service may run;
 * it journals the backup.
 */
export async function backup(
  terminal: Terminal,
  target: string,
  options: { readonly json?: true },
): Promise<ExitCode> {
  const data = await loadLocalData(terminal, 'journal', sharedBackupAdvice);
  const databases = existingDatabases(databasesOf(data.files, data.keys.database));
  if (existsSync(target)) failToWrite(target, 'EEXIST');
  const folder = await mkdtemp(partsFolder(target)).catch((error: NodeJS.ErrnoException) =>
    failToWrite(target, error.code),
  );
  try {
    const parts = await copyParts(terminal, data, databases, folder);
    const end = journalEndOfCopy(databases, folder);
    const manifest = await writeBackup(target, parts, {
      created_at: new Date().toISOString(),
      journal: { size: end.size, head_hash: end.hash },
      key: deriveMacKey(data.keys.master, 'backup'),
      folder,
    }).catch((error: NodeJS.ErrnoException) => {
      // Such as a link that leads nowhere.
      if (error.code === 'EEXIST') failToWrite(target, error.code);
      throw error;
    });
    await syncFolder(dirname(resolve(target)));
    const fields = { actor: 'operator', size: end.size, head_hash: end.hash } as const;
    await writeOperatorNote(data.config.dataDir, { kind: 'backup_created', fields });
    const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0);
    await printLine(
      terminal,
      options.json === true
        ? JSON.stringify({ file: target, bytes, ...manifest })
        : `${target}: ${sizeOf(bytes)}, ${manifest.parts.length} parts, ${end.size} events, head ${end.hash}\n` +
            'The keys are not in it: keep a copy of keys.json, or of the keys in the environment, elsewhere.',
    );
    return exit.ok;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `4.2 MB`; of a small file `812 kB`. */
function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** What to do instead where replicas share a database. */
export const sharedBackupAdvice =
  "use PostgreSQL's tools to back up and restore the database, and keep a copy of the keys";

/** In the order of decision 0013: the head just before its journal. */
async function copyParts(
  terminal: Terminal,
  { files }: LocalData,
  databases: readonly LocalDatabase[],
  folder: string,
): Promise<readonly { readonly name: string; readonly path: string }[]> {
  const parts: { name: string; path: string }[] = [];
  const report = progress(terminal, 'copying');
  for (const { name, file, key } of databases) {
    if (name === 'journal' && existsSync(files.journalHead)) {
      const path = join(folder, basename(files.journalHead));
      await copyFile(files.journalHead, path);
      parts.push({ name: basename(path), path });
    }
    report(basename(file));
    const path = join(folder, basename(file));
    copyDatabase({ file, key }, path);
    parts.push({ name: basename(path), path });
  }
  report.end();
  return parts;
}

function journalEndOfCopy(databases: readonly LocalDatabase[], folder: string) {
  const [end] = databases
    .filter(({ name }) => name === 'journal')
    .map(({ file, key }) => journalEnd({ file: join(folder, basename(file)), key }));
  if (end === undefined) throw new Error('the journal went away');
  return end;
}

function failToWrite(target: string, code: string | undefined): never {
  const reason = code === 'EEXIST' ? 'this file exists already' : 'cannot be written';
  throw new CommandFailed(exit.cannotWrite, `svc: ${target}: ${reason}`);
}
