import { existsSync } from 'node:fs';
import type { JournalOptions } from '../adapters/sqlcipher/journal.ts';
import { deriveFileKey } from '../adapters/system/derive.ts';
import { readKeyFile } from '../adapters/system/key-file.ts';
import { decodeKey } from '../adapters/system/key-text.ts';
import { dataFiles, journalOrigin } from '../config/data-files.ts';
import { type Config, readConfig } from '../config.ts';
import type { Problem, Result } from '../domain/fault.ts';
import { Secret } from '../domain/secret.ts';
import { type ExitCode, exit } from './exit.ts';
import { complain, problemLine } from './output.ts';

/** The journal of the data folder, for commands that work on it; else complains and says how to exit. */
export async function localJournal(): Promise<JournalOptions | ExitCode> {
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
  return { file: journal, headFile: journalHead, key, origin: journalOrigin };
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
