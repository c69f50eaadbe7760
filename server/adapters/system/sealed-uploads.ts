import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Uploads } from '../../ports/roster.ts';

const cipher = 'aes-256-ctr';

/**
 * Uploads in files of a folder, each under a key that only this process has: what a crash leaves is noise,
 * which the next start removes. One process uses the folder.
 */
export function sealedUploads(folder: string): Uploads {
  const fileOf = (number: number): string => join(folder, `upload-${number}.sealed`);
  const most = 2;
  for (let number = 0; number < most; number += 1) rmSync(fileOf(number), { force: true });
  let count = 0;

  return {
    keep: async (body) => {
      count += 1;
      const file = fileOf(count % most);
      const [key, nonce] = [randomBytes(32), randomBytes(16)];
      let size = 0;
      async function* counted() {
        for await (const chunk of body) {
          size += chunk.byteLength;
          yield chunk;
        }
      }
      const written = createWriteStream(file, { mode: 0o600 });
      try {
        await pipeline(counted, createCipheriv(cipher, key, nonce), written);
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
      async function* bytes(): AsyncGenerator<Uint8Array> {
        yield* createReadStream(file).pipe(createDecipheriv(cipher, key, nonce));
      }
      return { size, bytes: bytes(), remove: () => rm(file, { force: true }) };
    },
  };
}
