import { createHmac, type KeyObject } from 'node:crypto';
import type { JournalGap, JournalHead } from '../../ports/journal.ts';
import { zeroHash } from '../record/record.ts';

/** What a head that was kept says, as far as it can be believed (design D23). */
export type HeadStatus =
  | { readonly state: 'signed'; readonly head: JournalHead }
  | { readonly state: 'missing' }
  | { readonly state: 'forged' };

/** What is signed of a head (design D23): format, number of records, hash of the last; a line each. */
export function headText({ size, hash }: JournalHead): string {
  return `svc-journal-head-v1\n${size}\n${hash}\n`;
}

/** Hex HMAC-SHA256 of a head under the journal's key for it. */
export function headMac(head: JournalHead, key: KeyObject): string {
  return createHmac('sha256', key).update(headText(head)).digest('hex');
}

const emptyHead: JournalHead = { size: 0, hash: zeroHash };

/**
 * Compares the records found to the head that was kept outside of them (design D23). Undefined when
 * all that was acknowledged is there: a process that died before it acknowledged them committed any
 * records beyond the head. `hashOf(size)` gives the hash of the last of the first `size` records.
 */
export function findGap(
  kept: HeadStatus,
  found: JournalHead,
  hashOf: (size: number) => string | undefined,
): JournalGap | undefined {
  if (kept.state === 'forged') return { reason: 'head_forged', head: emptyHead, found };
  if (kept.state === 'missing') {
    return found.size === 0 ? undefined : { reason: 'head_missing', head: emptyHead, found };
  }
  const { size, hash } = kept.head;
  if (size > found.size) return { reason: 'behind_head', head: kept.head, found };
  const there = size === 0 ? zeroHash : hashOf(size);
  return there === hash ? undefined : { reason: 'rewritten', head: kept.head, found };
}
