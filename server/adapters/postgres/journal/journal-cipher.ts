import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';

/** Encrypts records, so that the server sees only their place, session, time, kind and hashes. */
export interface JournalCipher {
  seal(seq: number, body: string): Buffer;
  /** Throws when the record was not sealed with this key for this `seq`. */
  open(seq: number, sealed: Uint8Array): string;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
/** Most records under one key, besides those that were not committed: far from 2^32 random IVs. */
const recordsPerKey = 2 ** 20;
const poolBytes = ivBytes * 512;

/**
 * AES-256-GCM with the `seq` as associated data. `root` has 32 bytes; HKDF-SHA256 derives one key for
 * each 2^20 records. A sealed record is the IV, the ciphertext and the tag.
 */
export function journalCipher(root: Uint8Array): JournalCipher {
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;
  let segment = -1;
  let key: KeyObject | undefined;

  // Node turns a key given as bytes into a key object for each record, which costs more than the rest.
  const keyOf = (seq: number): KeyObject => {
    const wanted = Math.floor(seq / recordsPerKey);
    if (key !== undefined && wanted === segment) return key;
    const info = `svc-journal records ${wanted}`;
    key = createSecretKey(Buffer.from(hkdfSync('sha256', root, '', info, keyBytes)));
    segment = wanted;
    return key;
  };
  const freshIv = (): Buffer => {
    if (used === poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    used += ivBytes;
    return pool.subarray(used - ivBytes, used);
  };

  return {
    seal(seq, body) {
      const iv = freshIv();
      const cipher = createCipheriv(algorithm, keyOf(seq), iv).setAAD(Buffer.from(String(seq)));
      const ciphertext = cipher.update(body, 'utf8');
      cipher.final();
      return Buffer.concat([iv, ciphertext, cipher.getAuthTag()]);
    },
    open(seq, sealed) {
      const iv = sealed.subarray(0, ivBytes);
      const end = sealed.length - tagBytes;
      const decipher = createDecipheriv(algorithm, keyOf(seq), iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(String(seq)))
        .setAuthTag(sealed.subarray(end));
      return (
        decipher.update(sealed.subarray(ivBytes, end), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}
