import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Backup,
  type BackupFlaw,
  extractBackup,
  readBackup,
} from '../../adapters/sqlcipher/backup/backup-file.ts';
import {
  changeKey,
  findOpeningKey,
  isSound,
  migrateCopy,
} from '../../adapters/sqlcipher/backup/database-copy.ts';
import { dropCallWords } from '../../adapters/sqlcipher/calls/call-words.ts';
import { verifyJournalFile } from '../../adapters/sqlcipher/journal/journal-reader.ts';
import { journalMigrations } from '../../adapters/sqlcipher/journal/migrations.ts';
import { readHead } from '../../adapters/system/head-file.ts';
import { deriveMacKey } from '../../adapters/system/key-derivation.ts';
import type { KeyRoots } from '../../adapters/system/load-keys.ts';
import { commitStage, prepareStage } from '../../adapters/system/staged-files.ts';
import { knownHeads, recordKnownHead } from '../../app/known-heads.ts';
import { databasesOf, existingDatabases } from '../../app/local-databases.ts';
import { type DataFiles, dataFiles } from '../../config/data-files.ts';
import { journalKeys } from '../../journal/index.ts';
import type { JournalHead } from '../../ports/journal.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import { journalOptionsOf, type LocalData, loadLocalData, whileStopped } from '../local-data.ts';
import { CommandFailed, type Progress, printLine, progress } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { sharedBackupAdvice } from './backup.ts';

interface RestoreOptions {
  readonly force?: true;
  readonly check?: true;
}

const flaws: Readonly<Record<BackupFlaw, string>> = {
  not_a_backup: 'is not a backup',
  not_of_this_installation:
    'was changed, or has other keys: put the keys.json of its time into the data folder, or set SVC_MASTER_KEY',
  truncated: 'is cut short',
  damaged: 'was changed after it was made',
};

/**
 * `svc restore`: verifies every part of a backup and its chain, then puts it into the data folder, all of
 * it or nothing (decision 0013). The service must be stopped. `--check` replaces nothing.
 */
export async function restore(
  terminal: Terminal,
  file: string,
  options: RestoreOptions,
): Promise<ExitCode> {
  const data = await loadLocalData(terminal, undefined, sharedBackupAdvice);
  const read = await readBackup(file, deriveMacKey(data.keys.master, 'backup')).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === undefined) throw error;
      throw new CommandFailed(exit.noInput, `svc: ${file}: cannot be read`);
    },
  );
  if (typeof read === 'string') throw refused(file, flaws[read]);
  if (options.check === true) return await check(terminal, data, read);
  return await whileStopped(data.files, async () => {
    const there = existingDatabases(databasesOf(data.files, data.keys.database));
    if (there.length > 0 && options.force !== true) {
      const line = `svc: ${data.config.dataDir} has databases already: --force replaces them`;
      throw new CommandFailed(exit.cannotWrite, line);
    }
    return await replace(terminal, data, read);
  });
}

