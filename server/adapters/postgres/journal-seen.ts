import { type HeadStatus, zeroHash } from '../../journal/index.ts';
import type { JournalHead } from '../../ports/journal.ts';

/** Where a replica keeps the highest head it has seen, outside the database (design D23). */
export interface SeenHeadFile {
  /** As it was when it was opened. */
  readonly found: HeadStatus;
  /** Survives the end of this process on return. Throws when that could not be made sure of. */
  write(head: JournalHead): void;
  close(): void;
}

/** The highest head this replica has seen. */
export interface SeenHead {
  found(): HeadStatus;
  head(): JournalHead;
  /** A head that goes on from it; an older one changes nothing. */
  advance(head: JournalHead): void;
  /** A head that does not, after somebody acknowledged the loss. */
  rebase(head: JournalHead): void;
}

export function seenHead(mark: SeenHeadFile): SeenHead {
  let found = mark.found;
  const rebase = ({ size, hash }: JournalHead) => {
    const head = { size, hash };
    mark.write(head);
    found = { state: 'signed', head };
  };
  return {
    found: () => found,
    head: () => (found.state === 'signed' ? found.head : { size: 0, hash: zeroHash }),
    advance(head) {
      if (found.state === 'missing' || (found.state === 'signed' && head.size > found.head.size)) {
        rebase(head);
      }
    },
    rebase,
  };
}
