import { existsSync } from 'node:fs';
import { verifyJournalFile } from '../adapters/sqlcipher/journal-verify.ts';
import { deriveFileKey } from '../adapters/system/derive.ts';
import { readKeyFile } from '../adapters/system/key-file.ts';
import { decodeKey } from '../adapters/system/key-text.ts';
import { dataFiles, journalOrigin } from '../config/data-files.ts';
import { type Config, readConfig } from '../config.ts';
import type { Problem, Result } from '../domain/fault.ts';
import { Secret } from '../domain/secret.ts';
import type { Verification } from '../ports/journal.ts';
import { type ExitCode, exit } from './exit.ts';
import { complain, printLine, problemLine } from './output.ts';

/**
 * `svc audit verify`: re-hashes the data folder's journal and holds it against head file and
 * checkpoints, while the service runs or not. Writes nothing, and makes no key.
 */
export async function verifyAudit(options: { readonly json?: true }): Promise<ExitCode> {
  const config = readConfig(process.env);
  if (!config.ok) return misconfigured(config.problems);
  if (config.value.databaseUrl !== null) {
    return misconfigured([
      { path: 'SVC_DATABASE_URL', message: 'is set: POST /audit/verify checks the shared journal' },
    ]);
  }
  const { journal, journalHead } = dataFiles(config.value.dataDir);
  if (!existsSync(journal)) {
    complain(`svc: ${journal}: no such file`);
    return exit.noInput;
  }
  const master = await masterKey(config.value);
  if (!master.ok) return misconfigured(master.problems);
  const key = deriveFileKey(master.value, 'journal').reveal();
  const verification = verified({
    file: journal,
    headFile: journalHead,
    key,
    origin: journalOrigin,
  });
  if (verification === undefined) {
    complain(`svc: ${journal}: cannot be opened with this key`);
    return exit.noInput;
  }
  await printLine(options.json === true ? asJson(verification) : asText(verification));
  return verification.ok ? exit.ok : exit.failed;
}

/** Undefined when the file does not open: a wrong key and a foreign file look the same. */
function verified(data: Parameters<typeof verifyJournalFile>[0]): Verification | undefined {
  try {
    return verifyJournalFile(data);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'SQLITE_NOTADB') return undefined;
    // Damage outside the records leaves no chain to speak of.
    if (!/^SQLITE_(CORRUPT|IOERR)/.test(code)) throw error;
    return { ok: false, eventCount: 0, breaks: [{ seq: 0, rule: 'malformed_record' }] };
  }
}

async function masterKey({ dataDir }: Config): Promise<Result<Secret<Buffer>>> {
  const given = process.env['SVC_MASTER_KEY'] ?? '';
  const key = decodeKey(given);
  if (key !== undefined) return { ok: true, value: new Secret(key) };
  if (given !== '') {
    const message = 'must be 32 bytes, in base64 or as 64 hex digits';
    return { ok: false, problems: [{ path: 'SVC_MASTER_KEY', message }] };
  }
  const file = await readKeyFile(dataDir);
  if (!file.ok) return file;
  if (file.value !== undefined) return { ok: true, value: file.value.master };
  const message = `is not set, and ${dataDir} has no keys.json`;
  return { ok: false, problems: [{ path: 'SVC_MASTER_KEY', message }] };
}

function misconfigured(problems: readonly Problem[]): ExitCode {
  for (const problem of problems) complain(problemLine('svc', problem));
  return exit.badConfig;
}

/** The answer of `POST /audit/verify` (spec), with what only an operator needs. */
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
