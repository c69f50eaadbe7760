import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import { Secret } from '../../server/domain/secret.ts';
import { removeFolder } from '../support/remove-folder.ts';

export interface EncryptedFile {
  readonly file: string;
  readonly key: Secret<Buffer>;
  remove(): Promise<void>;
}

/** A place for one database in a folder of its own, and a key. */
export async function encryptedFile(name: string): Promise<EncryptedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-'));
  return {
    file: join(folder, name),
    key: new Secret(randomBytes(32)),
    remove: () => removeFolder(folder),
  };
}

/** All files of the database: the file, its write-ahead log, its shared memory. */
export async function bytesOnDisk({ file }: EncryptedFile): Promise<Buffer> {
  const folder = join(file, '..');
  const names = await readdir(folder);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
}

/** Steps of a statement's plan that walk a whole table or index, or sort what they found. */
export async function costlySteps(migrations: readonly string[], sql: string): Promise<string[]> {
  const steps = await queryPlan(migrations, sql);
  return steps.filter((step) => /^SCAN(?!.*VIRTUAL TABLE)|^USE TEMP/.test(step));
}

/** How the database would run a statement, step by step. */
export async function queryPlan(migrations: readonly string[], sql: string): Promise<string[]> {
  const place = await encryptedFile('plan.db');
  const db = openDatabase({ file: place.file, key: place.key.reveal(), migrations });
  try {
    const names = [...sql.matchAll(/:(\w+)/g)].map((match) => [match[1], null]);
    const holes = Array<null>(sql.split('?').length - 1).fill(null);
    const bound = names.length > 0 ? [Object.fromEntries(names)] : holes;
    const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
    return plan.all(...bound).map((step) => step.detail);
  } finally {
    db.close();
    await place.remove();
  }
}
