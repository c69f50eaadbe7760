import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals bytes with AES-256-GCM: a random nonce, the ciphertext, the tag. `context` names what is sealed;
 * the bytes open only in the same context. They have memory of their own: a message to a thread copies all of the
 * memory that a buffer is part of.
 */
export function seal(key: KeyObject, context: string, bytes: Uint8Array): Buffer {
  const end = nonceBytes + bytes.byteLength;
  const sealed = Buffer.allocUnsafeSlow(end + tagBytes);
  const nonce = randomFillSync(sealed.subarray(0, nonceBytes));
  const sealer = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(context));
  sealed.set(sealer.update(bytes), nonceBytes);
  sealer.final();
  sealed.set(sealer.getAuthTag(), end);
  return sealed;
}

/** Throws when the bytes were not sealed with this key in this context. */
export function unseal(key: KeyObject, context: string, sealed: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const opener = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([opener.update(sealed.subarray(nonceBytes, -tagBytes)), opener.final()]);
}
