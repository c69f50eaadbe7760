import { type HeadFound, zeroHash } from '../../journal/index.ts';
import type { JournalGap, JournalHead } from '../../ports/journal.ts';
import type { JournalStore } from './journal-store.ts';

const nothing: JournalHead = { size: 0, hash: zeroHash };

/**
 * Holds the records found against the head file. Undefined when all that was acknowledged is there:
 * records beyond the head were committed by a process that died before it acknowledged them.
 */
export function gapAtOpen(store: JournalStore, head: HeadFound): JournalGap | undefined {
  const found = store.head();
  if (head.state === 'forged') return { reason: 'head_forged', head: nothing, found };
  if (head.state === 'missing') {
    return found.size === 0 ? undefined : { reason: 'head_missing', head: nothing, found };
  }
  const { size, hash } = head.head;
  if (size > found.size) return { reason: 'behind_head', head: head.head, found };
  const there = size === 0 ? zeroHash : store.hashes(size - 1, size)[0];
  return there === hash ? undefined : { reason: 'rewritten', head: head.head, found };
}
