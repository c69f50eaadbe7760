import type { SafeStorage } from 'electron';
import { failed, type KeyProblem, type KeyResult, succeeded } from './key-problem.ts';

/** What is used of Electron's `safeStorage`. */
export type Keychain = Pick<
  SafeStorage,
  | 'isAsyncEncryptionAvailable'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
  | 'getSelectedStorageBackend'
>;

interface KeychainOptions {
  readonly keychain: Keychain;
  readonly platform: NodeJS.Platform;
}

/** What Chromium puts before a text that it encrypted under a constant that is in its source. */
const constantKeyTag = 'v10';

const weak =
  'This desktop session has no keychain that protects keys: it would hide them under a key that everybody knows. ' +
  'Install and unlock GNOME Keyring or KWallet, sign in again, and start the app from that session.';

const unrecognised =
  'This app does not recognise the desktop of this session, so it looked for no keychain. ' +
  'If GNOME Keyring runs and is unlocked, quit the app and start it with --password-store=gnome-libsecret; ' +
  'for KWallet, with --password-store=kwallet6 or kwallet5. ' +
  'Otherwise install and unlock GNOME Keyring or KWallet first.';

/** The backend that seals, once it is known to protect. */
export async function soundBackend({
  keychain,
  platform,
}: KeychainOptions): Promise<KeyResult<string>> {
  // This also has Electron find its backend.
  const available = await keychain.isAsyncEncryptionAvailable();
  if (platform === 'linux') {
    const backend = keychain.getSelectedStorageBackend();
    // Chromium chooses it by the name of the desktop, before it looks what runs.
    if (backend === 'basic_text' || backend === 'unknown')
      return failed('backend_weak', unrecognised);
    return available ? succeeded(backend) : unavailable(platform);
  }
  if (!available) return unavailable(platform);
  return succeeded(platform === 'darwin' ? 'keychain' : 'dpapi');
}

/** Encrypts a text, and finds out that it can be read again. */
export async function seal(text: string, options: KeychainOptions): Promise<KeyResult<Buffer>> {
  const { keychain, platform } = options;
  const sealed = await keychain.encryptStringAsync(text).catch(() => undefined);
  if (sealed === undefined) return unavailable(platform);
  // On Linux the asynchronous encryptor falls back to its constant key by itself, whatever backend
  // was named before.
  if (platform === 'linux' && sealed.subarray(0, 3).toString('latin1') === constantKeyTag) {
    return failed('backend_weak', weak);
  }
  const again = await keychain.decryptStringAsync(sealed).catch(() => undefined);
  return again?.result === text ? succeeded(sealed) : unavailable(platform);
}

export interface Unsealed {
  readonly text: string;
  /** The system has a newer or a stronger key, and wants the text sealed under it. */
  readonly sealAgain: boolean;
}

/** `lost` says what a text that cannot be read means here. */
export async function unseal(
  sealed: Buffer,
  keychain: Keychain,
  lost: () => KeyProblem,
): Promise<KeyResult<Unsealed>> {
  try {
    const { result, shouldReEncrypt } = await keychain.decryptStringAsync(sealed);
    return succeeded({ text: result, sealAgain: shouldReEncrypt });
  } catch (error) {
    // Electron tells the two apart in the words of its error alone.
    const isLocked = error instanceof Error && /temporarily unavailable/.test(error.message);
    return isLocked ? locked : { ok: false, problem: lost() };
  }
}

const locked = failed(
  'keychain_locked',
  'The keychain is locked, or did not let this app in. Unlock it, allow Voice PHI Proxy to use it, and restart the server. ' +
    'If it asks no more, quit the app and start it again.',
);

function unavailable(platform: NodeJS.Platform) {
  const advice =
    platform === 'linux'
      ? 'Install and unlock GNOME Keyring or KWallet, and start the app from a desktop session.'
      : platform === 'darwin'
        ? 'Unlock the login keychain in Keychain Access and allow Voice PHI Proxy to use it.'
        : 'Sign out of Windows and in again. If that does not help, this user profile is damaged: sign in with another one and type the recovery kit.';
  return failed('keychain_unavailable', `The keychain of this system does not answer. ${advice}`);
}
