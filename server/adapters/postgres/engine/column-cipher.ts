import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { gcmsiv } from '@noble/ciphers/aes.js';
import { padded, unpadded } from '../../../shared/padding.ts';

/** Encrypts values that the database server must not read. All replicas hold the same keys. */
export interface ColumnCipher {
  /** The result opens only for the same cell. */
  seal(cell: CellAddress, text: string): Uint8Array;
  /** Throws for a value of another key or another cell. */
  open(cell: CellAddress, sealed: Uint8Array): string;
  /** Hex HMAC of a value within its column, for finding its row. */
  indexOf(column: string, value: string): string;
}

export type CellAddress = readonly [table: string, column: string, ...row: string[]];

const keyBytes = 32;
const nonceBytes = 12;
const version = 1;

/**
 * AES-256-GCM-SIV (RFC 8452): with random nonces one key is safe for far more values than with GCM, and
 * all replicas share the key. A sealed value is one byte of version, the nonce, the ciphertext of the
 * text padded to whole blocks, and the tag.
 */
export function columnCipher(keys: {
  readonly seal: KeyObject;
  readonly index: KeyObject;
}): ColumnCipher {
  const rawKey = new Uint8Array(keys.seal.export());
  if (rawKey.length !== keyBytes) throw new Error('a column key has 32 bytes');
  const cipherFor = (cell: CellAddress, nonce: Uint8Array) =>
    gcmsiv(rawKey, nonce, Buffer.from(JSON.stringify(['svc-column', version, ...cell])));

  return {
    seal: (cell, text) => {
      const nonce = randomBytes(nonceBytes);
      const ciphertext = cipherFor(cell, nonce).encrypt(padded(Buffer.from(text)));
      return Buffer.concat([Uint8Array.of(version), nonce, ciphertext]);
    },
    open: (cell, sealed) => {
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      try {
        if (sealed[0] !== version) throw new Error('another version');
        const text = unpadded(cipherFor(cell, nonce).decrypt(sealed.subarray(1 + nonceBytes)));
        if (text === undefined) throw new Error('no padding');
        return text;
      } catch (cause) {
        const [table, column] = cell;
        throw new Error(`a value of ${table}.${column} was changed, or sealed with another key`, {
          cause,
        });
      }
    },
    indexOf: (column, value) =>
      createHmac('sha256', keys.index).update(`${column}\0${value}`).digest('hex'),
  };
}
