import type { Problem, Result } from '../../domain/fault.ts';
import { Secret } from '../../domain/secret.ts';
import { namesIn } from '../../shared/durable-files.ts';
import { kidPattern } from '../../shared/keys-json.ts';
import { createKeyFile, decodeKey, type KeyFile, keyFileName, readKeyFile } from './key-file.ts';

/** The kid of the shipped policy (spec, Masking policy). */
const defaultKid = 'K_HEALTHCARE';

const kidVariable = 'SVC_KEY_';
const masterVariable = 'SVC_MASTER_KEY';
const databaseVariable = 'SVC_DATABASE_KEY';

/** All key roots of this installation. `roots` is empty only for a command: no service starts so. */
export interface KeyRoots extends KeyFile {
  /** Kids from the environment. */
  readonly fromEnvironment: ReadonlySet<string>;
}

interface KeySources {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The key roots (design D45): `SVC_MASTER_KEY`, `SVC_DATABASE_KEY` and `SVC_KEY_<kid>` from the
 * environment, and the others from `keys.json` of the data folder, which the first start creates. The
 * environment overrides the file kid by kid. A problem, with nothing written, when a key is not 32 bytes
 * in hex or base64, when `keys.json` is unsafe or damaged, or when the file is missing but databases
 * exist.
 */
export async function loadOrCreateKeys({ dataDir, env }: KeySources): Promise<Result<KeyRoots>> {
  const given = keysFromEnvironment(env);
  if (!given.ok) return given;
  const { master, roots } = given.value;
  const complete = master !== undefined && roots.size > 0;

  let file = await readKeyFile(dataDir);
  if (file.ok && file.value === undefined && !complete) {
    const names = await namesIn(dataDir);
    const refusal = keptByApp(dataDir, names) ?? lostKey(dataDir, names);
    if (refusal !== undefined) return refusal;
    await createKeyFile(dataDir, [defaultKid]);
    file = await readKeyFile(dataDir);
  }
  if (!file.ok) return file;
  // A key is missing here only if the file was removed after it was created.
  return file.value === undefined && !complete ? vanished : mergeKeys(given.value, file.value);
}

/** The same without creating a file; a problem without a master key. */
export async function readKeys({ dataDir, env }: KeySources): Promise<Result<KeyRoots>> {
  const given = keysFromEnvironment(env);
  if (!given.ok) return given;
  const file = await readKeyFile(dataDir);
  if (!file.ok) return file;
  if (given.value.master === undefined && file.value === undefined) {
    const refusal = keptByApp(dataDir, await namesIn(dataDir));
    if (refusal !== undefined) return refusal;
    const message = `is not set, and ${dataDir} has no ${keyFileName}`;
    return { ok: false, problems: [{ path: masterVariable, message }] };
  }
  return mergeKeys(given.value, file.value);
}

interface EnvironmentKeys {
  readonly master: Secret<Buffer> | undefined;
  readonly database: Secret<Buffer> | undefined;
  readonly roots: ReadonlyMap<string, Secret<Buffer>>;
}

function keysFromEnvironment(env: KeySources['env']): Result<EnvironmentKeys> {
  const problems: Problem[] = [];
  const keys = new Map<string, Secret<Buffer>>();
  for (const [name, text] of Object.entries(env)) {
    const isKid = name.startsWith(kidVariable);
    if (!text || !(isKid || name === masterVariable || name === databaseVariable)) continue;
    const key = decodeKey(text);
    if (isKid && !kidPattern.test(name.slice(kidVariable.length))) {
      problems.push({ path: name, message: 'A key id is made of letters, digits, _ and -.' });
    } else if (key === undefined) {
      problems.push({ path: name, message: 'must be 32 bytes, in base64 or as 64 hex digits' });
    } else {
      keys.set(name, new Secret(key));
    }
  }
  if (problems.length > 0) return { ok: false, problems };

  const [master, database] = [keys.get(masterVariable), keys.get(databaseVariable)];
  keys.delete(masterVariable);
  keys.delete(databaseVariable);
  const roots = new Map([...keys].map(([name, key]) => [name.slice(kidVariable.length), key]));
  return { ok: true, value: { master, database, roots } };
}

function mergeKeys(given: EnvironmentKeys, file: KeyFile | undefined): Result<KeyRoots> {
  const master = given.master ?? file?.master;
  const roots = new Map([...(file?.roots ?? []), ...given.roots]);
  if (master === undefined) return vanished;
  // A database key in the file belongs to the file's own master key.
  const own = given.master === undefined ? file : undefined;
  const database = given.database ?? own?.database ?? master;
  const fromEnvironment = new Set(given.roots.keys());
  const madeAt = [...(file?.madeAt ?? [])].filter(([kid]) => !fromEnvironment.has(kid));
  return {
    ok: true,
    value: {
      master,
      database,
      retired: own?.retired ?? [],
      roots,
      fromEnvironment,
      madeAt: new Map(madeAt),
    },
  };
}

const vanished: Result<never> = {
  ok: false,
  problems: [{ path: keyFileName, message: 'The file went away while the service started.' }],
};

/** Key files of the desktop app and of its service (decision 0025), which pass the keys themselves. */
function keptByApp(dataDir: string, names: readonly string[]): Result<never> | undefined {
  const path = names.find((name) => name === 'keys.sealed' || name === 'keys.credential');
  if (path === undefined) return undefined;
  const message =
    path === 'keys.sealed'
      ? `The keys of ${dataDir} are in the keychain of the desktop app: work on this folder through the app.`
      : `The keys of ${dataDir} are those of the service: run svc by voice-phi-proxy-service.`;
  return { ok: false, problems: [{ path, message }] };
}

function lostKey(dataDir: string, names: readonly string[]): Result<never> | undefined {
  const databases = names.filter((name) => name.endsWith('.db'));
  if (databases.length === 0) return undefined;
  const message =
    `${dataDir} holds ${databases.join(', ')} but no keys.json, and new keys cannot open them. ` +
    `Restore keys.json from your backup, or set ${masterVariable} and ${kidVariable}<kid>. ` +
    'To start empty, move these databases and their -wal and -shm files away.';
  return { ok: false, problems: [{ path: keyFileName, message }] };
}
