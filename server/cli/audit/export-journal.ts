import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { postgresJournalReader } from '../../adapters/postgres/journal/journal-reader.ts';
import { exportJournalFile } from '../../adapters/sqlcipher/journal/journal-reader.ts';
import { sharedJournalKeys } from '../../app/shared-database.ts';
import { journalOrigin } from '../../config/data-files.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import { exportJournal } from '../../journal/index.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import { loadConfig, loadJournalOptions } from '../local-data.ts';
import { CommandFailed, printError, printLine, progress } from '../output.ts';
import { withSharedData } from '../shared-data.ts';
import type { Terminal } from '../terminal.ts';

interface ExportOptions {
  readonly out?: string;
  readonly session?: string;
  readonly from?: string;
}

/**
 * `svc audit export`: the journal as lines that verify offline; the service may run. A crash leaves no
 * partial file under the name. Only the owner may read the file.
 */
export async function exportAudit(terminal: Terminal, options: ExportOptions): Promise<ExitCode> {
  const { out, session, from } = options;
  if (session !== undefined && (from !== undefined || !session.startsWith('sess_'))) {
    const line = 'svc: --session takes a session id (sess_…) and cannot be used with --from';
    throw new CommandFailed(exit.usage, line);
  }
  if (from !== undefined && !/^\d{1,15}$/.test(from)) {
    throw new CommandFailed(exit.usage, 'svc: --from takes the seq of a record, 0 or more');
  }
  const config = loadConfig(terminal);
  const query = {
    ...(session !== undefined && { sessionId: session as SessionId }),
    ...(from !== undefined && { from: Number(from) }),
  };
  if (config.databaseUrl !== null) {
    return await withSharedData(terminal, config, config.databaseUrl, ({ database, keys }) => {
      const journal = { keys: sharedJournalKeys(keys), origin: journalOrigin };
      return writeLines(
        terminal,
        exportJournal(postgresJournalReader(database, journal.keys), journal, query),
        out,
        'the journal',
      );
    });
  }
  const journal = await loadJournalOptions(terminal);
  return await writeLines(terminal, exportJournalFile(journal, query), out, journal.file);
}

/** Writes to the file, or by default to standard output. */
function writeLines(
  terminal: Terminal,
  lines: AsyncIterable<string>,
  out: string | undefined,
  journal: string,
): Promise<ExitCode> {
  return (
    out === undefined ? printLines(terminal, lines) : writeLinesToFile(terminal, lines, out)
  ).catch((error: NodeJS.ErrnoException) => failOnWriteError(error, journal, out));
}

async function printLines(terminal: Terminal, lines: AsyncIterable<string>): Promise<ExitCode> {
  for await (const line of lines) await printLine(terminal, line.slice(0, -1));
  return exit.ok;
}

async function writeLinesToFile(
  terminal: Terminal,
  lines: AsyncIterable<string>,
  out: string,
): Promise<ExitCode> {
  // A name that nobody knows: who has made a file or a link there could read or lose what is written.
  const temporary = `${out}.${randomBytes(8).toString('hex')}.partial`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    const stream = createWriteStream('', { fd: file, flush: true });
    const report = progress(terminal, 'records written:');
    let count = 0;
    for await (const line of lines) {
      if (!stream.write(line)) await once(stream, 'drain');
      count += 1;
      report(count);
    }
    stream.end();
    await once(stream, 'close');
    report.end();
    await rename(temporary, out);
    // The first and the last line are not records.
    printError(terminal, `${out}: ${count - 2} records`);
    return exit.ok;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}

function failOnWriteError(error: NodeJS.ErrnoException, journal: string, out?: string): never {
  if (error instanceof Fault) {
    throw new CommandFailed(exit.noInput, 'svc: the audit log has no call with this ID');
  }
  const { code = '' } = error;
  if (/^SQLITE_/.test(code) || error instanceof SyntaxError) {
    const line = `svc: ${journal}: cannot be read: run svc audit verify`;
    throw new CommandFailed(exit.noInput, line);
  }
  if (out === undefined || !/^E[A-Z]+$/.test(code)) throw error;
  throw new CommandFailed(exit.cannotWrite, `svc: ${out}: cannot be written (${code})`);
}
