import { safeStorage } from 'electron';

// Electron 33 lacks the asynchronous functions of `safeStorage`: its synchronous ones stand in.
safeStorage.isAsyncEncryptionAvailable ??= async () => safeStorage.isEncryptionAvailable();
safeStorage.encryptStringAsync ??= async (text) => safeStorage.encryptString(text);
safeStorage.decryptStringAsync ??= async (sealed) => ({
  result: safeStorage.decryptString(sealed),
  shouldReEncrypt: false,
});
