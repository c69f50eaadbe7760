import { hash } from 'node:crypto';

/** Separates this hash from every other use of SHA-256 (design D20). */
const hashDomain = 'svc-audit-event-v1\n';

/** `prev_hash` of the first record. */
export const zeroHash = '0'.repeat(64);

/** `curr_hash` in hex, from the canonical JSON of a record without its `curr_hash` (design D20). */
export function chainHash(body: string): string {
  return hash('sha256', hashDomain + body);
}
