import { basename, join } from 'node:path';
import { copyDatabase } from '../../adapters/sqlcipher/backup/database-copy.ts';
import {
  decodeKey,
  freshKey,
  readKeyFile,
  writeNextKeyFile,
} from '../../adapters/system/key-file.ts';
import { commitStage, prepareStage } from '../../adapters/system/staged-files.ts';
import { databasesOf, existingDatabases } from '../../app/local-databases.ts';
import { Secret } from '../../domain/secret.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import { writeOperatorNote } from '../../shared/operator-note.ts';
import { type LocalData, loadLocalData, whileStopped } from '../local-data.ts';
import { failWithProblems, printLine, progress } from '../output.ts';
import type { Terminal } from '../terminal.ts';

const nextVariable = 'SVC_NEXT_DATABASE_KEY';

/**
 * `svc keys rotate --database`: encrypts the databases with a new key (decisions 0011 and 0012), with the
 * service stopped. A kill at any moment leaves all of them under the old key or under the new.
 */
export async function rotateDatabaseKey(
  terminal: Terminal,
  options: { readonly json?: true },
): Promise<ExitCode> {
  const data = await loadLocalData(
    terminal,
    undefined,
    'the key of a shared database cannot be changed',
  );
  return await whileStopped(data.files, async () => {
    const next = await nextKey(terminal, data);
    const { dataDir } = data.config;
    const folder = await prepareStage(dataDir);
    const names = copyAll(terminal, data, next.key, folder);
    await next.writeInto(folder);
    const fields = { actor: 'operator', kid: 'database', purpose: 'database' } as const;
    await writeOperatorNote(folder, { kind: 'key_rotated', fields });
    await commitStage(dataDir);
    await printLine(
      terminal,
      options.json === true
        ? JSON.stringify({ databases: names, key: next.kept })
        : `new key for ${names.join(', ')}\n${next.advice}`,
    );
    return exit.ok;
  });
}

/** Copies the databases under the new key; the originals stay unchanged. */
function copyAll(
  terminal: Terminal,
  { files, keys }: LocalData,
  key: Secret<Buffer>,
  folder: string,
): string[] {
  const report = progress(terminal, 'encrypting');
  const targets = databasesOf(files, key);
  const names = existingDatabases(databasesOf(files, keys.database)).map((source) => {
    const name = basename(source.file);
    report(name);
    const target = targets.find((database) => database.name === source.name);
    copyDatabase(source, join(folder, name), target?.key);
    return name;
  });
  report.end();
  return names;
}

interface NextKey {
  readonly key: Secret<Buffer>;
  readonly kept: 'keys.json' | 'environment';
  readonly advice: string;
  /** Puts the next `keys.json` next to the new databases, if the keys are in that file. */
  writeInto(folder: string): Promise<void>;
}

/** A new key for `keys.json`, or the one in the environment where the environment gives the keys. */
async function nextKey({ env }: Terminal, { config }: LocalData): Promise<NextKey> {
  const given = decodeKey(env[nextVariable] ?? '');
  const fromEnvironment = env['SVC_MASTER_KEY'] || env['SVC_DATABASE_KEY'];
  const current = fromEnvironment ? undefined : await readKeyFile(config.dataDir);
  if (current?.ok === true && current.value !== undefined) {
    const keyFile = current.value;
    const key = freshKey();
    return {
      key,
      kept: 'keys.json',
      advice: 'Make a new copy of keys.json: the databases no longer open with older ones.',
      writeInto: (folder) => writeNextKeyFile(folder, keyFile, key),
    };
  }
  if (given === undefined) {
    const message =
      'must hold the new key, as the environment gives the keys: 32 random bytes (openssl rand -hex 32)';
    failWithProblems([{ path: nextVariable, message }]);
  }
  return {
    key: new Secret(given),
    kept: 'environment',
    advice: `Start the service with SVC_DATABASE_KEY set to what ${nextVariable} is now.`,
    writeInto: () => Promise.resolve(),
  };
}
