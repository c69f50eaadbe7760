import { join } from 'node:path';
import { setAside, writeDurably } from '../../server/shared/durable-files.ts';
import { bundleOf, freshRoots, type KeyStore, readBundle } from './key-bundle.ts';
import { failed, type KeyResult, succeeded } from './key-problem.ts';
import { checkFolder, type FileAccess, readPrivateFile } from './private-file.ts';

/**
 * A file of the service's user, for services that run before anyone signs in and so have no
 * keychain. It is not encrypted: the system's permissions protect it.
 */
export function createCredentialFile(path: string, folder: string, reach: FileAccess): KeyStore {
  return {
    name: 'credential file',
    backend: () => null,
    read: async () => {
      const text = await readPrivateFile(path, reach);
      if (!text.ok) return text;
      return text.value === undefined ? succeeded(undefined) : readBundle(text.value, path);
    },
    write: async (bundle) => {
      const safe = await checkFolder(folder, reach);
      if (!safe.ok) return safe;
      await writeDurably(path, `${JSON.stringify(bundle, null, 2)}\n`);
      const again = await readPrivateFile(path, reach);
      return again.ok ? succeeded(undefined) : again;
    },
    setAside: () => setAside(path),
  };
}

/**
 * The credential that holds the keys; other credentials have the names of the settings whose
 * secrets they hold.
 */
export const keysCredential = 'keys';

/** The `keys` credential of a systemd unit (`LoadCredentialEncrypted=`), which is read-only. */
export function createSystemdCredential(folder: string, reach: FileAccess): KeyStore {
  const path = join(folder, keysCredential);
  const readOnly = failed(
    'read_only',
    'The keys are a system credential, which the service cannot change. Change the credential and restart the service.',
  );
  return {
    name: 'systemd credential',
    backend: () => 'systemd',
    read: async () => {
      const text = await readPrivateFile(path, reach);
      if (!text.ok) return text;
      return text.value === undefined
        ? failed('keys_missing', `The unit passes no credential named ${keysCredential}.`)
        : readBundle(text.value, path);
    },
    write: () => Promise.resolve(readOnly),
    setAside: () => Promise.resolve(),
  };
}

/** Secrets in the credentials of a systemd unit, by setting. */
export async function givenSecrets(
  folder: string,
  names: Iterable<string>,
  reach: FileAccess,
): Promise<KeyResult<Record<string, string>>> {
  const given: Record<string, string> = {};
  for (const name of names) {
    const text = await readPrivateFile(join(folder, name), reach);
    if (!text.ok) return text;
    if (text.value !== undefined) given[name] = text.value.replace(/\r?\n$/, '');
  }
  return succeeded(given);
}

/** New keys as the text of a credential, for `systemd-creds encrypt`. */
export function freshCredential(now: Date): string {
  return `${JSON.stringify(bundleOf(freshRoots(now)), null, 2)}\n`;
}
