import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

/**
 * Keys of one journal, derived from its 32-byte key (design D45). Only the database key has a root of
 * its own once it was rotated: what the journal signs must outlive a rotation (decision 0011).
 */
export interface JournalKeys {
  /** Raw key of the database file. */
  readonly database: Uint8Array;
  /** Signs the head file (HMAC-SHA256). */
  readonly head: KeyObject;
  /** Ed25519; signs checkpoints. */
  readonly signing: KeyObject;
  readonly public: KeyObject;
}

const keyBytes = 32;
/** DER of a PKCS #8 Ed25519 private key up to its 32-byte seed (RFC 8410). */
const pkcs8Ed25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

export function journalKeys(key: Uint8Array, databaseKey: Uint8Array = key): JournalKeys {
  if (key.byteLength !== keyBytes) throw new Error(`a journal key has ${keyBytes} bytes`);
  const derive = (purpose: string, root = key) =>
    Buffer.from(hkdfSync('sha256', root, '', `svc-journal ${purpose}`, keyBytes));
  const signing = createPrivateKey({
    key: Buffer.concat([pkcs8Ed25519, derive('checkpoint')]),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    database: derive('database', databaseKey),
    head: createSecretKey(derive('head')),
    signing,
    public: createPublicKey(signing),
  };
}