async function check(terminal: Terminal, data: LocalData, backup: Backup): Promise<ExitCode> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-restore-'));
  try {
    const problem = await prepare(terminal, data, backup, folder);
    if (problem !== undefined) throw refused(backup.path, problem);
    await printLine(terminal, `${backup.path}: ${described(backup)}, verified`);
    return exit.ok;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function replace(terminal: Terminal, data: LocalData, backup: Backup): Promise<ExitCode> {
  const folder = await prepareStage(data.config.dataDir);
  const problem = await prepare(terminal, data, backup, folder);
  if (problem !== undefined) {
    await rm(folder, { recursive: true, force: true });
    throw refused(backup.path, problem);
  }
  dropWords(dataFiles(folder), data.keys);
  const lost = await keepOldHeads(data, backup, folder);
  await commitStage(data.config.dataDir);
  await printLine(terminal, `restored to ${data.config.dataDir}: ${described(backup)}, verified`);
  if (lost > 0) {
    await printLine(
      terminal,
      `The journal had ${lost} more events than the backup. The service serves no calls until ` +
        'an admin or svc audit acknowledge acknowledges the loss.',
    );
  }
  return exit.ok;
}

/** Extracts the backup's files under the current keys and verifies them. Returns the problem. */
async function prepare(
  terminal: Terminal,
  { keys }: LocalData,
  backup: Backup,
  folder: string,
): Promise<string | undefined> {
  const flaw = await extractBackup(backup, folder);
  if (flaw !== undefined) return flaws[flaw];
  const report = progress(terminal, 'verifying');
  const files = dataFiles(folder);
  const problem = openParts(files, keys, report) ?? (await journalFlaw(files, keys, backup));
  report.end();
  return problem;
}

/** Changes each database to the current key and reads all of it. */
function openParts(files: DataFiles, keys: KeyRoots, report: Progress): string | undefined {
  const roots = [keys.database, ...keys.retired, keys.master];
  const candidates = roots.flatMap((root) => databasesOf(files, root));
  for (const { name, file, key } of existingDatabases(databasesOf(files, keys.database))) {
    report(name);
    const found = findOpeningKey(
      file,
      candidates.filter((candidate) => candidate.name === name),
    );
    if (found === undefined) return 'has an unknown database key';
    if (!Buffer.from(found).equals(key)) changeKey({ file, key: found }, key);
    if (!isSound({ file, key })) return flaws.damaged;
  }
  return undefined;
}

/** The service reads the words of calls from their texts again. */
function dropWords(files: DataFiles, { database }: KeyRoots): void {
  for (const { name, ...file } of existingDatabases(databasesOf(files, database)))
    if (name === 'calls') dropCallWords(file);
}

async function journalFlaw(
  files: DataFiles,
  keys: KeyRoots,
  { manifest }: Backup,
): Promise<string | undefined> {
  const journal = journalOptionsOf(files, keys);
  const { database: key } = journalKeys(journal.key, journal.databaseKey);
  if (!migrateCopy({ file: journal.file, key }, journalMigrations)) {
    return 'was made by a newer version of svc';
  }
  const verification = await verifyJournalFile(journal);
  if (!verification.ok) {
    const [first] = verification.breaks;
    return `holds a journal that does not verify (seq ${first?.seq}: ${first?.rule})`;
  }
  const { size, hash } = verification.head;
  const fits = size === manifest.journal.size && hash === manifest.journal.head_hash;
  return fits ? undefined : flaws.damaged;
}

/**
 * Keeps the journal heads that this installation knew, so that the loss of later events shows. Resolves
 * with the number of lost events.
 */
async function keepOldHeads({ files, keys }: LocalData, { manifest }: Backup, folder: string) {
  const { key, databaseKey } = journalOptionsOf(files, keys);
  const head = readHead(files.journalHead, journalKeys(key, databaseKey).head);
  if (head.state === 'signed') await rm(dataFiles(folder).journalHead, { force: true });
  const { size, head_hash: hash } = manifest.journal;
  const [newest = { size, hash }] = [
    ...(head.state === 'signed' ? [head.head] : []),
    ...readableHeads({ files, keys }),
  ].sort((a, b) => b.size - a.size);
  // The vault was copied last, so it may know later events than the backup has.
  await recordKnownHead(dataFiles(folder), keys, newest.size > size ? newest : { size, hash });
  return Math.max(newest.size - size, 0);
}

/** The old files may be unreadable: that may be why they are replaced. */
function readableHeads({ files, keys }: Pick<LocalData, 'files' | 'keys'>): readonly JournalHead[] {
  try {
    return knownHeads(files, keys).heads.flatMap((known) =>
      known.state === 'signed' ? [known.head] : [],
    );
  } catch {
    return [];
  }
}

function described({ manifest }: Backup): string {
  return `${manifest.journal.size} events of ${manifest.created_at}, head ${manifest.journal.head_hash}`;
}

function refused(file: string, problem: string): CommandFailed {
  return new CommandFailed(exit.badData, `svc: ${file}: ${problem}`);
}
