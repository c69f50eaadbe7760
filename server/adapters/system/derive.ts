import { createPrivateKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Secret } from '../../domain/secret.ts';

/** Databases with their own file and raw key (design D45). */
export type KeyedFile = 'vault' | 'journal' | 'calls';

/** Uses of an HMAC key that belong to the installation and not to a kid. */
export type MacUse = 'journal-head' | 'call-id' | 'detection-cache';

/** RFC 8410, section 7: PKCS #8 around a 32-byte Ed25519 seed. */
const ed25519Pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * 32 bytes by HKDF-SHA256 (RFC 5869) with an empty salt. `path` names the use; its parts must not
 * hold NUL, but for the last, so that no two paths write the same info.
 */
export function hkdf(root: KeyObject | Buffer, path: readonly string[]): Buffer {
  const info = ['voice-phi-proxy/v1', ...path].join('\0');
  return Buffer.from(hkdfSync('sha256', root, '', info, 32));
}

/** The raw SQLCipher key of one database file. */
export function deriveFileKey(master: Secret<Buffer>, file: KeyedFile): Secret<Buffer> {
  return new Secret(hkdf(master.reveal(), ['file', file]));
}

/** An HMAC key of the installation. */
export function deriveMacKey(master: Secret<Buffer>, use: MacUse): KeyObject {
  return createSecretKey(hkdf(master.reveal(), ['mac', use]));
}

/** The Ed25519 private key that signs checkpoints, heads and reports (design D24). */
export function deriveSigningKey(master: Secret<Buffer>): KeyObject {
  const seed = hkdf(master.reveal(), ['sign', 'journal']);
  return createPrivateKey({
    key: Buffer.concat([ed25519Pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
}
