import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { setAside, unlessAbsent, writeDurably } from '../../server/shared/durable-files.ts';
import { type KeyBundle, type KeyStore, readBundle, readDocument } from './key-bundle.ts';
import { failed, type KeyProblem, type KeyResult, succeeded } from './key-problem.ts';
import { type Keychain, seal, soundBackend, type Unsealed, unseal } from './keychain.ts';

/** The content of `keys.sealed`. */
const sealedFile = z.strictObject({
  v: z.literal(1),
  /** The backend that sealed it, such as `gnome_libsecret`. */
  backend: z.string(),
  /** Who sealed it and where, for messages. */
  user: z.string(),
  machine: z.string(),
  /** The key bundle, encrypted by the system's keychain. */
  sealed: z.base64(),
});

type SealedFile = z.infer<typeof sealedFile>;

export interface KeychainStoreOptions {
  readonly keychain: Keychain;
  readonly platform: NodeJS.Platform;
  readonly dataFolder: string;
  /** The user who runs the app, and the machine. */
  readonly user: string;
  readonly machine: string;
}

/** `keys.sealed` in the data folder, encrypted by the system's keychain (design D45). */
export function createKeychainStore(options: KeychainStoreOptions): KeyStore {
  const { keychain, user, machine } = options;
  const path = join(options.dataFolder, 'keys.sealed');
  let backend: string | null = null;

  async function findBackend(): Promise<KeyResult<string>> {
    const found = await soundBackend(options);
    if (found.ok) backend = found.value;
    return found;
  }

  async function write(bundle: KeyBundle): Promise<KeyResult<void>> {
    const found = await findBackend();
    if (!found.ok) return found;
    const sealed = await seal(JSON.stringify(bundle), options);
    if (!sealed.ok) return sealed;
    const content = sealed.value.toString('base64');
    const file: SealedFile = { v: 1, backend: found.value, user, machine, sealed: content };
    await writeDurably(path, `${JSON.stringify(file, null, 2)}\n`);
    return succeeded(undefined);
  }

  async function unsealed(stored: SealedFile): Promise<KeyResult<Unsealed>> {
    const found = await findBackend();
    if (!found.ok) return found;
    if (stored.backend !== found.value) return backendChanged(stored, found.value);
    return await unseal(Buffer.from(stored.sealed, 'base64'), keychain, () =>
      whyUnreadable(stored, options),
    );
  }

  return {
    name: 'keychain',
    backend: () => backend,
    write,
    read: async () => {
      const text = await readFile(path, 'utf8').catch(unlessAbsent);
      if (text === undefined) return succeeded(undefined);
      const file = readDocument(sealedFile, text, path);
      if (!file.ok) return file;
      const opened = await unsealed(file.value);
      if (!opened.ok) return opened;
      const bundle = readBundle(opened.value.text, path);
      if (!bundle.ok || !opened.value.sealAgain) return bundle;
      // If this fails, the file stays readable, and the next start tries again.
      await write(bundle.value).catch(() => undefined);
      return bundle;
    },
    setAside: () => setAside(path),
  };
}

function backendChanged(stored: SealedFile, now: string) {
  const start =
    stored.backend === 'gnome_libsecret' || stored.backend.startsWith('kwallet')
      ? `, or start the app with --password-store=${stored.backend.replace('_', '-')}`
      : '';
  return failed(
    'backend_changed',
    `The keys were sealed with ${stored.backend}, but this session uses ${now}. ` +
      `Sign in to the former desktop session${start}, or type the recovery kit to seal them again.`,
  );
}

/** Why the keychain cannot decrypt the file. */
function whyUnreadable(
  stored: SealedFile,
  { user, machine, platform }: KeychainStoreOptions,
): KeyProblem {
  if (stored.machine !== machine) {
    const message = `The keys were sealed on ${stored.machine}, and only its keychain can open them. Type the recovery kit to use the data on ${machine}.`;
    return { code: 'wrong_machine', message };
  }
  if (stored.user !== user) {
    const message = `The keys were sealed for ${stored.user}, but ${user} is signed in. Sign in as ${stored.user}, or type the recovery kit.`;
    return { code: 'wrong_user', message };
  }
  const restart =
    platform === 'win32'
      ? "This happens when an administrator resets the user's password."
      : 'If it was locked or refused this app, unlock it, quit the app and start it again.';
  const message = `The keychain no longer has the key that opens keys.sealed. ${restart} Otherwise type the recovery kit, or restore the keychain from a backup of this user's profile.`;
  return { code: 'keychain_lost', message };
}
