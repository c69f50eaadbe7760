import type { ElectronParts } from '../platform/electron-parts.ts';
import { failed, type KeyProblem, type KeyResult, succeeded } from './key-problem.ts';

/** The part of Electron's `safeStorage` that the app uses. */
export type Keychain = ElectronParts['safeStorage'];

interface KeychainOptions {
  readonly keychain: Keychain;
  readonly platform: NodeJS.Platform;
}

/** Prefix of a text that Chromium encrypted with the constant key in its source. */
const constantKeyTag = 'v10';

const weak =
  'This desktop session has no keychain that protects keys: it would encrypt them with a publicly known key. ' +
  'Install and unlock GNOME Keyring or KWallet, sign in again, and start the app from that session.';

const unrecognised =
  'This app does not recognise the desktop of this session, so it did not look for a keychain. ' +
  'If GNOME Keyring runs and is unlocked, quit the app and start it with --password-store=gnome-libsecret; ' +
  'for KWallet, with --password-store=kwallet6 or kwallet5. ' +
  'Otherwise install and unlock GNOME Keyring or KWallet first.';

/** The keychain backend, if it protects keys. */
export async function soundBackend({
  keychain,
  platform,
}: KeychainOptions): Promise<KeyResult<string>> {
  // This also makes Electron choose its backend.
  const available = await keychain.isAsyncEncryptionAvailable();
  if (platform === 'linux') {
    const backend = keychain.getSelectedStorageBackend();
    // Chromium chooses by the name of the desktop, not by what runs.
    if (backend === 'basic_text' || backend === 'unknown')
      return failed('backend_weak', unrecognised);
    return available ? succeeded(backend) : unavailable(platform);
  }
  if (!available) return unavailable(platform);
  return succeeded(platform === 'darwin' ? 'keychain' : 'dpapi');
}

/** Encrypts a text and checks that it can be decrypted. */
export async function seal(text: string, options: KeychainOptions): Promise<KeyResult<Buffer>> {
  const { keychain, platform } = options;
  const sealed = await keychain.encryptStringAsync(text).catch(() => undefined);
  if (sealed === undefined) return unavailable(platform);
  // On Linux the asynchronous encryptor may fall back to its constant key, whatever backend it
  // named before.
  if (platform === 'linux' && sealed.subarray(0, 3).toString('latin1') === constantKeyTag) {
    return failed('backend_weak', weak);
  }
  const again = await keychain.decryptStringAsync(sealed).catch(() => undefined);
  return again?.result === text ? succeeded(sealed) : unavailable(platform);
}

export interface Unsealed {
  readonly text: string;
  /** The system has a newer or stronger key and asks to encrypt the text again. */
  readonly sealAgain: boolean;
}

/** `lost` returns the problem of a text that cannot be decrypted. */
export async function unseal(
  sealed: Buffer,
  keychain: Keychain,
  lost: () => KeyProblem,
): Promise<KeyResult<Unsealed>> {
  try {
    const { result, shouldReEncrypt } = await keychain.decryptStringAsync(sealed);
    return succeeded({ text: result, sealAgain: shouldReEncrypt });
  } catch (error) {
    // Only the text of Electron's error distinguishes a locked keychain from a lost key.
    const isLocked = error instanceof Error && /temporarily unavailable/.test(error.message);
    return isLocked ? locked : { ok: false, problem: lost() };
  }
}

const locked = failed(
  'keychain_locked',
  'The keychain is locked, or refused this app. Unlock it, allow Voice PHI Proxy to use it, and restart the server. ' +
    'If it no longer asks, quit the app and start it again.',
);

function unavailable(platform: NodeJS.Platform) {
  const advice =
    platform === 'linux'
      ? 'Install and unlock GNOME Keyring or KWallet, and start the app from a desktop session.'
      : platform === 'darwin'
        ? 'Unlock the login keychain in Keychain Access and allow Voice PHI Proxy to use it.'
        : 'Sign out of Windows and sign in again. If that does not help, this user profile is damaged: sign in with another one and type the recovery kit.';
  return failed('keychain_unavailable', `The keychain of this system does not answer. ${advice}`);
}
