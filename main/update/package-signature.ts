import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * What the maker of a package signs with Ed25519; the signature stands, as base64, in
 * `<package>.sig` beside it. The version is part of it, so that an old package cannot pass for a new
 * one.
 */
export async function signedText(file: string, version: string): Promise<Buffer> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return Buffer.from(`voice-phi-proxy ${version} ${hash.digest('hex')}\n`);
}

export interface SignedPackage {
  readonly file: string;
  readonly version: string;
  /** Base64. */
  readonly signature: string;
  /** PEM, as the app was built with it. */
  readonly publicKey: string;
}

/** Whether the package is the maker's. Rejects when the file cannot be read or the key is none. */
export async function isGenuine(update: SignedPackage): Promise<boolean> {
  const { file, version, signature, publicKey } = update;
  const key = createPublicKey(publicKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key for updates is not Ed25519');
  return verify(null, await signedText(file, version), key, Buffer.from(signature, 'base64'));
}
