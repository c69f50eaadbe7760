import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * The text that a package's maker signs with Ed25519; the base64 signature is in `<package>.sig`
 * next to it. It includes the version, so that an old package cannot pass as a new one.
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
  /** PEM of the key in this build of the app. */
  readonly publicKey: string;
}

/** Whether the maker signed the package. Rejects if the file is unreadable or the key invalid. */
export async function isGenuine(update: SignedPackage): Promise<boolean> {
  const { file, version, signature, publicKey } = update;
  const key = createPublicKey(publicKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key for updates is not Ed25519');
  return verify(null, await signedText(file, version), key, Buffer.from(signature, 'base64'));
}
