import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals bytes with AES-256-GCM: a random nonce, the ciphertext, the tag. `context` names what is sealed;
 * the bytes open only in the same context.
 */
export function seal(key: KeyObject, context: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const sealer = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, sealer.update(bytes), sealer.final(), sealer.getAuthTag()]);
}

/** Throws when the bytes were not sealed with this key in this context. */
export function unseal(key: KeyObject, context: string, sealed: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const opener = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([opener.update(sealed.subarray(nonceBytes, -tagBytes)), opener.final()]);
}
