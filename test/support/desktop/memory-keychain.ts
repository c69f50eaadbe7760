import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keychain } from '../../../main/keys/keychain.ts';

type Backend = ReturnType<Keychain['getSelectedStorageBackend']>;

export interface MemoryKeychain extends Keychain {
  /** It asks for its password, and no person answers. */
  locked: boolean;
  /** There is no keychain, such as without a desktop session. */
  available: boolean;
  backend: Backend;
  /** Linux: it encrypts under the constant of Chromium's source, whatever `backend` says. */
  constant: boolean;
  /** Forgets its key, as a new keychain does. */
  lose(): void;
  /** Takes a new key into use; texts of the former one can still be read, and must be sealed again. */
  rotate(): void;
}

/** A keychain as Electron's asynchronous `safeStorage` shows it, with the words of its errors. */
export function createMemoryKeychain(backend: Backend = 'gnome_libsecret'): MemoryKeychain {
  let keys = [randomBytes(32)];
  const keychain: MemoryKeychain = {
    locked: false,
    available: true,
    backend,
    constant: false,
    lose: () => {
      keys = [randomBytes(32)];
    },
    rotate: () => {
      keys = [randomBytes(32), ...keys];
    },
    isAsyncEncryptionAvailable: () => Promise.resolve(keychain.available),
    getSelectedStorageBackend: () => keychain.backend,
    encryptStringAsync: (text) => {
      const [key] = keys;
      if (keychain.locked || key === undefined) {
        const message =
          'Error while encrypting the text provided to safeStorage.encryptStringAsync.';
        return Promise.reject(new Error(message));
      }
      const tag = Buffer.from(keychain.constant ? 'v10' : 'v11');
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Promise.resolve(Buffer.concat([tag, nonce, cipher.getAuthTag(), ...sealed]));
    },
    decryptStringAsync: (sealed) => {
      if (keychain.locked) {
        const message =
          'safeStorage.decryptStringAsync is temporarily unavailable. Please try again.';
        return Promise.reject(new Error(message));
      }
      for (const [age, key] of keys.entries()) {
        const result = opened(sealed, key);
        if (result !== undefined) return Promise.resolve({ result, shouldReEncrypt: age > 0 });
      }
      const message =
        'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.';
      return Promise.reject(new Error(message));
    },
  };
  return keychain;
}

function opened(sealed: Buffer, key: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(3, 15));
  decipher.setAuthTag(sealed.subarray(15, 31));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(31)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
