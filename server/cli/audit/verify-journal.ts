import { existsSync } from 'node:fs';
import { postgresJournalReader } from '../../adapters/postgres/journal/journal-reader.ts';
import { verifyJournalFile } from '../../adapters/sqlcipher/journal/journal-reader.ts';
import type { JournalData } from '../../adapters/sqlcipher/journal/journal-worker.ts';
import { readHead } from '../../adapters/system/head-file.ts';
import { tellsOfRecords } from '../../app/known-heads.ts';
import { sharedJournalKeys } from '../../app/shared-database.ts';
import { dataFiles, journalOrigin } from '../../config/data-files.ts';
import { verifyJournal } from '../../journal/index.ts';
import type { Verification } from '../../ports/journal.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import { journalOptionsWithHeads, loadConfig, loadLocalData } from '../local-data.ts';
import { CommandFailed, printLine, progress } from '../output.ts';
import { type SharedData, withSharedData } from '../shared-data.ts';
import type { Terminal } from '../terminal.ts';
import { anchorOf } from './audit-file.ts';
import { readAnchors, type VerifyOptions } from './verify-file.ts';

/**
 * `svc audit verify`: hashes the journal again and compares it with its head, its checkpoints, and
 * checkpoints kept elsewhere (`--anchor`). The service may run. Writes nothing and creates no key.
 */
export async function verifyAudit(terminal: Terminal, options: VerifyOptions): Promise<ExitCode> {
  const anchors = await readAnchors(options.anchor ?? []);
  const notes = anchors.map((file) => anchorOf(file).note);
  const config = loadConfig(terminal);
  return config.databaseUrl === null
    ? await verifyLocal(terminal, config.dataDir, notes, options)
    : await withSharedData(terminal, config, config.databaseUrl, (data) =>
        verifyShared(terminal, data, notes, options),
      );
}

async function verifyLocal(
  terminal: Terminal,
  dataDir: string,
  notes: readonly string[],
  options: VerifyOptions,
): Promise<ExitCode> {
  const { knownHead, vault, calls, payloads } = dataFiles(dataDir);
  const isUsed = [knownHead, vault, calls, payloads].some((file) => existsSync(file));
  const journal = journalOptionsWithHeads(
    await loadLocalData(terminal, isUsed ? undefined : 'journal'),
  );
  if (!existsSync(journal.file))
    return await printVerification(terminal, withoutJournal(journal), options);
  const report = progress(terminal, 'records read:');
  const verification = await verified(journal, notes, report);
  report.end();
  if (verification === undefined) {
    throw new CommandFailed(exit.noInput, `svc: ${journal.file}: this key does not open it`);
  }
  return await printVerification(terminal, verification, options);
}

/** A journal that is not there is cut off where another file knows of records; otherwise the path is wrong. */
function withoutJournal({ file, knownHeads = [] }: JournalData): Verification {
  if (!knownHeads.some(tellsOfRecords))
    throw new CommandFailed(exit.noInput, `svc: ${file}: no such file: check SVC_DATA_DIR`);
  return { ok: false, eventCount: 0, breaks: [{ seq: 0, rule: 'truncated' }] };
}

async function verifyShared(
  terminal: Terminal,
  { config, database, keys }: SharedData,
  handedOut: readonly string[],
  options: VerifyOptions,
): Promise<ExitCode> {
  const journal = sharedJournalKeys(keys);
  const seen = readHead(dataFiles(config.dataDir).journalHead, journal.head);
  const report = progress(terminal, 'records read:');
  const query = { origin: journalOrigin, publicKey: journal.public, handedOut, onRecord: report };
  const reader = postgresJournalReader(database, journal, seen);
  const verification = await verifyJournal(reader, query);
  report.end();
  return await printVerification(terminal, verification, options);
}

async function printVerification(
  terminal: Terminal,
  verification: Verification,
  { json }: VerifyOptions,
): Promise<ExitCode> {
  await printLine(terminal, json === true ? asJson(verification) : asText(verification));
  return verification.ok ? exit.ok : exit.failed;
}

/** Undefined when the file does not open: for a wrong key and for another file alike. */
async function verified(
  data: JournalData,
  notes: readonly string[],
  onRecord: (seq: number) => void,
): Promise<Verification | undefined> {
  try {
    return await verifyJournalFile(data, notes, onRecord);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'SQLITE_NOTADB') return undefined;
    // Damage outside the records leaves no readable chain.
    if (!/^SQLITE_(CORRUPT|IOERR)/.test(code)) throw error;
    return { ok: false, eventCount: 0, breaks: [{ seq: 0, rule: 'malformed_record' }] };
  }
}

/** The answer of `POST /audit/verify` (spec), with details for operators. */
function asJson(verification: Verification): string {
  const { ok, eventCount } = verification;
  return JSON.stringify({
    ok,
    event_count: eventCount,
    message: ok ? 'chain ok' : 'chain broken',
    ...(verification.ok
      ? { head_hash: verification.head.hash }
      : { breaks: verification.breaks.map(({ seq, rule }) => ({ seq, rule })) }),
  });
}

function asText(verification: Verification): string {
  if (verification.ok) {
    return `chain ok: ${verification.eventCount} events, head ${verification.head.hash}`;
  }
  const breaks = verification.breaks.map(({ seq, rule }) => `  seq ${seq}: ${rule}`);
  return [`chain broken: ${verification.eventCount} events`, ...breaks].join('\n');
}
