import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { signedText } from '../main/update/package-signature.ts';

/** The public key (PEM) with which installed apps check updates, derived from the private key. */
export function updateKeyOf(privateKey: string): string {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key for updates is not Ed25519');
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
}

/** Packages that people or updates install; not their descriptions. */
const isPackage = /\.(msi|pkg|zip|deb)$/;

/** Writes `<package>.sig` next to each package (main/update/package-signature.ts). */
export async function signPackages(
  paths: readonly string[],
  version: string,
  privateKey: string,
): Promise<void> {
  for (const path of paths.filter((file) => isPackage.test(file))) {
    const signature = sign(null, await signedText(path, version), privateKey);
    await writeFile(`${path}.sig`, `${signature.toString('base64')}\n`);
  }
}
