import { createHmac, createSecretKey } from 'node:crypto';
import type { Secret } from '../../domain/secret.ts';
import { hkdf } from './derive.ts';
import type { KeyRoots } from './load-keys.ts';

/**
 * A keyed hash of each key, in hex, by a name that says which: replicas compare them, and they tell
 * nothing of the keys.
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
