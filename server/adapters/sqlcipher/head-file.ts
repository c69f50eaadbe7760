import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HeadFound } from '../../journal/index.ts';
import type { JournalHead } from '../../ports/journal.ts';

const format = 'svc-journal-head-v1';
const headLines = /^svc-journal-head-v1\n(?<size>0|[1-9]\d{0,15})\n(?<hash>[0-9a-f]{64})\n$/;
const hmacHexChars = 64;
const ownerOnly = 0o600;

/** The steps of replacing the head file, in order; each may throw. */
export interface HeadSteps {
  writeTemporary(fd: number, text: string): void;
  syncFile(fd: number): void;
  rename(from: string, to: string): void;
  syncDirectory(fd: number): void;
}

export const headSteps: HeadSteps = {
  writeTemporary: (fd, text) => writeSync(fd, text),
  syncFile: fsyncSync,
  rename: renameSync,
  syncDirectory: fsyncSync,
};

/**
 * Replaces the head file (design D23): size and hash of the last acknowledged record, under an
 * HMAC. On return the new head is on disk. A crash before the rename leaves the old head, which is
 * behind the database: the ordinary crash window.
 */
export function writeHead(
  file: string,
  key: KeyObject,
  head: JournalHead,
  steps = headSteps,
): void {
  const text = `${format}\n${head.size}\n${head.hash}\n`;
  const temporary = `${file}.new`;
  withFile(temporary, 'w', (fd) => {
    steps.writeTemporary(fd, `${text}${hmac(key, text)}\n`);
    steps.syncFile(fd);
  });
  steps.rename(temporary, file);
  // Windows has no handle to a directory; there the rename is journalled by the file system.
  if (process.platform !== 'win32') withFile(dirname(file), 'r', steps.syncDirectory);
}

/** Reads the head file. A head whose HMAC is wrong, or that is no head at all, is `forged`. */
export function readHead(file: string, key: KeyObject): HeadFound {
  const content = contentOf(file);
  if (content === undefined) return { state: 'missing' };
  const text = content.slice(0, -hmacHexChars - 1);
  const expected = Buffer.from(`${text}${hmac(key, text)}\n`);
  const found = Buffer.from(content);
  const groups = headLines.exec(text)?.groups;
  const signed = found.length === expected.length && timingSafeEqual(found, expected);
  if (!signed || groups === undefined) return { state: 'forged' };
  return { state: 'signed', head: { size: Number(groups['size']), hash: groups['hash'] ?? '' } };
}

function hmac(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function withFile(path: string, flags: string, use: (fd: number) => void): void {
  const fd = openSync(path, flags, ownerOnly);
  try {
    use(fd);
  } finally {
    closeSync(fd);
  }
}
