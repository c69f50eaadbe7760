import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { orIfMissing } from '../../shared/durable-files.ts';
import type { Ticket, TicketStore } from './tickets.ts';

const ticketSchema = z.object({ login: z.string().min(1), expiresAt: z.number() });

/**
 * Tickets as files of the data folder, one each, named by hash (decision 0010): they survive a restart,
 * and `svc sign-in-link` can create one while the service runs. A file needs a MAC with the
 * installation's key, so that write access to the folder alone is not enough to sign in. Methods block
 * for one small file, which is acceptable for a sign-in.
 */
export function ticketFolder(folder: string, key: KeyObject): TicketStore {
  const macOf = (hash: string, text: string) =>
    createHmac('sha256', key).update(`${hash}\n${text}`).digest();

  const read = (hash: string): Ticket | undefined => {
    const content = orIfMissing(() => readFileSync(join(folder, hash), 'utf8'), '');
    const [mac = '', text = ''] = content.split('\n');
    const given = Buffer.from(mac, 'hex');
    const expected = macOf(hash, text);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return ticketSchema.parse(JSON.parse(text));
  };

  return {
    put(hash, { login, expiresAt }) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const text = JSON.stringify({ login, expiresAt });
      const content = `${macOf(hash, text).toString('hex')}\n${text}\n`;
      writeFileSync(join(folder, hash), content, { flag: 'wx', mode: 0o600 });
    },
    take(hash) {
      const ticket = read(hash);
      // Removing the file takes the ticket; a crash after it leaves the ticket unusable.
      return orIfMissing(() => {
        unlinkSync(join(folder, hash));
        return ticket;
      }, undefined);
    },
    all: () =>
      orIfMissing(() => readdirSync(folder), [])
        .filter((name) => /^[0-9a-f]{64}$/.test(name))
        .flatMap((hash) => {
          const ticket = read(hash);
          return ticket === undefined ? [] : [[hash, ticket] as const];
        }),
  };
}
