import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { EventId } from '../../domain/ids.ts';

const nonceBytes = 16;
const pooled = 256;

/** Ids and nonces for records; random bytes are drawn in blocks, which costs a tenth of drawing each. */
export function recordIds(): { id(): EventId; nonce(): string } {
  const block = Buffer.alloc(nonceBytes * pooled);
  let left = 0;
  const nonce = () => {
    if (left === 0) {
      randomFillSync(block);
      left = pooled;
    }
    left -= 1;
    return block.toString('hex', left * nonceBytes, (left + 1) * nonceBytes);
  };
  const ulid = monotonicFactory();
  return { id: () => `evt_${ulid()}`, nonce };
}
