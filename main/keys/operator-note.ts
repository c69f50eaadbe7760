import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { writeDurably } from '../durable-file.ts';

/** Tells the server of a new kid, which it journals as `svc keys rotate` is (decision 0013). */
export async function noteNewKid(folder: string, kid: string, now: Date): Promise<void> {
  const name = `note-${now.getTime()}-${randomBytes(8).toString('hex')}.json`;
  const fields = { actor: 'operator', kid, purpose: 'tokenization' };
  await writeDurably(join(folder, name), JSON.stringify({ kind: 'key_rotated', fields }));
}
