import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Secret } from '../../domain/secret.ts';

/** Databases with their own file and key (design D45). */
export type KeyedFile = 'vault' | 'journal' | 'calls';

/**
 * 32 bytes by HKDF-SHA256 (RFC 5869) with an empty salt. `path` names the use; its parts must not
 * hold NUL, but for the last, so that no two paths write the same info.
 */
export function hkdf(root: KeyObject | Buffer, path: readonly string[]): Buffer {
  const info = ['voice-phi-proxy/v1', ...path].join('\0');
  return Buffer.from(hkdfSync('sha256', root, '', info, 32));
}

/** The 32-byte key of one database, and of what is kept beside it. */
export function deriveFileKey(master: Secret<Buffer>, file: KeyedFile): Secret<Buffer> {
  return new Secret(hkdf(master.reveal(), ['file', file]));
}

/** The HMAC key under which the platform's call ids are kept, which may hold a caller's number. */
export function deriveCallIdKey(master: Secret<Buffer>): KeyObject {
  return createSecretKey(hkdf(master.reveal(), ['mac', 'call-id']));
}
