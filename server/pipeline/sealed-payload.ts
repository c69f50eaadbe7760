import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** Far above what a turn can hold; a forged length must not fill the memory. */
const maxOpened = 64 * 1024 * 1024;

/**
 * Bytes sealed with AES-256-GCM (design D28): a random nonce, the ciphertext, the tag. `context`
 * names what is sealed; it opens in the same context only.
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

/** A value as sealed bytes of compressed JSON. */
export async function sealValue(key: KeyObject, context: string, value: unknown): Promise<Buffer> {
  return seal(key, context, await promisify(deflateRaw)(JSON.stringify(value)));
}

/** Rejects when the bytes were not sealed with this key in this context. */
export async function unsealValue(
  key: KeyObject,
  context: string,
  sealed: Uint8Array,
): Promise<unknown> {
  const options = { maxOutputLength: maxOpened };
  const text = await promisify(inflateRaw)(unseal(key, context, sealed), options);
  return JSON.parse(text.toString('utf8'));
}
