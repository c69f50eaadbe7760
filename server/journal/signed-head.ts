import { createHmac, type KeyObject } from 'node:crypto';
import type { JournalHead } from '../ports/journal.ts';

/** What is signed of a head (design D23): format, number of records, hash of the last; a line each. */
export function headText({ size, hash }: JournalHead): string {
  return `svc-journal-head-v1\n${size}\n${hash}\n`;
}

/** Hex HMAC-SHA256 of a head under the journal's key for it. */
export function headMac(head: JournalHead, key: KeyObject): string {
  return createHmac('sha256', key).update(headText(head)).digest('hex');
}
