import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { EventId } from '../../domain/ids.ts';

const nonceBytes = 16;
const blockBytes = 4_096;
const byteValues = 256;

/** Ids and nonces for records; random bytes are drawn in blocks, which costs a tenth of drawing each. */
export function recordIds(): { id(): EventId; nonce(): string } {
  const block = Buffer.alloc(blockBytes);
  let next = blockBytes;
  /** Where the next so many unused bytes are. */
  const take = (bytes: number) => {
    if (next + bytes > blockBytes) {
      randomFillSync(block);
      next = 0;
    }
    next += bytes;
    return next - bytes;
  };
  const nonce = () => {
    const at = take(nonceBytes);
    return block.toString('hex', at, at + nonceBytes);
  };
  // A ULID takes 5 bits of each draw, so a byte is enough. Left to itself it asks the system 16 times.
  const ulid = monotonicFactory(() => (block[take(1)] ?? 0) / byteValues);
  return { id: () => `evt_${ulid()}`, nonce };
}
