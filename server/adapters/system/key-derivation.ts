import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Secret } from '../../domain/secret.ts';
import type { KeyRoots } from './load-keys.ts';

/**
 * A keyed hash of each key, in hex, by the name of its variable. Replicas compare the hashes, which
 * reveal nothing about the keys.
 */
export function keyChecks({
  master,
  database,
  roots,
}: Pick<KeyRoots, 'master' | 'database' | 'roots'>): ReadonlyMap<string, string> {
  return new Map([
    ['SVC_MASTER_KEY', checkOf(master)],
    ['SVC_DATABASE_KEY', checkOf(database)],
    ...[...roots].map(([kid, root]) => [`SVC_KEY_${kid}`, checkOf(root)] as const),
  ]);
}

function checkOf(root: Secret<Buffer>): string {
  const key = createSecretKey(hkdf(root.reveal(), ['check']));
  return createHmac('sha256', key).update('key check').digest('hex');
}

/** Databases with their own file and key (design D45). */
export type DatabaseName = 'vault' | 'journal' | 'calls' | 'payloads';

/** Uses of HMAC keys of the installation, not of a kid. `call-id`: platforms put phone numbers into call ids. */
export type MacUse =
  | 'call-id'
  | 'webhook-secret'
  | 'sign-in-ticket'
  | 'backup'
  | 'roster-file'
  | 'function-secret'
  | 'transcript-secret'
  | 'short-lived-token';

/**
 * 32 bytes by HKDF-SHA256 (RFC 5869) with an empty salt. `path` names the use. Only its last part may
 * hold NUL, so that no two paths give the same info.
 */
export function hkdf(root: KeyObject | Buffer, path: readonly string[]): Buffer {
  const info = ['voice-phi-proxy/v1', ...path].join('\0');
  return Buffer.from(hkdfSync('sha256', root, '', info, 32));
}

/** The 32-byte key of one database file and its head file. */
export function deriveFileKey(master: Secret<Buffer>, file: DatabaseName): Secret<Buffer> {
  return new Secret(hkdf(master.reveal(), ['file', file]));
}

/** Keys for the sealed columns of a shared database and for their keyed hashes (decision 0024). */
export function deriveColumnKeys(database: Secret<Buffer>): {
  readonly seal: KeyObject;
  readonly index: KeyObject;
} {
  const derive = (use: string) => createSecretKey(hkdf(database.reveal(), ['column', use]));
  return { seal: derive('seal'), index: derive('index') };
}

/** The key that encrypts the state of a sign-in in the browser. */
export function deriveSignInKey(master: Secret<Buffer>): KeyObject {
  return createSecretKey(hkdf(master.reveal(), ['cookie', 'sign-in']));
}

/** An HMAC key of the installation. */
export function deriveMacKey(master: Secret<Buffer>, use: MacUse): KeyObject {
  return createSecretKey(hkdf(master.reveal(), ['mac', use]));
}
