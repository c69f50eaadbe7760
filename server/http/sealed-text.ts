import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const sealNonceBytes = 12;
const sealTagBytes = 16;

/** Seals what a browser keeps for this service, for one purpose (AES-256-GCM, base64url). */
export function sealText(key: KeyObject, purpose: string, text: string): string {
  const nonce = randomBytes(sealNonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** The text, undefined when it was not sealed under this key for this purpose. */
export function openText(key: KeyObject, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < sealNonceBytes + sealTagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, sealNonceBytes), {
    authTagLength: sealTagBytes,
  })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-sealTagBytes));
  try {
    const text = decipher.update(bytes.subarray(sealNonceBytes, -sealTagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
