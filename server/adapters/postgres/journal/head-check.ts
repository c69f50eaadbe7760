import type { KeyObject } from 'node:crypto';
import { findGap, type HeadStatus, headMac, zeroHash } from '../../../journal/index.ts';
import type { JournalGap, JournalHead } from '../../../ports/journal.ts';
import type { ChainEnd } from './record-batch.ts';
import type { HeadCheckRow } from './statements.ts';

/** Where a replica keeps the highest head it has seen, outside the database (design D23). */
export interface SeenHeadFile {
  /** What the file held when it was opened. */
  readonly found: HeadStatus;
  /** On return the head survives the end of this process. Throws when that is not certain. */
  write(head: JournalHead): void;
  close(): void;
}

/** The highest head this replica has seen. */
export interface SeenHead {
  found(): HeadStatus;
  head(): JournalHead;
  /** Takes a head that goes on from the one seen; an older one changes nothing. */
  advance(head: JournalHead): void;
  /** Takes a head that does not, after an operator acknowledged the loss. */
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

/** What one check of the database found. */
export interface HeadCheck {
  /** Where its records end. */
  readonly end: ChainEnd;
  /** Records under the last checkpoint in force, and its note; 0 and '' when there is none. */
  readonly covered: number;
  readonly note: string;
  /** True when the tables are empty, without even a head. */
  readonly fresh: boolean;
  readonly gap: JournalGap | undefined;
}

/** The `seq` whose hash must be that of the head this replica has seen. */
export function seqToProbe(seen: HeadStatus): number | null {
  return seen.state === 'signed' && seen.head.size > 0 ? seen.head.size - 1 : null;
}

/**
 * Compares the records in the database to the head this replica has seen, and then to the head that is
 * kept there (design D23). A replica that has seen none, such as one on a new machine, trusts the signed
 * head. The database commits head and records together, so they end at the same place.
 */
export function checkHead(row: HeadCheckRow, seen: HeadStatus, key: KeyObject): HeadCheck {
  const found = { size: row.size, hash: row.hash?.toString('hex') ?? zeroHash };
  const lost =
    seen.state === 'missing' ? undefined : findGap(seen, found, () => row.asked?.toString('hex'));
  const fresh = found.size === 0 && row.head_size === null;
  return {
    end: { ...found, lastTs: row.last_ts ?? '' },
    covered: row.note_size ?? 0,
    note: row.note ?? '',
    fresh: fresh && lost === undefined,
    gap: lost ?? (fresh ? undefined : gapToHead(row, found, key)),
  };
}

/** The head in the database. */
export function keptHead(row: HeadCheckRow, key: KeyObject): HeadStatus {
  const { head_size: size, head_hash: hash, head_mac: mac } = row;
  if (size === null || hash === null) return { state: 'missing' };
  const head = { size, hash: hash.toString('hex') };
  return mac?.toString('hex') === headMac(head, key)
    ? { state: 'signed', head }
    : { state: 'forged' };
}

function gapToHead(row: HeadCheckRow, found: JournalHead, key: KeyObject): JournalGap | undefined {
  const kept = keptHead(row, key);
  if (kept.state === 'signed' && kept.head.size < found.size) {
    return { reason: 'rewritten', head: kept.head, found };
  }
  return findGap(kept, found, () => found.hash);
}
